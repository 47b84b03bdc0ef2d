#pragma once
// The regular expressions of match() and search(). Source: RFC 9535, sections 2.4.6 and 2.4.7.

#include "spec/base/result.hpp"
#include "spec/regex/iregexp.hpp"
#include "spec/regex/regex.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::jsonpath {

/// A compiled pattern. Without a regex it is not an I-Regexp and matches no text; `error` is the
/// reason.
struct MatchPattern {
    std::optional<Regex> regex;
    std::string error;
};

/// Compiles a pattern. Errors: kLimit (an I-Regexp that is too large).
[[nodiscard]] Result<MatchPattern> compile_pattern(std::string_view text, MatchScope scope);

}  // namespace plumbline::jsonpath
