#include "conformance/cleanup/credentials.hpp"

#include "spec/base/ids.hpp"

#include <array>
#include <cstdint>

namespace plumbline::cleanup {
namespace {

constexpr std::array<std::string_view, 2> kSchemes{"", "Bearer "};

}  // namespace

References references(const http::Headers& headers, const Credentials& credentials) {
    References found;
    for (const auto& [header, value] : headers.all()) {
        for (const auto& [name, secret] : credentials) {
            for (const std::string_view scheme : kSchemes) {
                if (secret.empty() || value != std::string(scheme) + secret.reveal()) continue;
                found.emplace(header, std::string(scheme) + '{' + name + '}');
            }
        }
    }
    return found;
}

std::string credential_name(std::string_view reference) {
    const std::size_t open = reference.find('{');
    const std::size_t close = reference.rfind('}');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return "";
    return std::string(reference.substr(open + 1, close - open - 1));
}

http::Headers headers_of(const References& references, const Credentials& credentials) {
    http::Headers headers;
    for (const auto& [header, reference] : references) {
        const auto found = credentials.find(credential_name(reference));
        if (found == credentials.end() || found->second.empty()) continue;
        headers.add(header, reference.substr(0, reference.find('{')) + found->second.reveal());
    }
    return headers;
}

std::string fingerprint(std::string_view salt, const Secret& secret) {
    std::uint64_t mixed = 0;
    for (const std::string_view part : {salt, std::string_view(secret.reveal())}) {
        for (const char c : part) mixed = IdSource(mixed ^ static_cast<unsigned char>(c)).next();
    }
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (unsigned shift = 0; shift < 16; shift += 4) text += kDigits[(mixed >> shift) & 0xFU];
    return text;
}

}  // namespace plumbline::cleanup
