#pragma once
// Workspaces as the control interface describes them.

#include "mock_server/control/workspace.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline::mock {

/// Returns what a client needs to use a workspace: prefix, tenant, keys, inputs of valid bodies.
[[nodiscard]] Json describe(Workspace& workspace);
/// Returns every record and every timer.
[[nodiscard]] Json describe_state(const Simulation& simulation);
/// Returns the time and the clock settings.
[[nodiscard]] Json describe_clock(const Simulation& simulation);
/// Returns the current limits by name.
[[nodiscard]] Json describe_limits(const Simulation& simulation);
/// Returns every stored change of a record's state, and the number of older ones that were dropped.
[[nodiscard]] Json describe_changes(const Simulation& simulation);
/// Returns every machine's transitions, and how often each was made.
[[nodiscard]] Json describe_coverage(const Simulation& simulation);

}  // namespace plumbline::mock
