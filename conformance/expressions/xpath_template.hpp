#pragma once
// XPath expressions of a suite: their syntax is checked roughly, and they are never evaluated.

#include "conformance/expressions/interpolation.hpp"
#include "spec/base/result.hpp"

#include <string>

namespace plumbline::expressions {

/// An XPath expression, which can contain `{$x}`. Thread-safe: immutable. Source: Arazzo 1.1,
/// "Criterion Object" and "Selector Object".
class XPathTemplate {
  public:
    /// Checks only quotes, parentheses and brackets. Errors: kSyntax (an empty text, one without
    /// its counterpart, an invalid `{$x}`), kLimit; the notes show the text with a caret.
    [[nodiscard]] static Result<XPathTemplate> read(
        const std::string& text,
        const SourceRef& where,
        ExpressionGrammar grammar = ExpressionGrammar::kArazzo11);

    [[nodiscard]] const std::string& text() const { return text_; }
    /// Returns the names that it reads, and that it is unsupported.
    [[nodiscard]] Expression::Uses uses() const;
    /// Returns the error for evaluating it: kUnsupported.
    [[nodiscard]] tl::unexpected<Error> unsupported_error() const;

  private:
    std::string text_;
    Interpolation interpolation_;
};

}  // namespace plumbline::expressions
