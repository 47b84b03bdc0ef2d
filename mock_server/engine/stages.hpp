#pragma once
// The stages that a request passes before the simulation of its workspace is locked. Each fills in
// its part of the context, or ends the request with a response.

#include "mock_server/engine/engine.hpp"
#include "mock_server/engine/request_context.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Returns whether a target belongs to the control interface.
[[nodiscard]] bool is_control_target(const http::RequestTarget& target);
/// Returns whether paths that begin with `segment` are reserved: control interface, workspaces.
[[nodiscard]] bool is_reserved(std::string_view segment);
/// Returns the number of segments before the API's own path: base path, workspace prefix, and the
/// base path of its world.
[[nodiscard]] std::size_t prefix_segment_count(const Engine& engine,
                                               const std::vector<std::string>& segments);
/// Returns the response to an unknown path.
[[nodiscard]] EngineResponse unknown_path_response();

// Stages of both pipelines:

/// Validates path and query parameters; problems are reported together with those of the body.
std::optional<EngineResponse> check_parameters(RequestContext& context);
/// Parses and validates the body: 400, 422.
std::optional<EngineResponse> check_body(RequestContext& context);

// Stages of the API:

/// Finds the workspace by the prefix `/w/{id}`, otherwise by tenant or key: 404 for an unknown
/// prefix.
std::optional<EngineResponse> select_workspace(RequestContext& context);
/// Removes the base path of the server, 404 if it is missing.
std::optional<EngineResponse> strip_base_path(RequestContext& context);
/// Removes the base path of the world, if it is present.
std::optional<EngineResponse> strip_world_base_path(RequestContext& context);
/// Finds the operation: 404, or 405 with Allow.
std::optional<EngineResponse> find_api_route(RequestContext& context);
/// Responds with the example that a request of a user's document asks for by the header Prefer.
std::optional<EngineResponse> requested_example(RequestContext& context);
/// Authenticates the request: 401, 403.
std::optional<EngineResponse> check_credentials(RequestContext& context);

// Stages of the control interface:

/// Refuses requests if the interface is disabled: 403.
std::optional<EngineResponse> check_control_enabled(RequestContext& context);
/// Refuses what a page of another origin asks for, and the mock's own requests: 403. Browsers send
/// some changes without asking first.
std::optional<EngineResponse> check_control_origin(RequestContext& context);
/// Finds the operation: 404, or 405 with Allow.
std::optional<EngineResponse> find_control_route(RequestContext& context);
/// Checks the token: 401.
std::optional<EngineResponse> check_control_token(RequestContext& context);
/// Calls the operation; always returns a response.
std::optional<EngineResponse> call_control(RequestContext& context);

}  // namespace plumbline::mock
