#include "mock_server/streaming/graph_play.hpp"

#include "mock_server/store/template.hpp"
#include "mock_server/streaming/graph_state.hpp"
#include "spec/base/prefetch.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace plumbline::mock {
namespace {

using Kind = Deed::Kind;

/// Cuts a text behind each blank, as a model's tokens come.
std::vector<Token> tokens_of(const std::string& text) {
    std::vector<Token> tokens;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t blank = text.find(' ', at);
        const std::size_t end = blank == std::string::npos ? text.size() : blank + 1;
        tokens.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return tokens;
}

std::string of_size(std::string text, std::int64_t bytes) {
    if (bytes <= 0) return text;
    const std::string pattern = text.empty() ? "x" : text;
    while (text.size() < static_cast<std::size_t>(bytes)) text += pattern;
    text.resize(static_cast<std::size_t>(bytes));
    return text;
}

}  // namespace

/// A graph at work, and where it is.
struct GraphPlay::Frame {
    struct Loop {
        std::size_t start = 0;
        std::int64_t begun = 0;
        std::int64_t times = 0;
        bool is_endless = false;
    };

    std::shared_ptr<const Graph> graph;
    Whereabouts at;
    Json state;
    std::size_t next = 0;
    std::vector<Loop> loops;
    Json update = Json::object();  ///< of the node at work
    std::vector<Json> updates;     ///< of the step's nodes that are done
};

/// A model in the middle of what it says.
struct GraphPlay::Speech {
    bool has_waited = false;
    std::size_t count = 0;
    std::size_t said = 0;
    Duration pace{0};
    Duration pause{0};
    std::vector<Token> tokens;  ///< one that is repeated, or each
    Utterance utterance;
};

GraphPlay::GraphPlay(std::shared_ptr<const Graphs> graphs,
                     std::shared_ptr<const Graph> graph,
                     SharedJson input,
                     Json state,
                     std::uint64_t seed)
    : graphs_(std::move(graphs)), input_(std::move(input)), ids_(seed) {
    Frame frame;
    frame.at.graph = graph->name;
    frame.state = std::move(state);
    reduce(*graph, own_keys(*graph, *input_), frame.state);
    frame.graph = std::move(graph);
    frames_.push_back(std::move(frame));
}

GraphPlay::~GraphPlay() = default;
GraphPlay::GraphPlay(GraphPlay&&) noexcept = default;
GraphPlay& GraphPlay::operator=(GraphPlay&&) noexcept = default;

const Json& GraphPlay::state() const {
    return frames_.front().state;
}

void GraphPlay::expect_next() const {
    prefetch(frames_.back().at);
    if (!speech_) return;
    prefetch(*speech_);
    prefetch(speech_->tokens.front());
    prefetch_bytes(speech_->utterance.form);
}

Beat GraphPlay::next(Teller& teller) {
    if (has_ended_) return {Beat::Kind::kEnd, {}, {}};
    if (!has_begun_) begin(teller);
    Beat beat = speech_ ? speak(teller) : do_next(teller);
    if (beat.kind == Beat::Kind::kPace) {
        elapsed_ += beat.time;
        for (Frame& frame : frames_) frame.at.elapsed = elapsed_;
    }
    return beat;
}

void GraphPlay::begin(Teller& teller) {
    has_begun_ = true;
    teller.metadata();
    const Frame& frame = frames_.back();
    teller.begin_graph(frame.at, frame.state);
    teller.values(frame.at, frame.state);
}

Beat GraphPlay::do_next(Teller& teller) {
    if (frames_.back().next == frames_.back().graph->deeds.size()) {
        finish_frame(teller);
        return {has_ended_ ? Beat::Kind::kEnd : Beat::Kind::kNone, {}, {}};
    }
    Frame& frame = frames_.back();
    const Deed& deed = frame.graph->deeds[frame.next++];
    switch (deed.kind) {
        case Kind::kBeginStep:
            ++frame.at.step;
            break;
        case Kind::kBeginNode:
            frame.at.node = deed.name;
            frame.update = Json::object();
            teller.begin_node(frame.at, frame.state);
            break;
        case Kind::kModel:
            begin_speech(deed, teller);
            break;
        case Kind::kCustom:
            teller.custom(frame.at, fill(*deed.form, teller));
            break;
        case Kind::kUpdate:
            frame.update.update(fill(*deed.form, teller));
            break;
        case Kind::kCall:
            call(deed, teller);
            break;
        case Kind::kPace:
            return {Beat::Kind::kPace, deed.pace, {}};
        case Kind::kPause:
            return {Beat::Kind::kPause, std::chrono::milliseconds(deed.amount.of(*input_)), {}};
        case Kind::kGate:
            return {Beat::Kind::kGate, {}, &deed.name};
        case Kind::kFail:
            teller.error(fill(*deed.form, teller));
            has_ended_ = true;
            return {Beat::Kind::kEnd, {}, {}};
        case Kind::kEndNode:
            teller.end_node(frame.at, frame.update);
            frame.updates.push_back(std::exchange(frame.update, Json::object()));
            break;
        case Kind::kEndStep:
            end_step(teller);
            break;
        case Kind::kLoop:
        case Kind::kAgain:
            loop(deed);
            break;
    }
    return {};
}

