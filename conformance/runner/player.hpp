#pragma once
// Plays one workflow of a scenario: its steps in their order, with retries, jumps, clean-up and the
// workflows they call.

#include "conformance/runner/scene.hpp"

namespace plumbline::runner {

/// Plays `workflow`, adds its steps to the scene and itself to the workflows played. Never throws,
/// never waits longer than its steps' deadlines.
Played play_workflow(Scene& scene,
                     const workflow::Workflow& workflow,
                     SharedJson inputs,
                     Call call);

}  // namespace plumbline::runner
