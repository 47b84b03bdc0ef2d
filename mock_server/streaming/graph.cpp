#include "mock_server/streaming/graph.hpp"

#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace plumbline::mock {
namespace {

/// More than any test needs, but small enough that a mistaken number does not keep a run from
/// ending.
constexpr std::int64_t kMaxParameter = 100'000'000;

IntParameter read_parameter(const FixtureValue& node) {
    return {as_integer(node.json()).value_or(node.number("else", 0)),
            node.text("input"),
            kMaxParameter};
}

Result<Duration> read_time(const FixtureValue& node) {
    const auto time = parse_duration(node.text());
    if (!time) return node.fail(time.error().message);
    return *time;
}

/// Reads one graph into its list of instructions: a function for each keyword.
class GraphReader {
  public:
    explicit GraphReader(std::vector<GraphInstruction>& instructions)
        : instructions_(instructions) {}

    Result<void> read_items(const FixtureValue& list) {
        return check_each(list.items(), [&](const FixtureValue& item) { return read_item(item); });
    }

  private:
    struct ItemParser {
        std::string_view keyword;
        Result<void> (GraphReader::*read)(const FixtureValue&);
    };

    Result<void> read_item(const FixtureValue& item) {
        static constexpr std::array<ItemParser, 10> kParsers{{
            {"step", &GraphReader::read_step},
            {"repeat", &GraphReader::read_repeat},
            {"model", &GraphReader::read_model},
            {"custom", &GraphReader::read_custom},
            {"update", &GraphReader::read_update},
            {"subgraph", &GraphReader::read_call},
            {"delay", &GraphReader::read_delay},
            {"pause_ms", &GraphReader::read_pause},
            {"gate", &GraphReader::read_gate},
            {"fail", &GraphReader::read_failure},
        }};
        for (const ItemParser& row : kParsers) {
            const FixtureValue node = item.at(row.keyword);
            if (node.exists()) return (this->*row.read)(node);
        }
        return item.fail(
            "contains no known instruction; see GraphInstructions in fixtures.schema.json");
    }

    Result<void> add(GraphInstruction instruction) {
        instructions_.push_back(std::move(instruction));
        return {};
    }

    Result<void> read_step(const FixtureValue& nodes) {
        (void)add(BeginStep{});
        return check_each(nodes.items(),
                          [&](const FixtureValue& node) {
                              (void)add(BeginNode{node.text("node")});
                              return read_items(node.at("instructions")).and_then([&] {
                                  return add(EndNode{});
                              });
                          })
            .and_then([&] { return add(EndStep{}); });
    }

    Result<void> read_repeat(const FixtureValue& node) {
        const std::size_t begin = instructions_.size();
        const FixtureValue times = node.at("times");
        (void)add(BeginLoop{read_parameter(times), times.json().is_string(), 0});
        return read_items(node.at("instructions")).and_then([&] {
            std::get<BeginLoop>(instructions_[begin]).end = instructions_.size() + 1;
            return add(EndLoop{begin});
        });
    }

    Result<void> read_model(const FixtureValue& node) {
        CallModel call{node.text("name", "model"),
                       std::make_shared<const Json>(node.text("text", "token ")),
                       read_parameter(node.at("tokens")),
                       read_parameter(node.at("bytes")),
                       read_parameter(node.at("pause_ms")),
                       Duration(0),
                       node.texts("tags")};
        if (!node.at("delay").exists()) return add(std::move(call));
        return assign(read_time(node.at("delay")), call.delay).and_then([&] {
            return add(std::move(call));
        });
    }

    Result<void> read_custom(const FixtureValue& node) { return add(EmitCustom{node.shared()}); }
    Result<void> read_update(const FixtureValue& node) { return add(UpdateState{node.shared()}); }
    Result<void> read_call(const FixtureValue& node) { return add(CallGraph{node.text()}); }
    Result<void> read_delay(const FixtureValue& node) {
        return read_time(node).and_then(
            [&](Duration time) { return add(WaitWorkspaceTime{time}); });
    }
    Result<void> read_pause(const FixtureValue& node) {
        return add(WaitRealTime{read_parameter(node)});
    }
    Result<void> read_gate(const FixtureValue& node) { return add(WaitAtGate{node.text()}); }
    Result<void> read_failure(const FixtureValue& node) { return add(FailRun{node.shared()}); }

    std::vector<GraphInstruction>& instructions_;
};

Result<std::shared_ptr<const Graph>> read_graph(const Document& fixture) {
    const FixtureValue root(fixture);
    auto graph = std::make_shared<Graph>();
    graph->name = root.text("graph");
    graph->summary = root.text("summary");
    for (const FixtureValue& key : root.at("state").members()) {
        graph->reducers[key.name()] = key.text() == "append" ? Reducer::kAppend
                                      : key.text() == "add"  ? Reducer::kAdd
                                                             : Reducer::kReplace;
    }
    graph->where = root.at("instructions").where();
    return GraphReader(graph->instructions).read_items(root.at("instructions")).map([&] {
        return std::shared_ptr<const Graph>(std::move(graph));
    });
}

/// Checks that every called graph exists and that no graph calls itself, directly or indirectly;
/// `path` contains the calling graphs, `checked` those whose calls have been checked: without it,
/// graphs that call the next one twice each would take time for each path through them.
Result<void> check_calls(const Graphs& graphs,
                         const Graph& graph,
                         std::vector<std::string> path,
                         std::set<std::string>& checked) {
    if (checked.contains(graph.name)) return {};
    path.push_back(graph.name);
    const auto calls =
        check_each(graph.instructions, [&](const GraphInstruction& instruction) -> Result<void> {
            const auto* call = std::get_if<CallGraph>(&instruction);
            if (!call) return {};
            const SourceRef& where = graphs.find(path.front())->second->where;
            const auto called = graphs.find(call->graph);
            if (called == graphs.end()) {
                return fail(ErrorCode::kInvalid,
                            fmt::format("there is no graph named \"{}\"", call->graph),
                            where);
            }
            if (std::ranges::count(path, call->graph) > 0) {
                return fail(ErrorCode::kInvalid,
                            fmt::format("calls itself: {} → {}", join(path, " → "), call->graph),
                            where);
            }
            return check_calls(graphs, *called->second, path, checked);
        });
    if (calls) checked.insert(graph.name);
    return calls;
}

}  // namespace

std::int64_t IntParameter::resolve(const Json& input_value) const {
    if (input_pointer.empty()) return default_value;
    const Json* found = find(input_value, std::string_view(input_pointer));
    const auto requested = found ? as_integer(*found) : std::nullopt;
    return requested && *requested >= 0 ? std::min(*requested, max) : default_value;
}

Result<Graphs> load_graphs(const Fixtures& fixtures) {
    auto graphs = load_named(fixtures, "graph", read_graph);
    if (!graphs) return graphs;
    std::set<std::string> checked;
    return check_each(
               *graphs,
               [&](const auto& graph) { return check_calls(*graphs, *graph.second, {}, checked); })
        .map([&] { return std::move(*graphs); });
}

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
