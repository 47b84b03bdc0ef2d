#pragma once
// The stages before the action. Each fills in its part of the exchange, or ends it with a reply.

#include "mock_server/engine/engine.hpp"
#include "mock_server/engine/exchange.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::mock {

/// Says whether a target is of the control interface.
[[nodiscard]] bool is_of_control(const http::Target& target);
/// Says whether paths that begin with `segment` are the mock's own: control interface, workspaces.
[[nodiscard]] bool is_reserved(std::string_view segment);
/// Returns how many segments stand before the API's own path: base path, workspace, and the base
/// path of its world.
[[nodiscard]] std::size_t prefix_length(const Engine& engine,
                                        const std::vector<std::string>& segments);
/// Returns the answer to a path that does not exist.
[[nodiscard]] Reply nothing_there();

/// Splits the request target: 400 for one that is none.
std::optional<Reply> read_target(const Engine& engine, Exchange& exchange);
/// Finds the workspace by the prefix `/w/{id}`, else by tenant or key: 404 for a prefix nobody has.
std::optional<Reply> select_workspace(const Engine& engine, Exchange& exchange);
/// Takes the base path off, 404 if it is not there; then that of the world, where it is there.
std::optional<Reply> strip_base_path(const Engine& engine, Exchange& exchange);
/// Finds the operation: 404, or 405 with Allow.
std::optional<Reply> find_route(const Engine& engine, Exchange& exchange);
/// Keeps strangers out of the control interface: 401, 403.
std::optional<Reply> admit_to_control(const Engine& engine, Exchange& exchange);
/// Finds out who is calling: 401, 403.
std::optional<Reply> check_credentials(const Engine& engine, Exchange& exchange);
/// Judges path and query parameters; what is wrong is answered together with the body.
std::optional<Reply> check_parameters(const Engine& engine, Exchange& exchange);
/// Reads and judges the body: 400, 422.
std::optional<Reply> check_body(const Engine& engine, Exchange& exchange);

}  // namespace plumbline::mock
