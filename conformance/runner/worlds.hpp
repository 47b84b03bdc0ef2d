#pragma once
// The worlds of a mock: the inputs that scenarios get in each, and the choice of a world for a
// group.

#include "conformance/runner/access/environment.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <functional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Returns every hosting that a world may have; the first is "", the mock's default.
[[nodiscard]] const std::vector<std::string>& all_hostings();

/// Creates a workspace for each hosting, records the inputs in it, and deletes it. The first
/// hosting must exist; of the others, only those with a world are returned, without duplicates.
/// Errors: as open_environment.
[[nodiscard]] Result<std::vector<TargetWorld>> query_worlds(
    const Target& target, const std::vector<std::string>& hostings, const Send& send);

/// Returns the inputs that the user sets for a workflow.
using InputProvider = std::function<Json(const workflow::Workflow&)>;

/// Returns the hosting of the first world in which all of `workflows` have their inputs; "" (the
/// target's default) if no world is known or none has them all.
[[nodiscard]] std::string hosting_for(const std::vector<const workflow::Workflow*>& workflows,
                                      const std::vector<TargetWorld>& worlds,
                                      const InputProvider& user_inputs);

}  // namespace plumbline::runner
