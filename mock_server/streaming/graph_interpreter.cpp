#include "mock_server/streaming/graph_interpreter.hpp"

#include "mock_server/store/fixtures.hpp"
#include "mock_server/streaming/graph_state.hpp"
#include "spec/base/prefetch.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace plumbline::mock {
namespace {

/// Splits a text after each blank, as a model emits it in tokens.
std::vector<ModelToken> split_tokens(const std::string& text) {
    std::vector<ModelToken> tokens;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t blank = text.find(' ', at);
        const std::size_t end = blank == std::string::npos ? text.size() : blank + 1;
        tokens.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return tokens;
}

std::string repeat_to_size(std::string text, std::int64_t bytes) {
    if (bytes <= 0) return text;
    const std::string pattern = text.empty() ? "x" : text;
    while (text.size() < static_cast<std::size_t>(bytes)) text += pattern;
    text.resize(static_cast<std::size_t>(bytes));
    return text;
}

}  // namespace

/// A graph that is being executed, and the position in it.
struct GraphInterpreter::GraphFrame {
    struct LoopState {
        std::int64_t iteration = 0;
        std::int64_t times = 0;
        bool is_endless = false;
        std::size_t end = 0;  ///< the instruction after the loop
    };

    std::shared_ptr<const Graph> graph;
    RunPosition position;
    Json state;
    std::size_t next_instruction = 0;
    std::vector<LoopState> loops;
    Json update = Json::object();  ///< of the current node
    std::vector<Json> updates;     ///< of the completed nodes of the step
};

/// The remaining output of a model.
struct GraphInterpreter::ModelOutput {
    bool has_waited = false;
    std::size_t count = 0;
    std::size_t emitted = 0;
    Duration delay{0};
    Duration pause{0};
    std::vector<ModelToken> tokens;  ///< one for all, or each
    ModelCall call;
};

GraphInterpreter::GraphInterpreter(std::shared_ptr<const Graphs> graphs,
                                   std::shared_ptr<const Graph> graph,
                                   SharedJson input,
                                   Json state,
                                   std::uint64_t seed)
    : graphs_(std::move(graphs)), input_(std::move(input)), ids_(seed) {
    GraphFrame frame;
    frame.position.graph = graph->name;
    frame.state = std::move(state);
    apply_update(*graph, select_state_keys(*graph, *input_), frame.state);
    frame.graph = std::move(graph);
    frames_.push_back(std::move(frame));
}

GraphInterpreter::~GraphInterpreter() = default;
GraphInterpreter::GraphInterpreter(GraphInterpreter&&) noexcept = default;
GraphInterpreter& GraphInterpreter::operator=(GraphInterpreter&&) noexcept = default;

const Json& GraphInterpreter::state() const {
    return frames_.front().state;
}

void GraphInterpreter::prefetch_next() const {
    prefetch(frames_.back().position);
    if (!model_output_) return;
    prefetch(*model_output_);
    prefetch(model_output_->tokens.front());
    prefetch_bytes(model_output_->call.event_template);
}

GraphWait GraphInterpreter::execute_next(StreamEmitter& emitter) {
    if (has_ended_) return RunEnd{};
    if (!has_started_) start(emitter);
    const GraphWait wait = model_output_ ? emit_token(emitter) : execute_instruction(emitter);
    if (const auto* time = std::get_if<WorkspaceTimeWait>(&wait)) {
        elapsed_ += time->time;
        for (GraphFrame& frame : frames_) frame.position.elapsed = elapsed_;
    }
    return wait;
}

void GraphInterpreter::start(StreamEmitter& emitter) {
    has_started_ = true;
    emitter.emit_metadata();
    const GraphFrame& frame = frames_.back();
    emitter.begin_graph(frame.position, frame.state);
    emitter.emit_values(frame.position, frame.state);
}

