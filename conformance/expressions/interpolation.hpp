#pragma once
// Text with expressions in braces: `/deployments/{$inputs.id}`.

#include "conformance/expressions/path.hpp"
#include "conformance/expressions/scope.hpp"
#include "spec/base/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::expressions {

/// A text cut into plain parts and expressions.
class Interpolation {
  public:
    /// Cuts at every `{$` that begins an expression; all other braces are plain text.
    /// Faults: those of the expressions; a missing `}`.
    [[nodiscard]] static Parse<Interpolation> parse(std::string_view text);

    [[nodiscard]] bool has_expressions() const;
    /// Returns the text with each expression replaced by its value as text. Errors: kUnresolved.
    [[nodiscard]] Result<std::string> evaluate(const Scope& scope) const;
    /// Returns the text with `stand_in` in place of each expression.
    [[nodiscard]] std::string with_stand_in(std::string_view stand_in) const;
    [[nodiscard]] Expression::Uses uses() const;

  private:
    /// Plain text or, if `path` is set, an expression.
    struct Piece {
        std::string plain;
        std::optional<Path> path;
    };
    std::vector<Piece> pieces_;
};

}  // namespace plumbline::expressions
