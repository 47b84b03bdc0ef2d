#pragma once
// Arazzo criteria: simple conditions, regular expressions and queries over a context.

#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/scope.hpp"
#include "spec/base/result.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::expressions {

enum class CriterionType { kSimple, kRegex, kJsonPath, kXPath };

/// A Criterion Object as it is written.
struct CriterionText {
    std::optional<std::string> context;
    std::string condition;
    CriterionType type = CriterionType::kSimple;
    SourceRef where;
    /// A query `$[?..]` that selects nothing is also tried on an array around the context, because
    /// some runners wrap the context.
    bool retries_in_array = false;
    ExpressionGrammar grammar = ExpressionGrammar::kArazzo11;
};

/// The result of a criterion. `expected` and `got` are filled whether it is met or not. They show
/// values as they were read, inputs included: a caller that prints them must mask secrets.
struct CriterionResult {
    bool holds = false;
    std::string
        expected;     ///< e.g. `$statusCode == 201`, `$response.body#/status to match ^DEPLOYED$`
    std::string got;  ///< e.g. `$statusCode is 200`: every expression that was read
    std::string unresolved;  ///< `unresolved: ...` why a part had no value, "" if all had
    bool took_too_long =
        false;  ///< it is unknown whether it holds: its queries need too many steps
};

/// A compiled criterion. Cheap to copy. Thread-safe: immutable.
///
/// A simple condition consists of expressions, true, false, null, numbers and 'strings' (a quote
/// inside is written twice; "strings" are accepted too) with ( ) ! < <= > >= == != && ||.
/// Precedence: `!`, comparison, `&&`, `||`. A value alone is true unless it is false, null, 0 or
/// "". Strings are compared without regard to case: where case matters, use a regular expression.
/// Any value can be compared with null; `!=` negates `==`.
///
/// A regular expression is searched for in the context's value (as JSON text, unless it is a
/// string); `{$x}` in the pattern is replaced by the unquoted value.
///
/// A JSONPath criterion is met if its query selects at least one node of the context's value;
/// `{$x}` in the query is replaced in the same way.
///
/// An XPath expression is not evaluated: the criterion is not met, and `uses` reports that it is
/// unsupported. Source: Arazzo 1.1, "Criterion Object".
class Criterion {
  public:
    /// Errors: kSyntax (the notes show the condition with a caret), kLimit (length, nesting),
    /// kInvalid (regex, jsonpath or xpath without context), kUnsupported (lookaround and
    /// back-references in a pattern).
    [[nodiscard]] static Result<Criterion> compile(CriterionText text);

    /// Evaluates the criterion. Never fails: if a part is unresolved, the criterion is not met and
    /// the result has the reason.
    [[nodiscard]] CriterionResult evaluate(const Scope& scope) const;
    [[nodiscard]] const CriterionText& text() const;
    [[nodiscard]] Expression::Uses uses() const;
    /// Returns warnings about text that is legal but probably not intended, such as a pattern in a
    /// query that matches nothing.
    [[nodiscard]] std::vector<std::string> warnings() const;

  private:
    struct CompiledCriterion;
    std::shared_ptr<const CompiledCriterion> compiled_;
};

}  // namespace plumbline::expressions
