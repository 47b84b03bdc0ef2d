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

}  // namespace plumbline::mock
