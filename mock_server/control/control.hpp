#pragma once
// The operations of the control interface: one function and one table row each.

#include "mock_server/control/registry.hpp"
#include "mock_server/engine/reply.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// The event of operations.json that pushToRepository plays.
inline constexpr std::string_view kPushEvent = "push";

/// A call of a control operation whose parameters and body have been judged.
struct ControlCall {
    const std::map<std::string, std::string>& parameters;
    const Json& body;
};

/// Answers an operation of the control interface. Thread: any.
[[nodiscard]] Reply answer_control(std::string_view operation_id,
                                   const ControlCall& call,
                                   Registry& registry);

/// Returns the ids of all operations that answer_control knows, those in operations.json included.
[[nodiscard]] std::vector<std::string> control_operations(const ControlRecords& records);

}  // namespace plumbline::mock
