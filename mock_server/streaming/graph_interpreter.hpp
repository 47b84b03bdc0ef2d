#pragma once
// Executes a graph, one instruction after the other.

#include "mock_server/streaming/graph.hpp"
#include "mock_server/streaming/stream_emitter.hpp"
#include "spec/base/ids.hpp"

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace plumbline::mock {

// What must happen before the next instruction.

struct NoWait {};
/// Time passes on the workspace's clock.
struct WorkspaceTimeWait {
    Duration time;
};
struct RealTimeWait {
    Duration time;
};
/// A gate is opened.
struct GateWait {
    const std::string* gate;  ///< owned by the graph
};
struct RunEnd {};

using GraphWait = std::variant<NoWait, WorkspaceTimeWait, RealTimeWait, GateWait, RunEnd>;

/// Executes a graph and emits its events. The same graph, input, state and seed give the same
/// events. Placeholders in values: {input:POINTER}, {state:POINTER} (before the step), {n}
/// (iteration of the innermost loop), {step}, {run_id}, {thread_id}, and of the last model {text}
/// and {message_id}. Not thread-safe: the run guards it.
class GraphInterpreter {
  public:
    /// `graphs` contains the graphs that it calls. The keys of the input that belong to the state
    /// are applied to it as an update.
    GraphInterpreter(std::shared_ptr<const Graphs> graphs,
                     std::shared_ptr<const Graph> graph,
                     SharedJson input,
                     Json state,
                     std::uint64_t seed);
    ~GraphInterpreter();
    GraphInterpreter(GraphInterpreter&&) noexcept;
    GraphInterpreter& operator=(GraphInterpreter&&) noexcept;

    /// Executes the next instruction. After RunEnd it does nothing.
    [[nodiscard]] GraphWait execute_next(StreamEmitter& emitter);
    /// Returns the state of the graph after the last completed step.
    [[nodiscard]] const Json& state() const;
    [[nodiscard]] Json state_with_last_step_twice() const;

  private:
    struct GraphFrame;
    struct ModelOutput;
    struct Execution;

    [[nodiscard]] GraphWait execute_instruction(StreamEmitter& emitter);
    void start(StreamEmitter& emitter);
    [[nodiscard]] GraphWait emit_token(StreamEmitter& emitter);
    void repeat_or_leave_loop();
    void finish_frame(StreamEmitter& emitter);
    [[nodiscard]] Json fill_placeholders(const Json& value_template,
                                         const StreamEmitter& emitter) const;

    bool has_started_ = false;
    bool has_ended_ = false;
    Duration elapsed_{0};
    std::unique_ptr<ModelOutput> model_output_;
    std::vector<GraphFrame> frames_;  ///< the innermost last; never empty
    std::shared_ptr<const Graphs> graphs_;
    SharedJson input_;
    IdSource ids_;
    std::string text_;
    std::string message_id_;
    std::vector<Json> last_updates_;  ///< of the last step
};

}  // namespace plumbline::mock
