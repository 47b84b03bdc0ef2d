#pragma once
// What operations do: one function and one table row for each action of operations.json.

#include "mock_server/engine/engine.hpp"
#include "mock_server/engine/exchange.hpp"

#include <optional>

namespace plumbline::mock {

/// The last stage: does what the operation's row says and always answers.
std::optional<Reply> act(const Engine& engine, Exchange& exchange);

}  // namespace plumbline::mock
