#pragma once
// The stages of a request of the API that need the simulation of its workspace, which is locked
// meanwhile.

#include "mock_server/engine/request_context.hpp"

#include <optional>

namespace plumbline::mock {

/// Fires the timers that are due, and advances virtual time for a write.
std::optional<EngineResponse> advance_time(RequestContext& context);
/// Finds the parent and the record named in the path, 404 if there is none. The record must belong
/// to the client's tenant and to the parent. A polling request advances virtual time.
std::optional<EngineResponse> find_records(RequestContext& context);
/// Refuses the request if the record is in a certain state.
std::optional<EngineResponse> check_state(RequestContext& context);
/// Removes unknown fields from the body and evaluates the rules of the contract.
std::optional<EngineResponse> check_rules(RequestContext& context);
/// Performs the action of the operation; always returns a response.
std::optional<EngineResponse> perform_action(RequestContext& context);

/// Returns the value of a path parameter in lower case, as ids are stored; "" for an empty name.
[[nodiscard]] std::string path_id(const RequestContext& context, const std::string& parameter);

}  // namespace plumbline::mock
