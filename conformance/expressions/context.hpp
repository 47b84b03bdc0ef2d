#pragma once
// The context of criteria and selectors: an expression for the value that they examine.

#include "conformance/expressions/expression_path.hpp"
#include "spec/base/result.hpp"

#include <string>

namespace plumbline::expressions {

/// Parses a `context`. Errors: kSyntax, kLimit; the message states that the context is wrong.
[[nodiscard]] Result<ExpressionPath> parse_context(const std::string& text, const SourceRef& where);

}  // namespace plumbline::expressions
