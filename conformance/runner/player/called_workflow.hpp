#pragma once
// Workflows that the steps and actions of another workflow play.

#include "conformance/runner/player/workflow_state.hpp"

namespace plumbline::runner {

/// Plays the workflow that an action names and adds its result to the caller's; returns whether it
/// passed.
bool play_action_workflow(WorkflowState& caller,
                          const workflow::Action& action,
                          const AttemptData& data);

/// Makes one attempt of a step that calls a workflow.
[[nodiscard]] Attempt call_workflow(WorkflowState& caller, const workflow::Step& step, int number);

}  // namespace plumbline::runner
