#pragma once
// Forms as bodies and queries hold them: `a=1&b=x+y`.

#include "spec/http/url.hpp"

#include <string>
#include <string_view>

namespace plumbline::http {

/// Encodes as a form does: a blank becomes `+`, every other byte outside letters, digits and `*-._`
/// becomes %XX. Source: WHATWG URL, "application/x-www-form-urlencoded percent-encode set".
[[nodiscard]] std::string form_encode(std::string_view text);

/// Returns names and values as `application/x-www-form-urlencoded`, in their order; a field
/// without value is `name=`, no fields are "".
[[nodiscard]] std::string to_urlencoded(const Query& fields);

/// Returns a query as a URL may hold it: escapes and what RFC 3986 allows stay, every other byte
/// (blanks, `#`, brackets, `%` without two hexadecimal digits, all beyond ASCII) becomes %XX.
[[nodiscard]] std::string query_encode(std::string_view query);

}  // namespace plumbline::http
