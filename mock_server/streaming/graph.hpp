#pragma once
// What an assistant's graph does, as a fixture states it: a list of things done one after the
// other.

#include "mock_server/store/fixtures.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::mock {

/// What an update does to a key of the state.
enum class Reducer {
    kReplace,
    kAppend,  ///< lists grow
    kAdd,     ///< numbers are summed up
};

/// A number of a graph, or one that a run's input may give.
struct Amount {
    std::int64_t number = 0;
    std::string input;      ///< pointer into the input, "" if there is none
    std::int64_t most = 0;  ///< an input's number counts as at most this

    /// Returns the input's number, if it gives one of at least 0, else the graph's own.
    [[nodiscard]] std::int64_t of(const Json& input_value) const;
};

/// One thing that a graph does. Values may hold placeholders, see `GraphPlay`.
struct Deed {
    enum class Kind {
        kBeginStep,  ///< a super-step: its nodes see the state before it
        kBeginNode,
        kModel,   ///< a model says something, token by token
        kCustom,  ///< custom data
        kUpdate,  ///< a node's update of the state
        kCall,    ///< another graph runs within the node
        kPace,    ///< time of the workspace's clock passes
        kPause,   ///< real time passes
        kGate,    ///< waits until somebody opens it
        kFail,
        kEndNode,
        kEndStep,
        kLoop,   ///< what follows up to `to` is done `amount` times
        kAgain,  ///< back to `to`
    };
    Kind kind;
    std::string name;  ///< of the node, gate, model or graph
    SharedJson form;   ///< update, custom data, the model's text; kFail: {error, message}
    Amount amount;     ///< times; milliseconds; the model's tokens, 0: those of its text
    Amount bytes;      ///< kModel: of each token, 0: as they are
    Amount pause_ms;   ///< kModel: real time before each token
    Duration pace{0};  ///< kPace; kModel: before each token
    std::vector<std::string> tags;
    bool is_endless = false;  ///< kLoop
    std::size_t to = 0;
};

/// A graph. Thread: immutable.
struct Graph {
    std::string name;
    std::string summary;
    std::map<std::string, Reducer>
        state;  ///< its keys; others are replaced, and no input gives them
    std::vector<Deed> deeds;
};

using Graphs = std::map<std::string, std::shared_ptr<const Graph>, std::less<>>;

/// Loads every graph of the fixtures. Errors: kInvalid, with position: two graphs of one name, a
/// call of an unknown graph or in a circle.
[[nodiscard]] Result<Graphs> load_graphs(const Fixtures& fixtures);

}  // namespace plumbline::mock
