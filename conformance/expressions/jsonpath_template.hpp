#pragma once
// JSONPath queries of a suite, which can contain expressions.

#include "conformance/expressions/interpolation.hpp"
#include "spec/jsonpath/jsonpath.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::expressions {

/// The largest number of nodes whose values are taken or replaced. Criteria count beyond it.
inline constexpr std::size_t kMaxSelectedNodes = 10'000;

/// A JSONPath query in which `{$x}` is replaced by the unquoted value, so the author writes the
/// quotes around a string. Thread-safe: immutable. Source: Arazzo 1.1, "Runtime Expressions in
/// Conditions"; RFC 9535.
class JsonPathTemplate {
  public:
    /// Compiles the parts that need no values: a query without expressions, and one that has
    /// expressions only inside quotes. Values elsewhere in the query are known only during the run.
    /// Errors: kSyntax, kInvalid, kLimit, at `where`; the notes show the query with a caret.
    [[nodiscard]] static Result<JsonPathTemplate> compile(
        const std::string& text,
        const SourceRef& where,
        ExpressionGrammar grammar = ExpressionGrammar::kArazzo11);

    /// Returns the query with its values. Errors: kUnresolved: an expression without a value, or
    /// values that make the query invalid.
    [[nodiscard]] Result<JsonPath> with_values(const Scope& scope) const;
    [[nodiscard]] const std::string& text() const { return text_; }
    /// Returns warnings about a query that is legal but probably not intended; none for a query
    /// with expressions.
    [[nodiscard]] std::vector<std::string> warnings() const;
    [[nodiscard]] Expression::Uses uses() const { return interpolation_.uses(); }

  private:
    std::string text_;
    Interpolation interpolation_;
    std::optional<JsonPath> compiled_;  // set if there is no expression
};

}  // namespace plumbline::expressions
