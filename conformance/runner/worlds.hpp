#pragma once
// The worlds a mock offers: what scenarios get in each, and which of them a group plays in.

#include "conformance/runner/environment.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/workflow/plan.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Every kind of hosting that a world may have, after the one that the mock prefers ("").
[[nodiscard]] const std::vector<std::string>& all_hostings();

/// Makes a workspace of each hosting, notes what scenarios are given there, and removes it. The
/// first hosting must be there; of the others only those that the mock has a world of are returned,
/// each once. Errors: as open_environment.
[[nodiscard]] Result<std::vector<World>> survey_worlds(const Target& target,
                                                       const std::vector<std::string>& hostings,
                                                       const Send& send);

/// Returns the inputs that the user gives a workflow.
using GivenInputs = std::function<Json(const workflow::Workflow&)>;

/// Returns the hosting to ask for, so that all of `workflows` get their inputs: that of the first
/// world where they do; "" (what the target prefers) where no world is known or none has them all.
[[nodiscard]] std::string hosting_for(const std::vector<const workflow::Workflow*>& workflows,
                                      const std::vector<World>& worlds,
                                      const GivenInputs& given);

}  // namespace plumbline::runner
