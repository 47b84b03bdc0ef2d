#pragma once
// The value a parsed expression has in a scope.

#include "conformance/expressions/path.hpp"
#include "conformance/expressions/scope.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline::expressions {

/// Returns the value with its type kept. Errors: kUnresolved; the message is
/// `unresolved: EXPRESSION: which part led nowhere`.
[[nodiscard]] Result<Json> resolve(const Path& path, const Scope& scope);

}  // namespace plumbline::expressions
