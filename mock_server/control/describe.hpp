#pragma once
// Workspaces as the control interface shows them.

#include "mock_server/control/workspace.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline::mock {

/// Returns what a caller needs to use a workspace: prefix, tenant, keys, inputs of valid bodies.
[[nodiscard]] Json describe(Workspace& workspace);
/// Returns every record and every timer.
[[nodiscard]] Json describe_state(Workspace& workspace);
/// Returns the time and how it passes.
[[nodiscard]] Json describe_clock(Life& life);
/// Returns the limits that hold, by name.
[[nodiscard]] Json describe_limits(const Life& life);
/// Returns every change of a record's state that is kept, and how many are not.
[[nodiscard]] Json describe_changes(const Life& life);
/// Returns every machine's transitions, and how often each was taken.
[[nodiscard]] Json describe_coverage(const Life& life);

}  // namespace plumbline::mock
