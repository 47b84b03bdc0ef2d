#pragma once
// JSONPath queries of a suite, which may hold expressions.

#include "conformance/expressions/interpolation.hpp"
#include "spec/jsonpath/jsonpath.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::expressions {

/// The most nodes of which values are taken or replaced; criteria count further.
inline constexpr std::size_t kMaxSelected = 10'000;

/// A JSONPath query in which `{$x}` is replaced by the value, raw, so the quotes around a text are
/// the author's to write. Thread: immutable. Source: Arazzo 1.1, "Runtime Expressions in
/// Conditions"; RFC 9535.
class Query {
  public:
    /// Compiles what can be compiled without values: a query without expressions, and one that has
    /// them in quoted texts only. What they may stand for elsewhere is not known before the run.
    /// Errors: kSyntax, kInvalid, kLimit; the notes show the query with a caret, `where` is the
    /// place.
    [[nodiscard]] static Result<Query> compile(const std::string& text, const SourceRef& where);

    /// Returns the query with its values. Errors: kUnresolved: an expression without a value, or
    /// values that make it no query.
    [[nodiscard]] Result<JsonPath> with_values(const Scope& scope) const;
    [[nodiscard]] const std::string& text() const { return text_; }
    /// Returns what is legal and hardly meant; nothing of a query that has expressions.
    [[nodiscard]] std::vector<std::string> remarks() const;
    [[nodiscard]] Expression::Uses uses() const { return cut_.uses(); }

  private:
    std::string text_;
    Interpolation cut_;
    std::optional<JsonPath> compiled_;  // set if there is no expression
};

}  // namespace plumbline::expressions
