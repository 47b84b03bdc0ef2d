#pragma once
// Inputs that name what exists at a target, found in the responses to its lists.

#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::runner {

/// Adds the inputs that a list of an area shows to `inputs`, unless they have values: exports by
/// their status, deployments by their source. A deployment of a run, or one that is being deleted,
/// is none of them: it may be gone at any time. Of several deployments the oldest is used.
void add_found_inputs(const std::string& area, const Json& list, Json& inputs);

/// Returns whether lists may show this input.
[[nodiscard]] bool is_found_input(const std::string& input);

}  // namespace plumbline::runner