GraphWait GraphInterpreter::execute_instruction(StreamEmitter& emitter) {
    GraphFrame& frame = frames_.back();
    if (frame.next_instruction == frame.graph->instructions.size()) {
        finish_frame(emitter);
        return has_ended_ ? GraphWait(RunEnd{}) : NoWait{};
    }
    return std::visit([&](const auto& instruction) { return execute(instruction, emitter); },
                      frame.graph->instructions[frame.next_instruction++]);
}

GraphWait GraphInterpreter::execute(const BeginStep&, StreamEmitter&) {
    ++frames_.back().position.step;
    return NoWait{};
}

/// Applies the updates of a step's nodes to the state, all together.
GraphWait GraphInterpreter::execute(const EndStep&, StreamEmitter& emitter) {
    GraphFrame& frame = frames_.back();
    bool changes = false;
    for (const Json& update : frame.updates) {
        changes = changes || !update.empty();
        apply_update(*frame.graph, update, frame.state);
    }
    frame.updates.clear();
    if (changes) emitter.emit_values(frame.position, frame.state);
    return NoWait{};
}

GraphWait GraphInterpreter::execute(const BeginNode& node, StreamEmitter& emitter) {
    GraphFrame& frame = frames_.back();
    frame.position.node = node.name;
    frame.update = Json::object();
    emitter.begin_node(frame.position, frame.state);
    return NoWait{};
}

GraphWait GraphInterpreter::execute(const EndNode&, StreamEmitter& emitter) {
    GraphFrame& frame = frames_.back();
    emitter.end_node(frame.position, frame.update);
    frame.updates.push_back(std::exchange(frame.update, Json::object()));
    return NoWait{};
}

GraphWait GraphInterpreter::execute(const CallModel& call, StreamEmitter& emitter) {
    const Json filled = fill_placeholders(*call.text, emitter);
    text_ = as_string(filled).value_or("");
    message_id_ = ids_.uuid();
    const auto count = static_cast<std::size_t>(call.tokens.resolve(*input_));
    model_output_ = std::make_unique<ModelOutput>();
    ModelOutput& output = *model_output_;
    output.tokens =
        count > 0
            ? std::vector{ModelToken(repeat_to_size(text_, call.token_bytes.resolve(*input_)))}
            : split_tokens(text_);
    output.count = count > 0 ? count : output.tokens.size();
    output.delay = call.delay;
    output.pause = std::chrono::milliseconds(call.pause_ms.resolve(*input_));
    output.call = emitter.begin_model(frames_.back().position, message_id_, call.model, call.tags);
    return NoWait{};
}

GraphWait GraphInterpreter::execute(const EmitCustom& custom, StreamEmitter& emitter) {
    emitter.emit_custom(frames_.back().position, fill_placeholders(*custom.data, emitter));
    return NoWait{};
}

GraphWait GraphInterpreter::execute(const UpdateState& update, StreamEmitter& emitter) {
    frames_.back().update.update(fill_placeholders(*update.update, emitter));
    return NoWait{};
}

GraphWait GraphInterpreter::execute(const CallGraph& call, StreamEmitter& emitter) {
    const GraphFrame& caller = frames_.back();
    GraphFrame called;
    called.graph = graphs_->find(call.graph)->second;
    called.position = {caller.position.path, called.graph->name, "", 0, elapsed_};
    called.position.path.push_back(caller.position.node + ':' + ids_.uuid());
    called.state = caller.state;
    frames_.push_back(std::move(called));
    emitter.begin_graph(frames_.back().position, frames_.back().state);
    emitter.emit_values(frames_.back().position, frames_.back().state);
    return NoWait{};
}

GraphWait GraphInterpreter::execute(const WaitWorkspaceTime& wait, StreamEmitter&) {
    return WorkspaceTimeWait{wait.time};
}

GraphWait GraphInterpreter::execute(const WaitRealTime& wait, StreamEmitter&) {
    return RealTimeWait{std::chrono::milliseconds(wait.milliseconds.resolve(*input_))};
}

