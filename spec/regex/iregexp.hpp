#pragma once
// I-Regexp, the regular expressions that JSONPath and other formats use. Source: RFC 9485.

#include "spec/base/result.hpp"
#include "spec/regex/regex.hpp"

#include <string_view>

namespace plumbline {

/// How much of a text a pattern must match.
enum class MatchScope {
    kWhole,      ///< the whole text
    kSubstring,  ///< any substring of it
};

/// Checks and compiles an I-Regexp; `search` of the result then returns whether a text matches. `^`
/// and `$` are anchors, as in the mappings of section 5. Errors: kSyntax (not an I-Regexp; the
/// message has the character, counted from 1), kLimit (too long, too large, a count over 1000).
/// Source: RFC 9485, sections 4 and 5.
[[nodiscard]] Result<Regex> compile_iregexp(std::string_view pattern, MatchScope scope);

}  // namespace plumbline
