#pragma once
// The steps that playing a workflow may lead to.

#include "conformance/workflow/suite.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns the steps of a workflow and of all workflows that its steps call and its actions start,
/// each once.
[[nodiscard]] std::vector<const workflow::Step*> reachable_steps(
    const workflow::Workflow& workflow);

}  // namespace plumbline::runner
