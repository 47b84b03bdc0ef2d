#pragma once
// Form encoding for bodies and queries: `a=1&b=x+y`.

#include "spec/http/url.hpp"

#include <string>
#include <string_view>

namespace plumbline::http {

/// Encodes for a form: a space becomes `+`, every other byte outside letters, digits and `*-._`
/// becomes %XX. Source: WHATWG URL, "application/x-www-form-urlencoded percent-encode set".
[[nodiscard]] std::string form_encode(std::string_view text);

/// Returns names and values as `application/x-www-form-urlencoded` in their order; a field without
/// a value is `name=`, no fields are "".
[[nodiscard]] std::string to_urlencoded(const UrlQuery& fields);

/// Returns a query in the form that a URL allows: escapes and the characters of RFC 3986 are kept,
/// every other byte (spaces, `#`, brackets, `%` without two hexadecimal digits, everything beyond
/// ASCII) becomes %XX.
[[nodiscard]] std::string query_encode(std::string_view query);

}  // namespace plumbline::http
