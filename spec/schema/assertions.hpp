#pragma once
// Assertions about a single value that we evaluate ourselves, because valijson's compiled form
// would lose something: exact numbers, the value for the message, linear time.

#include "spec/json/json_fwd.hpp"
#include "spec/regex/ecma_regex.hpp"
#include "spec/schema/schema_match.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

class WrittenNumbers;

/// One compiled assertion.
struct Assertion {
    std::string keyword;  ///< keyword as written in the document
    std::string pointer;  ///< pointer of the keyword in the document
    /// Judges a value; the numbers are those of the text from which it was read, or null.
    std::function<SchemaMatch(const Json&, WrittenNumbers*)> judge;
    std::string expected;  ///< the expectation, for messages
};

/// The regular expressions of a document by their text, each compiled once.
using CompiledPatterns = std::map<std::string, EcmaRegex, std::less<>>;

/// A keyword of the document with its value and pointer. `value` must outlive the assertions.
struct AssertionKeyword {
    std::string_view keyword;
    const Json& value;
    std::string pointer;
};

/// Returns the assertions of one keyword: none if it is always satisfied, one, or one for each name
/// that it lists. The caller has checked the value (`Keyword::value`) and has put its
/// pattern into `patterns`.
[[nodiscard]] std::vector<Assertion> compile_assertions(const AssertionKeyword& assertion,
                                                        const CompiledPatterns& patterns);

/// Returns the assertion that no value satisfies: the schema `false`.
[[nodiscard]] Assertion false_assertion(std::string pointer);

}  // namespace plumbline
