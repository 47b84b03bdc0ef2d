#include "mock_server/streaming/graph_interpreter.hpp"

#include "mock_server/store/fixtures.hpp"
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

/// Changes the tokens of a model's output by faults and variants.
void change_tokens(std::vector<ModelToken>& tokens,
                   const std::string& text,
                   const StreamConfig& config) {
    if (config.has(RunFault::kWholeMessages)) tokens = {ModelToken(text)};
    if (config.has(RunFault::kGroupsTokens)) {
        std::vector<ModelToken> groups;
        for (std::size_t i = 0; i < tokens.size(); i += 2)
            groups.emplace_back(tokens[i].content +
                                (i + 1 < tokens.size() ? tokens[i + 1].content : ""));
        tokens = std::move(groups);
    }
    if (config.has(RunFault::kEmptyTokens)) {
        tokens.insert(tokens.begin(), ModelToken(""));
        tokens.emplace_back("");
    }
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

Json GraphInterpreter::state_with_last_step_twice() const {
    Json state(frames_.front().state);
    for (const Json& update : last_updates_) apply_update(*frames_.front().graph, update, state);
    return state;
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

/// Executes one instruction: a function for each kind.
struct GraphInterpreter::Execution {
    GraphInterpreter& run;
    StreamEmitter& emitter;

    GraphWait operator()(const BeginStep&) const {
        ++run.frames_.back().position.step;
        return NoWait{};
    }

    /// Applies the updates of a step's nodes to the state, all together.
    GraphWait operator()(const EndStep&) const {
        GraphFrame& frame = run.frames_.back();
        emitter.end_step(frame.position);
        bool changes = false;
        for (const Json& update : frame.updates) {
            changes = changes || !update.empty();
            apply_update(*frame.graph, update, frame.state);
        }
        if (run.frames_.size() == 1) run.last_updates_ = std::move(frame.updates);
        frame.updates.clear();
        if (changes) emitter.emit_values(frame.position, frame.state);
        emitter.complete_step(frame.position);
        return NoWait{};
    }

    GraphWait operator()(const BeginNode& node) const {
        GraphFrame& frame = run.frames_.back();
        frame.position.node = node.name;
        frame.update = Json::object();
        emitter.begin_node(frame.position, frame.state);
        return NoWait{};
    }

    GraphWait operator()(const EndNode&) const {
        GraphFrame& frame = run.frames_.back();
        if (emitter.config().has(RunFault::kStateAsUpdate)) {
            Json state(frame.state);
            apply_update(*frame.graph, frame.update, state);
            emitter.end_node(frame.position, state);
        } else {
            emitter.end_node(frame.position, frame.update);
        }
        frame.updates.push_back(std::exchange(frame.update, Json::object()));
        return NoWait{};
    }

    GraphWait operator()(const CallModel& call) const {
        const Json filled = run.fill_placeholders(*call.text, emitter);
        run.text_ = as_string(filled).value_or("");
        run.message_id_ = run.ids_.uuid();
        const auto count = static_cast<std::size_t>(call.tokens.resolve(*run.input_));
        run.model_output_ = std::make_unique<ModelOutput>();
        ModelOutput& output = *run.model_output_;
        output.tokens = count > 0 ? std::vector{ModelToken(repeat_to_size(
                                        run.text_, call.token_bytes.resolve(*run.input_)))}
                                  : split_tokens(run.text_);
        change_tokens(output.tokens, run.text_, emitter.config());
        output.count = count > 0 ? count : output.tokens.size();
        output.delay = call.delay;
        output.pause = std::chrono::milliseconds(call.pause_ms.resolve(*run.input_));
        output.call = emitter.begin_model(
            run.frames_.back().position, run.message_id_, call.model, call.tags);
        return NoWait{};
    }

    GraphWait operator()(const EmitCustom& custom) const {
        emitter.emit_custom(run.frames_.back().position,
                            run.fill_placeholders(*custom.data, emitter));
        return NoWait{};
    }

    GraphWait operator()(const UpdateState& update) const {
        run.frames_.back().update.update(run.fill_placeholders(*update.update, emitter));
        return NoWait{};
    }

    GraphWait operator()(const CallGraph& call) const {
        const GraphFrame& caller = run.frames_.back();
        GraphFrame called;
        called.graph = run.graphs_->find(call.graph)->second;
        called.position = {caller.position.path, called.graph->name, "", 0, run.elapsed_};
        called.position.path.push_back(caller.position.node + ':' + run.ids_.uuid());
        called.state = caller.state;
        run.frames_.push_back(std::move(called));
        emitter.begin_graph(run.frames_.back().position, run.frames_.back().state);
        emitter.emit_values(run.frames_.back().position, run.frames_.back().state);
        return NoWait{};
    }

    GraphWait operator()(const WaitWorkspaceTime& wait) const {
        return WorkspaceTimeWait{wait.time};
    }

    GraphWait operator()(const WaitRealTime& wait) const {
        return RealTimeWait{std::chrono::milliseconds(wait.milliseconds.resolve(*run.input_))};
    }

    GraphWait operator()(const WaitAtGate& wait) const { return GateWait{&wait.gate}; }

    GraphWait operator()(const FailRun& failure) const {
        emitter.emit_error(run.fill_placeholders(*failure.error, emitter));
        static const std::string kNeverOpened = "never";
        if (emitter.config().has(RunFault::kStaysOpenAfterFailure)) return GateWait{&kNeverOpened};
        run.has_ended_ = true;
        return RunEnd{};
    }

    GraphWait operator()(const BeginLoop& loop) const {
        GraphFrame& frame = run.frames_.back();
        frame.loops.push_back({0, loop.times.resolve(*run.input_), loop.is_endless, loop.end});
        run.repeat_or_leave_loop();
        return NoWait{};
    }

    GraphWait operator()(const EndLoop& loop) const {
        run.frames_.back().next_instruction = loop.begin + 1;
        run.repeat_or_leave_loop();
        return NoWait{};
    }
};

GraphWait GraphInterpreter::execute_instruction(StreamEmitter& emitter) {
    GraphFrame& frame = frames_.back();
    if (frame.next_instruction == frame.graph->instructions.size()) {
        finish_frame(emitter);
        return has_ended_ ? GraphWait(RunEnd{}) : NoWait{};
    }
    return std::visit(Execution{*this, emitter},
                      frame.graph->instructions[frame.next_instruction++]);
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
