#pragma once
// Builds the events that each stream mode emits for an agent run. Source: description, "Stream
// modes"; where it leaves the shape of events open, they follow existing backends.

#include "mock_server/response/response_stream.hpp"
#include "mock_server/streaming/run_faults.hpp"
#include "spec/base/clock.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

enum class StreamMode { kValues, kUpdates, kMessagesTuple, kDebug, kCustom, kEvents };

using StreamModes = std::set<StreamMode>;

[[nodiscard]] std::optional<StreamMode> parse_stream_mode(std::string_view name);

/// Which agent run is streamed, and how.
struct StreamConfig {
    std::string run_id;
    std::string thread_id;  ///< empty for a stateless agent run
    std::string assistant_id;
    std::string graph;
    StreamModes modes;
    bool with_subgraphs = false;
    bool with_ids = false;  ///< events are numbered from 0
    /// With several modes the data is [mode, data] (a setting of the world, or a fault).
    bool pairs_in_data = false;
    /// With subgraphs, the event of a token ends with |node:uuid (a fault).
    bool names_nodes = false;
    /// The mode values also has the state before the first step; false is a fault.
    bool with_first_state = true;
    Instant start{};  ///< when the agent run started, on the workspace's clock
    RunFaults faults;

    [[nodiscard]] bool has(RunFault fault) const { return faults.contains(fault); }
};

/// A position in an agent run.
struct RunPosition {
    std::vector<std::string> path;  ///< `node:uuid` for each enclosing graph
    std::string graph;
    std::string node;
    int step = 0;
    Duration elapsed{0};  ///< since the start, on the workspace's clock
};

/// A token of a model's output.
struct ModelToken {
    explicit ModelToken(std::string text);

    std::string content;
    std::string json;  ///< `content` as a JSON value, encoded once because it is emitted often
};

/// One call of a model: the data shared by its tokens.
struct ModelCall {
    bool is_streamed = false;        ///< its tokens are requested
    std::string event_template;      ///< the event of a token, without the content
    std::size_t content_offset = 0;  ///< position of the content in `event_template`
    std::string id;
    std::string model;
    std::vector<std::string> tags;
};

/// Writes the events of an agent run. Not thread-safe: the agent run guards it.
class StreamEmitter {
  public:
    /// `sink` receives each event, which is valid during the call.
    StreamEmitter(StreamConfig config, std::function<void(std::string_view)> sink);

    [[nodiscard]] const StreamConfig& config() const { return config_; }

    void emit_metadata();
    void begin_graph(const RunPosition& at, const Json& state);
    void end_graph(const RunPosition& at, const Json& state);
    /// Emits the state. Call it before the first step, and after each step that changes the state.
    void emit_values(const RunPosition& at, const Json& state);
    void begin_node(const RunPosition& at, const Json& state);
    void end_node(const RunPosition& at, const Json& update);
    /// Called before the state after the step is emitted.
    void end_step(const RunPosition& at);
    /// Called after it.
    void complete_step(const RunPosition& at);
    void emit_metadata_to(std::string& bytes) const;
    [[nodiscard]] ModelCall begin_model(const RunPosition& at,
                                        std::string id,
                                        std::string model,
                                        std::vector<std::string> tags);
    void emit_token(const RunPosition& at, const ModelCall& call, const ModelToken& token);
    void end_model(const RunPosition& at, const ModelCall& call, const std::string& content);
    void emit_custom(const RunPosition& at, const Json& data);
    void emit_error(const Json& data);
    [[nodiscard]] bool has_failed() const { return has_failed_; }

  private:
    // Checked before an event is built: the state may be large.
    [[nodiscard]] bool is_requested(StreamMode mode, const RunPosition& at) const;
    [[nodiscard]] bool requests_events() const {
        return config_.modes.contains(StreamMode::kEvents);
    }
    void emit_mode_event(StreamMode mode, const RunPosition& at, std::string data);
    void emit_event(std::string_view name, std::string_view data);
    /// Completes an event with its last lines (its id, if any, and the blank line) and emits it.
    void finish_event(std::string& bytes);
    [[nodiscard]] std::string event_name(StreamMode mode, const RunPosition& at) const;
    [[nodiscard]] std::string event_data(StreamMode mode, std::string data) const;
    [[nodiscard]] std::string node_name(const RunPosition& at) const;
    [[nodiscard]] std::vector<std::string> namespace_of(const RunPosition& at) const;
    void emit_debug(const RunPosition& at, std::string_view type, Json payload);
    void emit_callback_event(const RunPosition& at,
                             std::string_view what,
                             std::string_view name,
                             const std::vector<std::string>& tags,
                             Json data);
    [[nodiscard]] Json token_metadata(const RunPosition& at,
                                      const std::vector<std::string>& tags) const;

    StreamConfig config_;
    std::function<void(std::string_view)> sink_;
    std::uint64_t next_id_ = 0;
    bool has_failed_ = false;
    std::string previous_node_;                  ///< for kPreviousNode
    std::string said_;                           ///< of the message, for kGrowingTokens
    std::map<std::string, std::string> merged_;  ///< updates by node, for kMergesUpdates
    std::vector<std::string> late_updates_;      ///< for kStatesFirst
};

}  // namespace plumbline::mock
