#pragma once
// How updates change the state of a graph.

#include "mock_server/streaming/graph.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline::mock {

/// Applies an update to a state, each key by its reducer. An update that is not an object changes
/// nothing.
void apply_update(const Graph& graph, const Json& update, Json& state);
/// Returns the keys of an input that belong to the graph's state.
[[nodiscard]] Json select_state_keys(const Graph& graph, const Json& input);
/// Returns the update that turns `before` into `after`: for a list of the graph's state that has
/// grown, only the new items.
[[nodiscard]] Json update_between(const Graph& graph, const Json& before, const Json& after);

}  // namespace plumbline::mock
