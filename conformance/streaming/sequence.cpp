#include "conformance/streaming/sequence.hpp"

#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace plumbline::streaming {
namespace {

constexpr std::size_t kMaxMessages = 64;
constexpr std::size_t kMaxMessage = std::size_t{256} * 1024U;  ///< bytes of text
constexpr std::size_t kMaxStates = 4;                          ///< of a message
constexpr std::size_t kMaxUpdates = 16;                        ///< of a key, without a state
constexpr std::size_t kMaxScopes = 256;                        ///< namespaces of subgraphs
constexpr int kMaxDepth = 16;

std::optional<std::int64_t> number_of(std::string_view text) {
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
    return number;
}

std::string shown(const std::string& text) {
    return to_short_text(Json(text));
}

}  // namespace

void Sequence::take_run_id(std::string_view run_id, std::string_view named_by, const Spot& spot) {
    if (run_id.empty()) return;
    if (facts_.run_id.empty()) {
        facts_.run_id = run_id;
        run_named_by_ = named_by;
        return;
    }
    breaches_.looked_at("run");
    if (facts_.run_id == run_id) return;
    const std::string known = run_named_by_.empty() ? "the path" : run_named_by_;
    breaches_.add(Rule::kRun,
                  {.got = fmt::format("{} in {}", run_id, named_by),
                   .expected = fmt::format("the run {}, as in {}", facts_.run_id, known),
                   .spot = spot});
}

void Sequence::take(const Chunk& chunk) {
    ++events_;
    note_arrival(chunk);
    take_error(chunk);
    take_id(chunk);
    if (events_ == 1) take_first(chunk);
    if (!chunk.data) return;
    if (chunk.mode == "updates") take_update(chunk);
    if (chunk.mode == "values") take_state(chunk);
    if (chunk.mode == "messages-tuple") take_token(chunk);
}

void Sequence::take_first(const Chunk& chunk) {
    if (!chunk.data || chunk.item) return;
    take_run_id(string_or(*chunk.data, "run_id", ""), "the first chunk", chunk.seen.spot);
}

void Sequence::take_error(const Chunk& chunk) {
    const std::string_view name = without_namespace(chunk.seen.event.type);
    if (error_ && name != "end") {
        breaches_.add(
            Rule::kErrorLast,
            {.got = fmt::format("the event {} behind an error", name), .spot = chunk.seen.spot});
        error_.reset();
    }
    if (name == "error" && !chunk.item) error_ = chunk.seen.spot;
}

void Sequence::take_id(const Chunk& chunk) {
    if (!chunk.seen.event.has_id) return;
    const auto id = number_of(chunk.seen.event.id);
    if (!id) return;  // nothing says that ids are numbers
    if (last_id_) {
        breaches_.looked_at("ids");
        if (*id <= *last_id_)
            breaches_.add(Rule::kIds,
                          {.got = fmt::format("id {} behind id {}", *id, *last_id_),
                           .spot = chunk.seen.spot});
    }
    last_id_ = id;
}

void Sequence::take_update(const Chunk& chunk) {
    const bool is_kept = pending_.contains(chunk.scope) || pending_.size() < kMaxScopes;
    if (!chunk.data->is_object() || !is_kept) return;
    for (const auto& [node, changes] : chunk.data->items()) {
        for (const std::string& key : facts_.replaced) {
            const Json* value = member(changes, key);
            if (!value) continue;
            // A state may also come before the updates that made it.
            const auto state = states_.find(chunk.scope);
            const Json* now = state == states_.end() ? nullptr : member(*state->second, key);
            if (now && *now == *value) continue;
            Update& update = pending_[chunk.scope][key];
            if (update.values.size() >= kMaxUpdates) update.values.erase(update.values.begin());
            update.values.push_back(std::make_shared<const Json>(*value));
            update.spot = chunk.seen.spot;
        }
    }
}

void Sequence::take_state(const Chunk& chunk) {
    find_messages(*chunk.data, chunk.seen.spot, 0);
    if (facts_.replaced.empty()) return;
    for (const auto& [key, update] : pending_[chunk.scope]) {
        breaches_.looked_at("updates_in_values");
        const Json* value = member(*chunk.data, key);
        const bool shows = value && std::any_of(update.values.begin(),
                                                update.values.end(),
                                                [&](const auto& one) { return *one == *value; });
        if (shows) continue;
        breaches_.add(
            Rule::kUpdates,
            {.got = fmt::format("{} is {}", key, value ? to_short_text(*value) : "not there"),
             .expected = fmt::format("{} to be {} in the state behind its update",
                                     key,
                                     to_short_text(*update.values.back())),
             .spot = chunk.seen.spot});
    }
    pending_.erase(chunk.scope);
    Json kept = Json::object();
    for (const std::string& key : facts_.replaced) {
        if (const Json* value = member(*chunk.data, key)) kept[key] = *value;
    }
    if (states_.size() >= kMaxScopes) states_.clear();
    states_[chunk.scope] = std::make_shared<const Json>(std::move(kept));
}

