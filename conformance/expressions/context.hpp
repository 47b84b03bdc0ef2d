#pragma once
// The context of criteria and selectors: an expression that says which value is looked at.

#include "conformance/expressions/path.hpp"
#include "spec/base/result.hpp"

#include <string>

namespace plumbline::expressions {

/// Reads a `context`. Errors: kSyntax, kLimit; the message says that the context is meant.
[[nodiscard]] Result<Path> parse_context(const std::string& text, const SourceRef& where);

}  // namespace plumbline::expressions
