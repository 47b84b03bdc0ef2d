#pragma once
// URIs as RFC 3986 writes them.

#include <string_view>

namespace plumbline {

/// Says whether `text` is a URI: a scheme and what follows it.
[[nodiscard]] bool is_uri(std::string_view text);
/// Says whether `text` is a URI or a reference relative to one.
[[nodiscard]] bool is_uri_reference(std::string_view text);

}  // namespace plumbline
