#pragma once
// XPath expressions of a suite: known, checked as far as can be told, and never evaluated.

#include "conformance/expressions/interpolation.hpp"
#include "spec/base/result.hpp"

#include <string>

namespace plumbline::expressions {

/// An XPath expression, in which `{$x}` may stand. Thread: immutable. Source: Arazzo 1.1,
/// "Criterion Object" and "Selector Object".
class XPathText {
  public:
    /// Looks at the quotes, parentheses and brackets only. Errors: kSyntax (nothing there, one
    /// without its counterpart, a bad `{$x}`), kLimit; the notes show the text with a caret.
    [[nodiscard]] static Result<XPathText> read(const std::string& text, const SourceRef& where);

    [[nodiscard]] const std::string& text() const { return text_; }
    /// Returns what it reads, and that it is unsupported.
    [[nodiscard]] Expression::Uses uses() const;
    /// Returns why there is no value: kUnsupported.
    [[nodiscard]] tl::unexpected<Error> refusal() const;

  private:
    std::string text_;
    Interpolation cut_;
};

}  // namespace plumbline::expressions
