#pragma once
// URIs as RFC 3986 defines them.

#include <string_view>

namespace plumbline {

/// Returns whether `text` is a URI: it begins with a scheme.
[[nodiscard]] bool is_uri(std::string_view text);
/// Returns whether `text` is a URI or a relative reference.
[[nodiscard]] bool is_uri_reference(std::string_view text);

}  // namespace plumbline
