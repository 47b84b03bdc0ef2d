#include "conformance/streaming/sequence_checker.hpp"

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

void SequenceChecker::check_run_id(std::string_view run_id,
                                   std::string_view named_by,
                                   const StreamPosition& position) {
    if (run_id.empty()) return;
    if (expected_run_.run_id.empty()) {
        expected_run_.run_id = run_id;
        run_named_by_ = named_by;
        return;
    }
    findings_.mark_checked("run");
    if (expected_run_.run_id == run_id) return;
    const std::string known = run_named_by_.empty() ? "the path" : run_named_by_;
    findings_.add(StreamRuleId::kRun,
                  {.got = fmt::format("{} in {}", run_id, named_by),
                   .expected = fmt::format("the run {}, as in {}", expected_run_.run_id, known),
                   .position = position});
}

void SequenceChecker::check(const ModeEvent& mode_event) {
    ++events_;
    note_arrival(mode_event);
    check_error(mode_event);
    check_id(mode_event);
    if (!mode_event.data) return;
    check_run(mode_event);
    if (mode_event.mode == "updates") updates_.check_update(mode_event);
    if (mode_event.mode == "values") {
        record_message_texts(*mode_event.data, mode_event.received.position, 0);
        updates_.check_state(mode_event);
    }
    if (mode_event.mode == "messages-tuple") {
        record_token(mode_event);
        updates_.note_token(mode_event);
    }
}

/// The first chunk names the run. A later chunk that belongs to no mode must name the same one.
void SequenceChecker::check_run(const ModeEvent& mode_event) {
    if (mode_event.item) return;
    check_run_id(string_or(*mode_event.data, "run_id", ""),
                 events_ == 1 ? "the first chunk" : "a later chunk",
                 mode_event.received.position);
}

void SequenceChecker::check_error(const ModeEvent& mode_event) {
    const std::string_view name = without_namespace(mode_event.received.event.type);
    // Events without content keep the connection alive.
    const bool is_empty = !mode_event.item && mode_event.data && mode_event.data->is_null();
    if (error_ && name != "end" && !is_empty) {
        findings_.add(StreamRuleId::kErrorLast,
                      {.got = fmt::format("the event {} after an error", name),
                       .position = mode_event.received.position});
        error_.reset();
    }
    if (name == "error" && !mode_event.item) error_ = mode_event.received.position;
}

void SequenceChecker::check_id(const ModeEvent& mode_event) {
    if (!mode_event.received.event.has_id) return;
    const auto id = number_of(mode_event.received.event.id);
    if (!id) return;  // ids need not be numbers
    if (last_id_) {
        findings_.mark_checked("ids");
        if (*id <= *last_id_)
            findings_.add(StreamRuleId::kIds,
                          {.got = fmt::format("id {} after id {}", *id, *last_id_),
                           .position = mode_event.received.position});
    }
    last_id_ = id;
}

void SequenceChecker::record_token(const ModeEvent& mode_event) {
    if (!mode_event.data->is_array() || mode_event.data->empty()) return;
    const Json& token = mode_event.data->front();
    const std::string id = string_or(token, "id", "");
    const Json* content = member(token, "content");
    if (id.empty() || !content || content->is_null()) return;
    if (!messages_.contains(id) && messages_.size() >= kMaxMessages) return;
    TokenMessage& message = messages_[id];
    // The content may also be a list of parts, and it is not specified how they are joined.
    if (content->is_string()) message.text += content->get_ref<const std::string&>();
    if (!content->is_string() || message.text.size() > kMaxMessage) message.is_unsupported = true;
    if (message.is_unsupported) message.text.clear();
    message.position = mode_event.received.position;
}