void Sequence::take_token(const Chunk& chunk) {
    if (!chunk.data->is_array() || chunk.data->empty()) return;
    const Json& token = chunk.data->front();
    const std::string id = string_or(token, "id", "");
    const Json* content = member(token, "content");
    if (id.empty() || !content || content->is_null()) return;
    if (!messages_.contains(id) && messages_.size() >= kMaxMessages) return;
    Message& message = messages_[id];
    // A content may also be a list of parts, of which nobody says how they add up.
    if (content->is_string()) message.text += content->get_ref<const std::string&>();
    if (!content->is_string() || message.text.size() > kMaxMessage) message.is_beyond_us = true;
    if (message.is_beyond_us) message.text.clear();
    message.spot = chunk.seen.spot;
}

/// Looks for messages whose tokens have come: objects with an id of theirs and a text.
void Sequence::find_messages(const Json& value, const Spot& spot, int depth) {
    if (messages_.empty() || depth > kMaxDepth || !value.is_structured()) return;
    if (value.is_object()) {
        const auto found = messages_.find(string_or(value, "id", ""));
        const Json* content = member(value, "content");
        const bool is_ours = found != messages_.end() && !found->second.is_beyond_us;
        if (is_ours && content && content->is_string()) {
            Message& message = found->second;
            message.last_state = content->get<std::string>();
            if (message.states.size() < kMaxStates) message.states.insert(message.last_state);
            message.spot = spot;
        }
    }
    for (const Json& inner : value) find_messages(inner, spot, depth + 1);
}

void Sequence::finish(bool is_clean, Instant started) {
    if (is_clean) {
        breaches_.looked_at("end");
        // A run that failed may have broken off in the middle of a message.
        if (facts_.is_whole && !error_) judge_tokens();
    }
    judge_arrival(started);
}

void Sequence::judge_tokens() {
    for (const auto& [id, message] : messages_) {
        if (message.states.empty() || message.is_beyond_us) continue;
        breaches_.looked_at("tokens_in_state");
        if (message.states.contains(message.text) || message.last_state == message.text) continue;
        breaches_.add(Rule::kTokens,
                      {.got = fmt::format(
                           "tokens {}, state {}", shown(message.text), shown(message.last_state)),
                       .expected = "the tokens of message " + id +
                                   " to make up its text in the "
                                   "state",
                       .spot = message.spot});
    }
}

void Sequence::note_arrival(const Chunk& chunk) {
    if (events_ == 1) first_ = chunk.seen.at;
    if (events_ == 2) second_ = chunk.seen.at;
    last_ = chunk.seen.at;
    last_spot_ = chunk.seen.spot;
}

/// Only where the request asked for pauses: then a run of several steps cannot have said all in one
/// moment. Half a pause is left to the machines.
void Sequence::judge_arrival(Instant started) {
    constexpr std::uint64_t kLeastEvents = 3;
    constexpr std::int64_t kLeastSteps = 3;
    const bool asks =
        facts_.is_whole && facts_.pause > Duration::zero() && facts_.steps >= kLeastSteps;
    if (!asks || events_ < kLeastEvents || error_) return;
    // The pauses did take place: they lie between the request and the last event.
    const Duration paused = facts_.pause * (facts_.steps - 1);
    if (last_ - started < paused) return;
    breaches_.looked_at("arrival");
    // The first chunk may come before a server begins to hold back.
    if (last_ - second_ >= facts_.pause / 2) return;
    const auto ms = [](Duration time) {
        return std::chrono::duration<double, std::milli>(time).count();
    };
    breaches_.add(
        Rule::kArrival,
        {.got = fmt::format("the second to the last of {} events within {:.1f} ms, {:.1f} ms after "
                            "the request",
                            events_,
                            ms(last_ - second_),
                            ms(second_ - started)),
         .expected =
             fmt::format("events spread over the {} pauses of {:.0f} ms that the input asks "
                         "for",
                         facts_.steps - 1,
                         ms(facts_.pause)),
         .spot = last_spot_});
}

}  // namespace plumbline::streaming
