#pragma once
// What updates do to the state of a graph.

#include "mock_server/streaming/graph.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline::mock {

/// Puts an update to a state, key by key as the graph's reducers say. What is no object changes
/// nothing.
void reduce(const Graph& graph, const Json& update, Json& state);
/// Returns what of an input belongs to the graph's state.
[[nodiscard]] Json own_keys(const Graph& graph, const Json& input);
/// Returns the update that makes `after` of `before`: of a list of the graph's state that has
/// grown, what is new.
[[nodiscard]] Json update_between(const Graph& graph, const Json& before, const Json& after);

}  // namespace plumbline::mock
