#pragma once
// I-Regexp, the regular expressions that JSONPath and other formats agree on. Source: RFC 9485.

#include "spec/base/result.hpp"
#include "spec/regex/regex.hpp"

#include <string_view>

namespace plumbline {

/// Says how much of a text a pattern has to fit.
enum class Fit {
    kWhole,  ///< all of it, from begin to end
    kPart,   ///< some part of it
};

/// Checks an I-Regexp and compiles it; `search` of the result then tells whether a text fits.
/// `^` and `$` are anchors, as the mappings of section 5 make them. Errors: kSyntax (it is no
/// I-Regexp; the message has the character, counted from 1), kLimit (too long, too large, a count
/// over 1000). Source: RFC 9485, sections 4 and 5.
[[nodiscard]] Result<Regex> compile_iregexp(std::string_view pattern, Fit fit);

}  // namespace plumbline
