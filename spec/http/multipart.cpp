#include "spec/http/multipart.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace plumbline::http {
namespace {

std::string quoted_name(std::string_view name) {
    std::string escaped = replace_all(name, "\"", "%22");
    escaped = replace_all(escaped, "\r", "%0D");
    return '"' + replace_all(escaped, "\n", "%0A") + '"';
}

std::string part_text(const FormPart& part) {
    std::string text = "Content-Disposition: form-data; name=" + quoted_name(part.name) + "\r\n";
    if (!part.content_type.empty()) text += "Content-Type: " + part.content_type + "\r\n";
    for (const auto& [name, value] : part.headers.all()) text += name + ": " + value + "\r\n";
    return text + "\r\n" + part.body + "\r\n";
}

/// Derives the boundary from the names only: the parts may contain secrets, and boundaries are
/// shown.
std::string boundary_for(const std::vector<FormPart>& parts) {
    std::string names;
    for (const FormPart& part : parts) names += part.name + '\n';
    std::uint64_t number = fingerprint(names);
    while (true) {
        std::string boundary = "plumbline-" + std::to_string(number);
        const bool occurs = std::any_of(parts.begin(), parts.end(), [&](const FormPart& part) {
            return part.body.find(boundary) != std::string::npos ||
                   part.name.find(boundary) != std::string::npos;
        });
        if (!occurs) return boundary;
        ++number;
    }
}

}  // namespace

Multipart to_multipart(const std::vector<FormPart>& parts) {
    Multipart result{boundary_for(parts), ""};
    const std::string line = "--" + result.boundary;
    for (const FormPart& part : parts) result.body += line + "\r\n" + part_text(part);
    result.body += line + "--\r\n";
    return result;
}

}  // namespace plumbline::http
