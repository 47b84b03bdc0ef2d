#pragma once
// Evaluates the payload of a step.

#include "conformance/workflow/suite.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline::runner {

/// Returns the payload with its values, after its replacements in order. A target that is a query
/// replaces every location that it selects; of nested locations, the outer one wins. Errors:
/// kUnresolved; kNotFound (nothing to replace), kInvalid, with the replacement's position.
[[nodiscard]] Result<Json> payload_of(const workflow::StepBody& body,
                                      const expressions::Scope& scope);

}  // namespace plumbline::runner