GraphWait GraphInterpreter::execute(const WaitAtGate& wait, StreamEmitter&) {
    return GateWait{&wait.gate};
}

GraphWait GraphInterpreter::execute(const FailRun& failure, StreamEmitter& emitter) {
    emitter.emit_error(fill_placeholders(*failure.error, emitter));
    has_ended_ = true;
    return RunEnd{};
}

GraphWait GraphInterpreter::execute(const BeginLoop& loop, StreamEmitter&) {
    GraphFrame& frame = frames_.back();
    frame.loops.push_back({0, loop.times.resolve(*input_), loop.is_endless, loop.end});
    repeat_or_leave_loop();
    return NoWait{};
}

GraphWait GraphInterpreter::execute(const EndLoop& loop, StreamEmitter&) {
    frames_.back().next_instruction = loop.begin + 1;
    repeat_or_leave_loop();
    return NoWait{};
}

void GraphInterpreter::repeat_or_leave_loop() {
    GraphFrame& frame = frames_.back();
    GraphFrame::LoopState& current = frame.loops.back();
    if (current.is_endless || current.iteration < current.times) {
        ++current.iteration;
        return;
    }
    frame.next_instruction = current.end;
    frame.loops.pop_back();
}

/// Emits the next token, or waits until it is due.
GraphWait GraphInterpreter::emit_token(StreamEmitter& emitter) {
    ModelOutput& output = *model_output_;
    const GraphFrame& frame = frames_.back();
    if (output.emitted == output.count) {
        emitter.end_model(frame.position, output.call, text_);
        model_output_.reset();
        return NoWait{};
    }
    if (!std::exchange(output.has_waited, true)) {
        if (output.pause.count() > 0) return RealTimeWait{output.pause};
        if (output.delay.count() > 0) return WorkspaceTimeWait{output.delay};
    }
    output.has_waited = false;
    const std::size_t index = output.tokens.size() == 1 ? 0 : output.emitted;
    ++output.emitted;
    emitter.emit_token(frame.position, output.call, output.tokens[index]);
    return NoWait{};
}

/// Ends the innermost graph. The changes that a called graph made to the state become the update of
/// the calling node.
void GraphInterpreter::finish_frame(StreamEmitter& emitter) {
    // The end event, like the start event, belongs to no node.
    frames_.back().position.node.clear();
    frames_.back().position.step = 0;
    emitter.end_graph(frames_.back().position, frames_.back().state);
    if (frames_.size() == 1) {
        has_ended_ = true;
        return;
    }
    const GraphFrame called = std::move(frames_.back());
    frames_.pop_back();
    GraphFrame& caller = frames_.back();
    caller.update.update(update_between(*caller.graph, caller.state, called.state));
}

Json GraphInterpreter::fill_placeholders(const Json& value_template,
                                         const StreamEmitter& emitter) const {
    const GraphFrame& frame = frames_.back();
    const auto value_at = [](const Json& whole, std::string_view pointer) {
        const Json* found = find(whole, pointer);
        return found ? std::optional<Json>(*found) : std::nullopt;
    };
    return fill_template(value_template, [&](std::string_view name) -> std::optional<Json> {
        constexpr std::string_view kInput = "input:";
        constexpr std::string_view kState = "state:";
        if (name.starts_with(kInput)) return value_at(*input_, name.substr(kInput.size()));
        if (name.starts_with(kState)) return value_at(frame.state, name.substr(kState.size()));
        if (name == "n") return Json(frame.loops.empty() ? 0 : frame.loops.back().iteration);
        if (name == "step") return Json(frame.position.step);
        if (name == "text") return Json(text_);
        if (name == "message_id") return Json(message_id_);
        if (name == "run_id") return Json(emitter.config().run_id);
        if (name == "thread_id") return Json(emitter.config().thread_id);
        return std::nullopt;
    });
}

}  // namespace plumbline::mock