void GraphPlay::loop(const Deed& deed) {
    Frame& frame = frames_.back();
    if (deed.kind == Kind::kLoop) {
        frame.loops.push_back({frame.next - 1, 0, deed.amount.of(*input_), deed.is_endless});
    } else {
        frame.next = deed.to + 1;
    }
    Frame::Loop& current = frame.loops.back();
    if (current.is_endless || current.begun < current.times) {
        ++current.begun;
        return;
    }
    frame.next = frame.graph->deeds[current.start].to;
    frame.loops.pop_back();
}

void GraphPlay::begin_speech(const Deed& deed, Teller& teller) {
    const Frame& frame = frames_.back();
    const Json filled = fill(*deed.form, teller);
    const std::string text = as_string(filled).value_or("");
    const auto count = static_cast<std::size_t>(deed.amount.of(*input_));
    message_id_ = ids_.uuid();
    speech_ = std::make_unique<Speech>();
    speech_->tokens =
        count > 0 ? std::vector{Token(of_size(text, deed.bytes.of(*input_)))} : tokens_of(text);
    speech_->count = count > 0 ? count : speech_->tokens.size();
    speech_->pace = deed.pace;
    speech_->pause = std::chrono::milliseconds(deed.pause_ms.of(*input_));
    text_ = text;
    speech_->utterance = teller.begin_model(frame.at, message_id_, deed.name, deed.tags);
}

/// Says the next token, or waits for its time.
Beat GraphPlay::speak(Teller& teller) {
    Speech& speech = *speech_;
    const Frame& frame = frames_.back();
    if (speech.said == speech.count) {
        teller.end_model(frame.at, speech.utterance, text_);
        speech_.reset();
        return {};
    }
    if (!std::exchange(speech.has_waited, true)) {
        if (speech.pause.count() > 0) return {Beat::Kind::kPause, speech.pause, {}};
        if (speech.pace.count() > 0) return {Beat::Kind::kPace, speech.pace, {}};
    }
    speech.has_waited = false;
    const std::size_t place = speech.tokens.size() == 1 ? 0 : speech.said;
    ++speech.said;
    teller.token(frame.at, speech.utterance, speech.tokens[place]);
    return {};
}

/// Puts the updates of a step's nodes to the state, all at once.
void GraphPlay::end_step(Teller& teller) {
    Frame& frame = frames_.back();
    bool changes = false;
    for (const Json& update : frame.updates) {
        changes = changes || !update.empty();
        reduce(*frame.graph, update, frame.state);
    }
    frame.updates.clear();
    if (changes) teller.values(frame.at, frame.state);
}

void GraphPlay::call(const Deed& deed, Teller& teller) {
    const Frame& outer = frames_.back();
    Frame inner;
    inner.graph = graphs_->find(deed.name)->second;
    inner.at = {outer.at.path, inner.graph->name, "", 0, elapsed_};
    inner.at.path.push_back(outer.at.node + ':' + ids_.uuid());
    inner.state = outer.state;
    frames_.push_back(std::move(inner));
    teller.begin_graph(frames_.back().at, frames_.back().state);
    teller.values(frames_.back().at, frames_.back().state);
}

/// Ends the innermost graph. What one that was called has made of the state is its node's update.
void GraphPlay::finish_frame(Teller& teller) {
    // It ends as it began: not in its last node.
    frames_.back().at.node.clear();
    frames_.back().at.step = 0;
    teller.end_graph(frames_.back().at, frames_.back().state);
    if (frames_.size() == 1) {
        has_ended_ = true;
        return;
    }
    const Frame inner = std::move(frames_.back());
    frames_.pop_back();
    Frame& outer = frames_.back();
    outer.update.update(update_between(*outer.graph, outer.state, inner.state));
}

Json GraphPlay::fill(const Json& form, const Teller& teller) const {
    const Frame& frame = frames_.back();
    const auto part = [](const Json& whole, std::string_view pointer) {
        const Json* found = find(whole, pointer);
        return found ? std::optional<Json>(*found) : std::nullopt;
    };
    return fill_template(form, [&](std::string_view name) -> std::optional<Json> {
        constexpr std::string_view kInput = "input:";
        constexpr std::string_view kState = "state:";
        if (name.starts_with(kInput)) return part(*input_, name.substr(kInput.size()));
        if (name.starts_with(kState)) return part(frame.state, name.substr(kState.size()));
        if (name == "n") return Json(frame.loops.empty() ? 0 : frame.loops.back().begun);
        if (name == "step") return Json(frame.at.step);
        if (name == "text") return Json(text_);
        if (name == "message_id") return Json(message_id_);
        if (name == "run_id") return Json(teller.about().run_id);
        if (name == "thread_id") return Json(teller.about().thread_id);
        return std::nullopt;
    });
}

}  // namespace plumbline::mock
