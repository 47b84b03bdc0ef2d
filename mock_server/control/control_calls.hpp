#pragma once
// The operations of the control interface: one function and one table row each.

#include "mock_server/control/registry.hpp"
#include "mock_server/control/simulation_calls.hpp"
#include "mock_server/outgoing/outgoing_requests.hpp"
#include "mock_server/response/engine_response.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// The event of operations.json that pushToRepository dispatches.
inline constexpr std::string_view kPushEvent = "push";

/// A call of a control operation with validated parameters and body.
struct ControlCall {
    const std::map<std::string, std::string>& parameters;
    const Json& body;
    Registry& registry;
    const OutgoingService& outgoing;
};

/// Handles an operation of the control interface. Thread-safe: the registry and the workspaces
/// guard their state.
[[nodiscard]] EngineResponse handle_control(std::string_view operation_id, const ControlCall& call);

/// Returns the ids of all operations that handle_control implements, including those of
/// operations.json.
[[nodiscard]] std::vector<std::string> control_operations(const ControlSpec& records);

}  // namespace plumbline::mock
