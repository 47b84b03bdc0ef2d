#pragma once
// An assistant's graph, as a fixture defines it: a list of instructions in the order of their
// execution.

#include "mock_server/store/fixtures.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace plumbline::mock {

/// How an update changes a key of the state.
enum class Reducer {
    kReplace,
    kAppend,  ///< appends to a list
    kAdd,     ///< adds numbers
};

/// A constant, or a number that the run's input can provide.
struct IntParameter {
    std::int64_t default_value = 0;
    std::string input_pointer;  ///< pointer into the input; empty for a constant
    std::int64_t max = 0;       ///< upper limit for a number from the input

    /// Returns the number in the input, if there is one and it is not negative, else the default.
    [[nodiscard]] std::int64_t resolve(const Json& input_value) const;
};

// The instructions of graphs. Values may contain placeholders, see `GraphInterpreter`.

/// Begins a super-step: its nodes read the state from before the step.
struct BeginStep {};
struct EndStep {};
struct BeginNode {
    std::string name;
};
struct EndNode {};
/// A model emits a text token by token.
struct CallModel {
    std::string model;
    SharedJson text;
    IntParameter tokens;       ///< number of tokens; 0 for one per word
    IntParameter token_bytes;  ///< size of each token; 0 keeps the words as written
    IntParameter pause_ms;     ///< real time before each token
    Duration delay{0};         ///< time on the workspace's clock before each token
    std::vector<std::string> tags;
};
struct EmitCustom {
    SharedJson data;
};
/// A node updates the state.
struct UpdateState {
    SharedJson update;
};
/// Runs another graph within the node.
struct CallGraph {
    std::string graph;
};
/// Waits on the workspace's clock.
struct WaitWorkspaceTime {
    Duration time{0};
};
struct WaitRealTime {
    IntParameter milliseconds;
};
/// Waits until the gate is opened.
struct WaitAtGate {
    std::string gate;
};
struct FailRun {
    SharedJson error;  ///< {error, message}
};
/// Runs the instructions before `end` several times.
struct BeginLoop {
    IntParameter times;
    bool is_endless = false;
    std::size_t end = 0;
};
/// Jumps back to the instruction `begin`, a BeginLoop.
struct EndLoop {
    std::size_t begin = 0;
};

using GraphInstruction = std::variant<BeginStep,
                                      EndStep,
                                      BeginNode,
                                      EndNode,
                                      CallModel,
                                      EmitCustom,
                                      UpdateState,
                                      CallGraph,
                                      WaitWorkspaceTime,
                                      WaitRealTime,
                                      WaitAtGate,
                                      FailRun,
                                      BeginLoop,
                                      EndLoop>;

/// A graph. Thread-safe: immutable.
struct Graph {
    std::string name;
    std::string summary;
    std::map<std::string, Reducer> reducers;  ///< reducers by key of the state; other keys are
                                              ///< replaced, and the input does not set them
    std::vector<GraphInstruction> instructions;
    SourceRef where;
};

using Graphs = std::map<std::string, std::shared_ptr<const Graph>, std::less<>>;

/// Loads every graph of the fixtures. Errors: kInvalid, with position: a repeated name, a call of
/// an unknown graph, a cycle of calls.
[[nodiscard]] Result<Graphs> load_graphs(const Fixtures& fixtures);

/// Applies an update to a state, each key by its reducer. An update that is not an object changes
/// nothing.
void apply_update(const Graph& graph, const Json& update, Json& state);
/// Returns the keys of an input that belong to the graph's state.
[[nodiscard]] Json select_state_keys(const Graph& graph, const Json& input);
/// Returns the update that turns `before` into `after`: for a list of the graph's state that has
/// grown, only the new items.
[[nodiscard]] Json update_between(const Graph& graph, const Json& before, const Json& after);

}  // namespace plumbline::mock
