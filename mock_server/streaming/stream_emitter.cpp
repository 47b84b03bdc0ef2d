#include "mock_server/streaming/stream_emitter.hpp"

#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"
#include "spec/sse/encoder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace plumbline::mock {
namespace {

struct ModeRow {
    StreamMode mode;
    std::string_view name;   ///< its name in requests
    std::string_view event;  ///< its event type
};

constexpr std::array<ModeRow, 6> kModes{{
    {StreamMode::kValues, "values", "values"},
    {StreamMode::kUpdates, "updates", "updates"},
    {StreamMode::kMessagesTuple, "messages-tuple", "messages"},
    {StreamMode::kDebug, "debug", "debug"},
    {StreamMode::kCustom, "custom", "custom"},
    {StreamMode::kEvents, "events", "events"},
}};

const ModeRow& row_of(StreamMode mode) {
    return kModes[static_cast<std::size_t>(mode)];
}

/// Replaces the content while the event of a token is built once for all tokens.
constexpr std::string_view kContentPlaceholder = "\x01";

// Events are built in a shared buffer: it is allocated already, and in the cache, unlike the
// buffers of thousands of streams.
thread_local std::string event_bytes;

/// Writes an event without its last lines: its id, if any, and the blank line.
void write_event(std::string& bytes, std::string_view name, std::string_view data) {
    // Cannot fail: the names of modes and nodes contain no line end.
    (void)sse::append_event(bytes, {.type = name, .data = data, .id = {}});
    bytes.pop_back();
}

}  // namespace

std::optional<StreamMode> parse_stream_mode(std::string_view name) {
    for (const ModeRow& row : kModes) {
        if (row.name == name) return row.mode;
    }
    return std::nullopt;
}

ModelToken::ModelToken(std::string text) : content(std::move(text)), json(to_text(Json(content))) {}

StreamEmitter::StreamEmitter(StreamConfig config, std::function<void(std::string_view)> sink)
    : config_(std::move(config)), sink_(std::move(sink)) {}

void StreamEmitter::emit_metadata() {
    const StreamModes only_tokens{StreamMode::kMessagesTuple};
    if (config_.has(RunFault::kNoStartOfTokens) && config_.modes == only_tokens) return;
    if (config_.has(RunFault::kNoStartOfSeveralModes) && config_.modes.size() > 1) return;
    const bool names_thread =
        config_.has(RunFault::kStartNamesThread) && !config_.thread_id.empty();
    emit_event("metadata",
               to_text(Json{{"run_id", names_thread ? config_.thread_id : config_.run_id},
                            {"attempt", 1}}));
}

void StreamEmitter::begin_graph(const RunPosition& at, const Json& state) {
    if (requests_events())
        emit_callback_event(at, "on_chain_start", at.graph, {}, {{"input", state}});
}

void StreamEmitter::end_graph(const RunPosition& at, const Json& state) {
    if (requests_events())
        emit_callback_event(at, "on_chain_end", at.graph, {}, {{"output", state}});
}

void StreamEmitter::emit_values(const RunPosition& at, const Json& state) {
    if (is_requested(StreamMode::kValues, at) && (at.step > 0 || config_.with_first_state))
        emit_mode_event(StreamMode::kValues, at, to_text(state));
    if (is_requested(StreamMode::kDebug, at))
        emit_debug(at, "checkpoint", {{"values", state}, {"metadata", {{"step", at.step}}}});
}

void StreamEmitter::begin_node(const RunPosition& at, const Json& state) {
    if (is_requested(StreamMode::kDebug, at))
        emit_debug(at, "task", {{"name", at.node}, {"input", state}});
    if (requests_events())
        emit_callback_event(at, "on_chain_start", at.node, {}, {{"input", state}});
}

