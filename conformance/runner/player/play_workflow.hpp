#pragma once
// Plays one workflow of a scenario: its steps in order, with retries, jumps, clean-up and called
// workflows.

#include "conformance/runner/player/scenario_context.hpp"

namespace plumbline::runner {

/// Plays `workflow`, and adds its steps and its outcome to the scenario's context. Never throws,
/// never waits longer than the deadlines of its steps.
WorkflowOutcome play_workflow(ScenarioContext& context,
                              const workflow::Workflow& workflow,
                              SharedJson inputs,
                              CallFrame call);

}  // namespace plumbline::runner
