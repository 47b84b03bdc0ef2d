#include "spec/schema/schema_uri.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace plumbline {
namespace {

/// Returns the position after the scheme and its colon; 0 if there is none.
std::size_t scheme_end(std::string_view uri) {
    const std::size_t colon = uri.find(':');
    return colon == std::string_view::npos || uri.find('/') < colon ? 0 : colon + 1;
}

/// Returns the position at which the path of an absolute URI begins.
std::size_t path_start(std::string_view uri) {
    const std::size_t scheme = scheme_end(uri);
    if (!uri.substr(scheme).starts_with("//")) return scheme;
    return std::min(uri.find('/', scheme + 2), uri.size());
}

/// Source: RFC 3986, section 5.2.4.
std::string without_dot_segments(std::string_view path) {
    std::vector<std::string_view> kept;
    const auto segments = split(path, '/');
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const bool is_last = i + 1 == segments.size();
        const bool is_parent = segments[i] == "..";
        if (is_parent && kept.size() > 1) kept.pop_back();
        if (segments[i] != "." && !is_parent) {
            kept.push_back(segments[i]);
        } else if (is_last) {
            kept.emplace_back();
        }
    }
    std::string text;
    for (std::size_t i = 0; i < kept.size(); ++i) text.append(i == 0 ? "" : "/").append(kept[i]);
    return text;
}

/// Decodes the percent-encoding of a URI fragment; keeps a `%` that encodes nothing.
std::string percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        const char* end = text.data() + std::min(i + 3, text.size());
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(text.data() + i + 1, end, byte, 16).ptr == end) {
            decoded += static_cast<char>(byte);
            i += 2;
        } else {
            decoded += text[i];
        }
    }
    return decoded;
}

}  // namespace

std::string reference_pointer(std::string_view reference) {
    return percent_decoded(reference.substr(std::min<std::size_t>(1, reference.size())));
}

std::string resolve_uri(std::string_view base, std::string_view reference) {
    if (reference.empty()) return std::string(base);
    if (scheme_end(reference) > 0 || base.empty()) return std::string(reference);
    if (reference.starts_with("//"))
        return std::string(base.substr(0, scheme_end(base))).append(reference);
    const std::size_t start = path_start(base);
    std::string path(reference);
    if (!reference.starts_with('/')) {
        const std::string_view base_path = base.substr(start);
        const std::size_t slash = base_path.rfind('/');
        const bool has_authority = start > scheme_end(base);
        path = slash == std::string_view::npos ? (has_authority ? "/" : "") + path
                                               : std::string(base_path.substr(0, slash + 1)) + path;
    }
    return std::string(base.substr(0, start)) + without_dot_segments(path);
}

}  // namespace plumbline
