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

/// A Criterion Object as written.
struct CriterionText {
    std::optional<std::string> context;
    std::string condition;
    CriterionType type = CriterionType::kSimple;
    SourceRef where;
    /// A query `$[?..]` that selects nothing is tried on an array around the context as well, as
    /// runners do that wrap it.
    bool retries_in_array = false;
};

/// What became of a criterion. `expected` and `got` are filled whether it holds or not. They show
/// values as they were read, inputs too: whoever prints them masks the secret ones.
struct Judgement {
    bool holds = false;
    std::string
        expected;     ///< e.g. `$statusCode == 201`, `$response.body#/status to match ^DEPLOYED$`
    std::string got;  ///< e.g. `$statusCode is 200`: every expression that was read
    std::string unresolved;  ///< `unresolved: ...` why a part had no value, "" if all had
};

/// A compiled criterion. Cheap to copy. Thread: immutable.
///
/// A simple condition is made of expressions, true, false, null, numbers and 'texts' (a quote
/// inside is written twice; "texts" go as well) with ( ) ! < <= > >= == != && ||, binding in the
/// order `!`, comparison,
/// `&&`, `||`. Alone a value counts as true unless it is false, null, 0 or "". Texts compare
/// without regard to case: where case matters, use a regular expression. Any value compares with
/// null; `!=` negates `==`.
///
/// A regular expression is searched for in the context's value (JSON text, unless it is a string);
/// `{$x}` in it is replaced by the value, raw.
///
/// A JSONPath query holds if it selects at least one node of the context's value; `{$x}` in it is
/// replaced in the same way.
///
/// An XPath expression is not judged: it does not hold, and `uses` says that it is unsupported.
/// Source: Arazzo 1.1, "Criterion Object".
class Criterion {
  public:
    /// Errors: kSyntax (the notes show the condition with a caret), kLimit (length, nesting),
    /// kInvalid (regex, jsonpath or xpath without context), kUnsupported (lookaround and
    /// back-references in a pattern).
    [[nodiscard]] static Result<Criterion> compile(CriterionText text);

    /// Judges; never fails: an unresolved part makes the criterion not hold, with the reason.
    [[nodiscard]] Judgement judge(const Scope& scope) const;
    [[nodiscard]] const CriterionText& text() const;
    [[nodiscard]] Expression::Uses uses() const;
    /// Returns what is legal and hardly meant, such as a pattern in a query that fits nothing.
    [[nodiscard]] std::vector<std::string> remarks() const;

  private:
    struct Compiled;
    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace plumbline::expressions
