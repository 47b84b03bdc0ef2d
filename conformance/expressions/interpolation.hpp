#pragma once
// Text with expressions in braces: `/deployments/{$inputs.id}`.

#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/scope.hpp"
#include "spec/base/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::expressions {

/// A text split into plain parts and expressions.
class Interpolation {
  public:
    /// Splits the text at every `{$` that begins an expression; all other braces are plain text.
    /// Errors: those of the expressions; a missing `}`.
    [[nodiscard]] static ExpressionResult<Interpolation> parse(
        std::string_view text, ExpressionGrammar grammar = ExpressionGrammar::kArazzo11);

    [[nodiscard]] bool has_expressions() const;
    /// Returns the text with each expression replaced by its value as text. Errors:
    /// kUnresolved, kLimit.
    [[nodiscard]] Result<std::string> evaluate(const Scope& scope) const;
    /// Returns the text with `placeholder` in place of each expression.
    [[nodiscard]] std::string with_placeholder(std::string_view placeholder) const;
    [[nodiscard]] Expression::Uses uses() const;

  private:
    /// Plain text, or an expression if `path` is set.
    struct InterpolationSegment {
        std::string plain;
        std::optional<Expression> path;
    };
    std::vector<InterpolationSegment> segments_;
};

}  // namespace plumbline::expressions
