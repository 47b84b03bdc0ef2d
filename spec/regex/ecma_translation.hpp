#pragma once
// Regular expressions of ECMA-262 in the syntax that RE2 and PCRE2 share.

#include "spec/base/result.hpp"

#include <string>
#include <string_view>

namespace plumbline::ecma {

/// Rewrites what ECMA-262 defines otherwise: `\s`, `\S` and `.` by its white space and line ends,
/// `\u`, `\c`, long names of character properties, named groups, `[]` and `[^]`. Everything else is
/// copied. Errors: kSyntax for an escape of a letter that has no meaning, such as `\a`. Source:
/// ECMA-262, "Patterns", with the flag u.
[[nodiscard]] Result<std::string> translate_pattern(std::string_view pattern);

/// Returns whether the pattern uses constructs of other languages: `(?i)`, `(?#...)`, `(?P<name>`.
[[nodiscard]] bool has_foreign_groups(std::string_view pattern);

}  // namespace plumbline::ecma
