#include "mock_server/streaming/graph_state.hpp"

#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {

void apply_update(const Graph& graph, const Json& update, Json& state) {
    if (!update.is_object()) return;
    for (const auto& [key, value] : update.items()) {
        const auto row = graph.reducers.find(key);
        const Reducer reducer = row == graph.reducers.end() ? Reducer::kReplace : row->second;
        Json& old = state[key];
        if (reducer == Reducer::kAppend) {
            if (!old.is_array()) old = Json::array();
            if (value.is_array()) {
                old.insert(old.end(), value.begin(), value.end());
            } else {
                old.push_back(value);
            }
        } else if (reducer == Reducer::kAdd && old.is_number_integer() &&
                   value.is_number_integer()) {
            old = old.get<std::int64_t>() + value.get<std::int64_t>();
        } else {
            old = value;
        }
    }
}

Json select_state_keys(const Graph& graph, const Json& input) {
    Json selected = Json::object();
    for (const auto& [key, reducer] : graph.reducers) {
        if (const Json* value = member(input, key)) selected[key] = *value;
    }
    return selected;
}

Json update_between(const Graph& graph, const Json& before, const Json& after) {
    Json update = Json::object();
    for (const auto& [key, value] : after.items()) {
        const Json* old = member(before, key);
        if (old && *old == value) continue;
        update[key] = value;
        const bool grows = old && old->is_array() && value.is_array() &&
                           value.size() > old->size() && graph.reducers.contains(key);
        if (!grows) continue;
        Json& list = update[key];
        list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(old->size()));
    }
    return update;
}

}  // namespace plumbline::mock