void StreamEmitter::end_node(const RunPosition& at, const Json& update) {
    if (is_requested(StreamMode::kUpdates, at)) {
        if (config_.has(RunFault::kMergesUpdates)) {
            merged_[at.node] = to_text(update);
        } else if (config_.has(RunFault::kStatesFirst)) {
            late_updates_.push_back(to_text(Json{{at.node, update}}));
        } else {
            emit_mode_event(StreamMode::kUpdates, at, to_text(Json{{node_name(at), update}}));
        }
    }
    if (is_requested(StreamMode::kDebug, at))
        emit_debug(at, "task_result", {{"name", at.node}, {"result", update}});
    if (requests_events())
        emit_callback_event(at, "on_chain_end", at.node, {}, {{"output", update}});
}

void StreamEmitter::end_step(const RunPosition& at) {
    previous_node_ = at.node;
    if (merged_.empty()) return;
    Json merged = Json::object();
    for (const auto& [node, update] : merged_) merged[node] = Json::parse(update);
    merged_.clear();
    emit_mode_event(StreamMode::kUpdates, at, to_text(merged));
}

void StreamEmitter::complete_step(const RunPosition& at) {
    for (std::string& update : std::exchange(late_updates_, {}))
        emit_mode_event(StreamMode::kUpdates, at, std::move(update));
}

void StreamEmitter::emit_metadata_to(std::string& bytes) const {
    write_event(bytes, "metadata", to_text(Json{{"run_id", config_.run_id}, {"attempt", 1}}));
    bytes += '\n';
}

std::string StreamEmitter::node_name(const RunPosition& at) const {
    const bool names_previous =
        config_.has(RunFault::kPreviousNode) && !previous_node_.empty() && !at.node.empty();
    return names_previous ? previous_node_ : at.node;
}

ModelCall StreamEmitter::begin_model(const RunPosition& at,
                                     std::string id,
                                     std::string model,
                                     std::vector<std::string> tags) {
    ModelCall call{is_requested(StreamMode::kMessagesTuple, at),
                   {},
                   0,
                   std::move(id),
                   std::move(model),
                   std::move(tags)};
    said_.clear();
    if (call.is_streamed) {
        const Json message{{"content", kContentPlaceholder}, {"id", call.id}, {"type", "ai"}};
        std::string name = event_name(StreamMode::kMessagesTuple, at);
        if (config_.names_nodes && config_.with_subgraphs) name += '|' + at.node + ':' + call.id;
        write_event(call.event_template,
                    name,
                    event_data(StreamMode::kMessagesTuple,
                               to_text(Json::array({message, token_metadata(at, call.tags)}))));
        const std::string mark = to_text(Json(kContentPlaceholder));
        call.content_offset = call.event_template.find(mark);
        call.event_template.erase(call.content_offset, mark.size());
    }
    if (requests_events())
        emit_callback_event(at, "on_chat_model_start", call.model, call.tags, {{"id", call.id}});
    return call;
}

void StreamEmitter::emit_token(const RunPosition& at,
                               const ModelCall& call,
                               const ModelToken& token) {
    if (call.is_streamed) {
        event_bytes.assign(call.event_template, 0, call.content_offset);
        if (config_.has(RunFault::kGrowingTokens)) {
            said_ += token.content;
            event_bytes += to_text(Json(said_));
        } else {
            event_bytes += token.json;
        }
        event_bytes.append(call.event_template, call.content_offset);
        finish_event(event_bytes);
    }
    if (!requests_events()) return;
    emit_callback_event(at,
                        "on_chat_model_stream",
                        call.model,
                        call.tags,
                        {{"chunk", {{"content", token.content}, {"id", call.id}}}});
}

void StreamEmitter::end_model(const RunPosition& at,
                              const ModelCall& call,
                              const std::string& content) {
    if (call.is_streamed && config_.has(RunFault::kRepeatsMessages)) {
        said_.clear();
        emit_token(at, call, ModelToken(content));
    }
    if (!requests_events()) return;
    emit_callback_event(at,
                        "on_chat_model_end",
                        call.model,
                        call.tags,
                        {{"output", {{"content", content}, {"id", call.id}}}});
}

