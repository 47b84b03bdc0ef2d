#include "conformance/cleanup/credentials.hpp"

#include "conformance/client/client.hpp"
#include "spec/base/ids.hpp"
#include "spec/base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace plumbline::cleanup {
namespace {

constexpr std::array<std::string_view, 2> kSchemes{"", "Bearer "};
constexpr std::string_view kNameless = "{}";

/// Returns the reference to the credential that a header's value is, "" if it is none of them.
std::string reference_to(const std::string& value, const Credentials& named) {
    std::string found;
    for (const auto& [name, secret] : named) {
        for (const std::string_view scheme : kSchemes) {
            if (secret.empty() || value != std::string(scheme) + secret.reveal()) continue;
            if (found.empty() || !name.starts_with("other_"))
                found = std::string(scheme) + '{' + name + '}';
        }
    }
    return found;
}

bool is_credential(const std::string& header, const std::string& value, const Signs& signs) {
    const auto names_it = [&](const std::string& name) {
        return equals_ignoring_case(name, header);
    };
    const auto is_within = [&](const std::string& secret) {
        return value.find(secret) != std::string::npos;
    };
    const auto& [named, headers, secrets] = signs;
    return !trimmed(value).empty() && (client::carries_credential(header) ||
                                       std::any_of(headers.begin(), headers.end(), names_it) ||
                                       std::any_of(secrets.begin(), secrets.end(), is_within) ||
                                       !reference_to(value, named).empty());
}

}  // namespace

Carried carried(const http::Headers& headers, const Signs& signs) {
    Carried found;
    for (const auto& [header, value] : headers.all()) {
        if (is_credential(header, value, signs)) found.emplace(header, value);
    }
    return found;
}

References references(const Carried& carried, const Credentials& named) {
    References found;
    for (const auto& [header, value] : carried) {
        const std::string reference = reference_to(value, named);
        found[header] = reference.empty() ? kNameless : reference;
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

http::Headers headers_of(const References& references, const Credentials& named) {
    http::Headers headers;
    for (const auto& [header, reference] : references) {
        const auto found = named.find(credential_name(reference));
        if (found == named.end() || found->second.empty()) continue;
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
