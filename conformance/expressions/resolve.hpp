#pragma once
// Resolves a parsed expression to its value in a scope.

#include "conformance/expressions/expression_path.hpp"
#include "conformance/expressions/scope.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline::expressions {

/// Returns the value with its type. Errors: kUnresolved; the message is `unresolved: EXPRESSION:
/// the part that has no value`.
[[nodiscard]] Result<Json> resolve(const ExpressionPath& path, const Scope& scope);

}  // namespace plumbline::expressions