void StreamEmitter::emit_custom(const RunPosition& at, const Json& data) {
    if (is_requested(StreamMode::kCustom, at))
        emit_mode_event(StreamMode::kCustom, at, to_text(data));
}

void StreamEmitter::emit_error(const Json& data) {
    has_failed_ = true;
    emit_event("error", to_text(data));
}

/// Events of a subgraph are emitted only on request.
bool StreamEmitter::is_requested(StreamMode mode, const RunPosition& at) const {
    return config_.modes.contains(mode) && (at.path.empty() || config_.with_subgraphs);
}

std::string StreamEmitter::event_name(StreamMode mode, const RunPosition& at) const {
    const bool is_one_of_several = config_.modes.size() > 1;
    if (is_one_of_several && config_.has(RunFault::kOneModeName)) mode = *config_.modes.begin();
    std::string name(row_of(mode).event);
    if (is_one_of_several && config_.has(RunFault::kNoModeName)) name = "data";
    if (config_.with_subgraphs) {
        for (const std::string& level : namespace_of(at)) name += '|' + level;
    }
    return name;
}

std::vector<std::string> StreamEmitter::namespace_of(const RunPosition& at) const {
    if (config_.has(RunFault::kNoNamespaces)) return {};
    if (config_.has(RunFault::kOneNamespace)) return {at.path.size(), "subgraph"};
    return at.path;
}

std::string StreamEmitter::event_data(StreamMode mode, std::string data) const {
    if (config_.modes.size() > 1 && config_.has(RunFault::kReversedPairs))
        return '[' + data + ",\"" + std::string(row_of(mode).name) + "\"]";
    if (!config_.pairs_in_data || config_.modes.size() < 2) return data;
    std::string pair = "[\"";
    pair += row_of(mode).name;
    pair += "\",";
    pair += data;
    return pair + ']';
}

void StreamEmitter::emit_mode_event(StreamMode mode, const RunPosition& at, std::string data) {
    emit_event(event_name(mode, at), event_data(mode, std::move(data)));
}

void StreamEmitter::emit_event(std::string_view name, std::string_view data) {
    event_bytes.clear();
    write_event(event_bytes, name, data);
    finish_event(event_bytes);
}

void StreamEmitter::finish_event(std::string& bytes) {
    if (config_.with_ids) sse::append_id(bytes, next_id_++);
    bytes += '\n';
    sink_(bytes);
}

void StreamEmitter::emit_debug(const RunPosition& at, std::string_view type, Json payload) {
    emit_mode_event(StreamMode::kDebug,
                    at,
                    to_text(Json{{"step", at.step},
                                 {"type", type},
                                 {"timestamp", to_text(config_.start + at.elapsed)},
                                 {"payload", std::move(payload)}}));
}

void StreamEmitter::emit_callback_event(const RunPosition& at,
                                        std::string_view what,
                                        std::string_view name,
                                        const std::vector<std::string>& tags,
                                        Json data) {
    // These events cover all graphs; their metadata contains the position.
    emit_mode_event(StreamMode::kEvents,
                    {},
                    to_text(Json{{"event", what},
                                 {"name", name},
                                 {"run_id", config_.run_id},
                                 {"tags", tags},
                                 {"metadata", token_metadata(at, tags)},
                                 {"data", std::move(data)}}));
}

Json StreamEmitter::token_metadata(const RunPosition& at,
                                   const std::vector<std::string>& tags) const {
    Json metadata{{"graph_node", node_name(at)},
                  {"step", at.step},
                  {"tags", tags},
                  {"namespace", join(namespace_of(at), "|")},
                  {"graph_id", at.graph},
                  {"assistant_id", config_.assistant_id},
                  {"run_id", config_.run_id},
                  {"run_attempt", 1}};
    if (!config_.thread_id.empty()) metadata["thread_id"] = config_.thread_id;
    return metadata;
}

}  // namespace plumbline::mock
