#pragma once
// Wraps the stages of a request with the faults of its workspace.

#include "mock_server/engine/request_context.hpp"

namespace plumbline::mock {

/// Runs a stage as the faults of the workspace change it.
[[nodiscard]] std::optional<EngineResponse> run_with_faults(Stage stage, RequestContext& context);

}  // namespace plumbline::mock
