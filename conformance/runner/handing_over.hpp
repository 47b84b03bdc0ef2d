#pragma once
// What steps and workflows hand to one another: parameters of a call, outputs.

#include "conformance/expressions/scope.hpp"
#include "conformance/workflow/plan.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns the outputs that have a value, by name. One without a value stays away: whoever needs it
/// says "unresolved" with its own place.
[[nodiscard]] Json outputs_of(const std::vector<workflow::Output>& outputs,
                              const expressions::Scope& scope);

/// Returns the inputs that a step or action hands to a workflow by these parameters. Errors:
/// kUnresolved.
[[nodiscard]] Result<Json> inputs_from(const std::vector<workflow::ParameterValue>& parameters,
                                       const expressions::Scope& scope);

/// Says whether a clean-up step has the values it needs: what was never created needs no deletion.
[[nodiscard]] bool is_ready(const workflow::Step& step, const expressions::Scope& scope);

}  // namespace plumbline::runner
