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
constexpr std::string_view kUnnamed = "{}";

/// Returns a reference to the credential that equals a header's value, "" if there is none.
std::string reference_to(const std::string& value, const NamedCredentials& named) {
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

bool is_credential(const std::string& header,
                   const std::string& value,
                   const CredentialPatterns& patterns) {
    const auto names_it = [&](const std::string& name) {
        return equals_ignoring_case(name, header);
    };
    const auto is_within = [&](const std::string& secret) {
        return value.find(secret) != std::string::npos;
    };
    const auto& [named, headers, secrets] = patterns;
    return !trimmed(value).empty() &&
           (client::is_credential_header(header) || std::ranges::any_of(headers, names_it) ||
            std::ranges::any_of(secrets, is_within) || !reference_to(value, named).empty());
}

}  // namespace

CredentialValues credential_values(const http::Headers& headers,
                                   const CredentialPatterns& patterns) {
    CredentialValues found;
    for (const auto& [header, value] : headers.all()) {
        if (is_credential(header, value, patterns)) found.emplace(header, value);
    }
    return found;
}

CredentialReferences credential_references(const CredentialValues& values,
                                           const NamedCredentials& named) {
    CredentialReferences found;
    for (const auto& [header, value] : values) {
        const std::string reference = reference_to(value, named);
        found[header] = reference.empty() ? kUnnamed : reference;
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

http::Headers resolve_headers(const CredentialReferences& references,
                              const NamedCredentials& named) {
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
