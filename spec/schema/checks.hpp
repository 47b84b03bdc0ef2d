#pragma once
// Checks: the assertions about a single value that we judge ourselves, because the compiled form of
// valijson would lose something: exact numbers, the value for a message, linear time.

#include "spec/json/json_fwd.hpp"
#include "spec/regex/regex.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// One compiled assertion.
struct Check {
    std::string keyword;  ///< as written in the document
    std::string pointer;  ///< where it stands in the document
    std::function<bool(const Json&)> holds;
    std::string expected;  ///< what a message says was expected
};

/// The patterns of a document, each compiled once.
using Patterns = std::map<std::string, Regex, std::less<>>;

/// A keyword with its value and place, as the document has them. `value` must outlive the checks.
struct Assertion {
    std::string_view keyword;
    const Json& value;
    std::string pointer;
};

/// Returns the checks of one assertion: none if it always holds, one, or one for each name it
/// lists. The value was found right (`wrong_value`), and its pattern is in `patterns`.
[[nodiscard]] std::vector<Check> make_checks(const Assertion& assertion, const Patterns& patterns);

/// Returns the check that nothing passes: the schema `false`.
[[nodiscard]] Check make_false_check(std::string pointer);

}  // namespace plumbline
