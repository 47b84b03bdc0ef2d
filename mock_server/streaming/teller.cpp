#include "mock_server/streaming/teller.hpp"

#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"
#include "spec/sse/encoder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

struct ModeRow {
    StreamMode mode;
    std::string_view word;   ///< in requests
    std::string_view event;  ///< on the wire
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

/// Stands for the content while the form of a token is printed once for all of them.
constexpr std::string_view kContentMark = "\x01";

// Events are put together where there is memory already; and where it is warm, which that of one
// among thousands of streams is not.
thread_local std::string event_bytes;
thread_local std::string end_bytes;

/// Writes an event but for its last lines: its id, if any, and the blank one.
void write_event(std::string& bytes, std::string_view name, std::string_view data) {
    // Names are those of modes and nodes: no line end is among them.
    (void)sse::append_event(bytes, {.type = name, .data = data, .id = {}});
    bytes.pop_back();
}

}  // namespace

std::optional<StreamMode> parse_stream_mode(std::string_view word) {
    for (const ModeRow& row : kModes) {
        if (row.word == word) return row.mode;
    }
    return std::nullopt;
}

Token::Token(std::string text) : content(std::move(text)), json(to_text(Json(content))) {}

Teller::Teller(Telling telling, std::function<void(Parts)> put)
    : telling_(std::move(telling)), put_(std::move(put)) {}

void Teller::metadata() {
    put_event("metadata", to_text(Json{{"run_id", telling_.run_id}, {"attempt", 1}}));
}

void Teller::begin_graph(const Whereabouts& at, const Json& state) {
    if (tells_events()) event(at, "on_chain_start", at.graph, {}, {{"input", state}});
}

void Teller::end_graph(const Whereabouts& at, const Json& state) {
    if (tells_events()) event(at, "on_chain_end", at.graph, {}, {{"output", state}});
}

void Teller::values(const Whereabouts& at, const Json& state) {
    if (tells(StreamMode::kValues, at)) put(StreamMode::kValues, at, to_text(state));
    if (tells(StreamMode::kDebug, at))
        debug(at, "checkpoint", {{"values", state}, {"metadata", {{"step", at.step}}}});
}

void Teller::begin_node(const Whereabouts& at, const Json& state) {
    if (tells(StreamMode::kDebug, at)) debug(at, "task", {{"name", at.node}, {"input", state}});
    if (tells_events()) event(at, "on_chain_start", at.node, {}, {{"input", state}});
}

void Teller::end_node(const Whereabouts& at, const Json& update) {
    if (tells(StreamMode::kUpdates, at))
        put(StreamMode::kUpdates, at, to_text(Json{{at.node, update}}));
    if (tells(StreamMode::kDebug, at))
        debug(at, "task_result", {{"name", at.node}, {"result", update}});
    if (tells_events()) event(at, "on_chain_end", at.node, {}, {{"output", update}});
}

Utterance Teller::begin_model(const Whereabouts& at,
                              std::string id,
                              std::string model,
                              std::vector<std::string> tags) {
    Utterance utterance{tells(StreamMode::kMessagesTuple, at),
                        {},
                        0,
                        std::move(id),
                        std::move(model),
                        std::move(tags)};
    if (utterance.is_told) {
        const Json chunk{{"content", kContentMark}, {"id", utterance.id}, {"type", "ai"}};
        write_event(utterance.form,
                    name_of(StreamMode::kMessagesTuple, at),
                    data_of(StreamMode::kMessagesTuple,
                            to_text(Json::array({chunk, metadata_of(at, utterance.tags)}))));
        const std::string mark = to_text(Json(kContentMark));
        utterance.content = utterance.form.find(mark);
        utterance.form.erase(utterance.content, mark.size());
    }
    if (tells_events())
        event(at, "on_chat_model_start", utterance.model, utterance.tags, {{"id", utterance.id}});
    return utterance;
}

void Teller::token(const Whereabouts& at, const Utterance& utterance, const Token& token) {
    if (utterance.is_told) {
        const std::string_view form = utterance.form;
        put_(std::array<std::string_view, 4>{
            form.substr(0, utterance.content), token.json, form.substr(utterance.content), end()});
    }
    if (!tells_events()) return;
    event(at,
          "on_chat_model_stream",
          utterance.model,
          utterance.tags,
          {{"chunk", {{"content", token.content}, {"id", utterance.id}}}});
}

void Teller::end_model(const Whereabouts& at,
                       const Utterance& utterance,
                       const std::string& content) {
    if (!tells_events()) return;
    event(at,
          "on_chat_model_end",
          utterance.model,
          utterance.tags,
          {{"output", {{"content", content}, {"id", utterance.id}}}});
}

void Teller::custom(const Whereabouts& at, const Json& data) {
    if (tells(StreamMode::kCustom, at)) put(StreamMode::kCustom, at, to_text(data));
}

void Teller::error(const Json& data) {
    put_event("error", to_text(data));
}

/// What happens within a graph in a graph is told only to who asked for it.
bool Teller::tells(StreamMode mode, const Whereabouts& at) const {
    return telling_.modes.contains(mode) && (at.path.empty() || telling_.with_subgraphs);
}

std::string Teller::name_of(StreamMode mode, const Whereabouts& at) const {
    std::string name(row_of(mode).event);
    if (telling_.with_subgraphs) {
        for (const std::string& level : at.path) name += '|' + level;
    }
    return name;
}

std::string Teller::data_of(StreamMode mode, std::string chunk) const {
    if (!telling_.pairs_in_data || telling_.modes.size() < 2) return chunk;
    std::string pair = "[\"";
    pair += row_of(mode).word;
    pair += "\",";
    pair += chunk;
    return pair + ']';
}

void Teller::put(StreamMode mode, const Whereabouts& at, std::string chunk) {
    put_event(name_of(mode, at), data_of(mode, std::move(chunk)));
}

void Teller::put_event(std::string_view name, std::string_view data) {
    event_bytes.clear();
    write_event(event_bytes, name, data);
    put_(std::array<std::string_view, 2>{event_bytes, end()});
}

std::string_view Teller::end() {
    if (!telling_.with_ids) return "\n";
    end_bytes.clear();
    sse::append_id(end_bytes, next_id_++);
    end_bytes += '\n';
    return end_bytes;
}

void Teller::debug(const Whereabouts& at, std::string_view type, Json payload) {
    put(StreamMode::kDebug,
        at,
        to_text(Json{{"step", at.step},
                     {"type", type},
                     {"timestamp", to_text(telling_.start + at.elapsed)},
                     {"payload", std::move(payload)}}));
}

void Teller::event(const Whereabouts& at,
                   std::string_view what,
                   std::string_view name,
                   const std::vector<std::string>& tags,
                   Json data) {
    // These tell of everything; where, stands in their metadata.
    put(StreamMode::kEvents,
        {},
        to_text(Json{{"event", what},
                     {"name", name},
                     {"run_id", telling_.run_id},
                     {"tags", tags},
                     {"metadata", metadata_of(at, tags)},
                     {"data", std::move(data)}}));
}

Json Teller::metadata_of(const Whereabouts& at, const std::vector<std::string>& tags) const {
    Json metadata{{"graph_node", at.node},
                  {"step", at.step},
                  {"tags", tags},
                  {"namespace", join(at.path, "|")},
                  {"graph_id", at.graph},
                  {"assistant_id", telling_.assistant_id},
                  {"run_id", telling_.run_id},
                  {"run_attempt", 1}};
    if (!telling_.thread_id.empty()) metadata["thread_id"] = telling_.thread_id;
    return metadata;
}

}  // namespace plumbline::mock
