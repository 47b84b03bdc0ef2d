#pragma once
// Values passed between steps and workflows: parameters of a call, outputs.

#include "conformance/expressions/scope.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns the outputs that have a value, by name. An output without a value is omitted: an
/// expression that needs it reports "unresolved" with its own position.
[[nodiscard]] Json outputs_of(const std::vector<workflow::OutputDefinition>& outputs,
                              const expressions::Scope& scope);

/// Returns the inputs that a step or action passes to a workflow by these parameters. Errors:
/// kUnresolved.
[[nodiscard]] Result<Json> inputs_from(const std::vector<workflow::ParameterValue>& parameters,
                                       const expressions::Scope& scope);

/// Returns whether all parameters of a clean-up step have a value: what was never created needs no
/// deletion.
[[nodiscard]] bool has_parameter_values(const workflow::Step& step,
                                        const expressions::Scope& scope);

}  // namespace plumbline::runner