/// Records the texts of messages whose tokens were received: objects with such an id and a text.
void SequenceChecker::record_message_texts(const Json& value,
                                           const StreamPosition& position,
                                           int depth) {
    if (messages_.empty() || depth > kMaxDepth || !value.is_structured()) return;
    if (value.is_object()) {
        const auto found = messages_.find(string_or(value, "id", ""));
        const Json* content = member(value, "content");
        const bool is_ours = found != messages_.end() && !found->second.is_unsupported;
        if (is_ours && content && content->is_string()) {
            TokenMessage& message = found->second;
            message.last_state = content->get<std::string>();
            if (message.states.size() < kMaxStates) message.states.insert(message.last_state);
            message.position = position;
        }
    }
    for (const Json& inner : value) record_message_texts(inner, position, depth + 1);
}

void SequenceChecker::finish(bool is_clean, Instant started) {
    if (is_clean && events_ > 0) {
        findings_.mark_checked("end");
        if (error_ && events_ > 1) findings_.mark_checked("error");
        // A failed run may have ended in the middle of a message.
        if (expected_run_.starts_at_beginning && !error_) {
            check_tokens();
            updates_.finish();
        }
    }
    check_arrival(started);
}

void SequenceChecker::check_tokens() {
    for (const auto& [id, message] : messages_) {
        if (message.states.empty() || message.is_unsupported) continue;
        findings_.mark_checked("tokens_in_state");
        if (message.states.contains(message.text) || message.last_state == message.text) continue;
        findings_.add(StreamRuleId::kTokens,
                      {.got = fmt::format(
                           "tokens {}, state {}", shown(message.text), shown(message.last_state)),
                       .expected = "the tokens of message " + id +
                                   " to equal its text in the "
                                   "state",
                       .position = message.position});
    }
}

void SequenceChecker::note_arrival(const ModeEvent& mode_event) {
    if (events_ == 1) first_ = mode_event.received.arrived_at;
    if (events_ == 2) second_ = mode_event.received.arrived_at;
    last_ = mode_event.received.arrived_at;
    last_position_ = mode_event.received.position;
}

/// A violation only if the request asked for pauses: then a run of several steps cannot emit
/// everything at the same time. Half a pause is allowed for delays of the machines.
void SequenceChecker::check_arrival(Instant started) {
    constexpr std::uint64_t kLeastEvents = 3;
    constexpr std::int64_t kLeastSteps = 3;
    // Shorter pauses cannot be told from delays of the network and of the machines.
    constexpr std::chrono::milliseconds kLeastPause{50};
    // More than the delays of a connection: output that arrived in the course of a run, whatever
    // its graph and input are.
    constexpr std::chrono::milliseconds kSlowRun{500};
    const bool is_slow = events_ >= kLeastEvents && last_ - second_ >= kSlowRun;
    // With a virtual clock only a delay of the machine takes so long.
    if (expected_run_.starts_at_beginning && expected_run_.is_in_real_time && is_slow)
        findings_.mark_checked("arrival");
    const auto& [pause, steps] = expected_run_.pauses;
    const bool has_pauses =
        expected_run_.starts_at_beginning && pause >= kLeastPause && steps >= kLeastSteps;
    if (!has_pauses || events_ < kLeastEvents || error_) return;
    // The pauses did take place, between the request and the last event.
    if (last_ - started < pause * (steps - 1)) return;
    findings_.mark_checked("arrival");
    // The first chunk may be sent before a server begins to buffer.
    if (last_ - second_ >= pause / 2) return;
    const auto ms = [](Duration time) {
        return std::chrono::duration<double, std::milli>(time).count();
    };
    findings_.add(
        StreamRuleId::kArrival,
        {.got = fmt::format("the second to the last of {} events within {:.1f} ms, {:.1f} ms after "
                            "the request",
                            events_,
                            ms(last_ - second_),
                            ms(second_ - started)),
         .expected = fmt::format("events spread over the {} pauses of {:.0f} ms that the input "
                                 "requests",
                                 steps - 1,
                                 ms(pause)),
         .position = last_position_});
}

}  // namespace plumbline::streaming
