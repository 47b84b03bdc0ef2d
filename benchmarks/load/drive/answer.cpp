#include "benchmarks/load/drive/answer.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace plumbline::load {
namespace {

constexpr std::uint64_t kMostOfAHead = 65'536;
constexpr std::size_t kShownBytes = 120;
constexpr int kNoContent = 204;
constexpr int kNotModified = 304;

std::string shown(std::string_view text) {
    return fmt::format(
        "\"{}{}\"", text.substr(0, kShownBytes), text.size() > kShownBytes ? "..." : "");
}

/// Messages are called `messages`, within a subgraph `messages|sub`, or their mode is in the data.
bool is_message(const sse::Event& event) {
    return event.type.substr(0, event.type.find('|')) == "messages" ||
           event.data.starts_with("[\"messages\"");
}

/// Says whether it is a message with content, both readings of the (mode, chunk) pair allowed.
/// Source: description, "Streaming objects".
bool has_content(const Json& data) {
    const Json* chunk = &data;
    if (chunk->is_array() && chunk->size() == 2 && (*chunk)[0].is_string()) chunk = &(*chunk)[1];
    if (chunk->is_array() && !chunk->empty()) chunk = &(*chunk)[0];
    if (!chunk->is_object()) return false;
    const auto content = chunk->find("content");
    return content != chunk->end() && (content->is_string() || content->is_array()) &&
           !content->empty() && *content != Json("");
}

}  // namespace

Answer::Answer(const AnswerRules& rules, Recorder& recorder) : rules_(rules), recorder_(recorder) {}

void Answer::begin(Instant intended, Instant at, std::unique_ptr<Inspector> inspector) {
    outcome_ = {};
    outcome_.intended = intended;
    outcome_.sent = at;
    inspector_ = std::move(inspector);
    head_ = {};
    line_.clear();
    head_bytes_ = 0;
    chunks_ = {};
    decoder_ = sse::Decoder({.checks_utf8 = false});
    last_event_.reset();
    is_over_ = closes_ = false;
    recorder_.sent(intended, at);
    if (inspector_) inspector_->begin(at);
}

Answer::Progress Answer::progress() const {
    if (!is_over_) return Progress::kGoesOn;
    return closes_ ? Progress::kClosing : Progress::kEnded;
}

Answer::Progress Answer::take(std::string_view bytes, Instant at) {
    if (is_over_ || bytes.empty()) return progress();
    if (!outcome_.head) outcome_.head = at;
    if (!head_.is_whole()) bytes.remove_prefix(take_head(bytes, at));
    if (head_.is_whole() && !is_over_) take_body(bytes, at);
    return progress();
}

std::size_t Answer::take_head(std::string_view bytes, Instant at) {
    std::size_t taken = 0;
    while (taken < bytes.size() && !head_.is_whole()) {
        const std::size_t end = std::min(bytes.find('\n', taken), bytes.size() - 1) + 1;
        line_ += bytes.substr(taken, end - taken);
        head_bytes_ += end - taken;
        taken = end;
        if (head_bytes_ > kMostOfAHead) {
            fail_with(Failure::kFraming,
                      fmt::format("the head is longer than {} bytes", kMostOfAHead),
                      at);
            return bytes.size();
        }
        if (line_.back() != '\n') break;
        if (head_bytes_ == line_.size() && !line_.starts_with("HTTP/")) {
            fail_with(Failure::kFraming, "no HTTP answer: it begins with " + shown(line_), at);
            return bytes.size();
        }
        head_.take_line(line_);
        if (inspector_) inspector_->take_head_line(line_);
        line_.clear();
    }
    if (head_.is_whole()) judge_head(at);
    return taken;
}

void Answer::judge_head(Instant at) {
    closes_ = equals_ignoring_case(head_.headers().joined("Connection"), "close");
    const int status = head_.status();
    const std::string* length = head_.headers().find("Content-Length");
    framing_ = head_.is_chunked() ? Framing::kChunked : length ? Framing::kLength : Framing::kClose;
    left_ = 0;
    if (framing_ == Framing::kLength) {
        const auto [end, error] =
            std::from_chars(length->data(), length->data() + length->size(), left_);
        if (error != std::errc() || end != length->data() + length->size()) {
            return fail_with(Failure::kFraming, "Content-Length is " + shown(*length), at);
        }
    }
    if (status == kNoContent || status == kNotModified) {
        framing_ = Framing::kLength;
        left_ = 0;
    }
    if (!http::is_success(status)) {
        return fail_with(Failure::kStatus, fmt::format("status {}", status), at);
    }
    if (rules_.is_stream && !head_.is_stream()) {
        return fail_with(
            Failure::kContentType,
            "no stream of events: Content-Type is " + shown(head_.headers().joined("Content-Type")),
            at);
    }
    if (framing_ == Framing::kLength && left_ == 0) finish(at);
}

void Answer::take_body(std::string_view bytes, Instant at) {
    if (bytes.empty()) return;
    outcome_.bytes += bytes.size();
    events_of_read_ = 0;
    const std::optional<Instant> before = last_event_;
    if (inspector_) inspector_->take_bytes(bytes, at);
    if (framing_ == Framing::kChunked) {
        take_chunked(bytes, at);
    } else if (framing_ == Framing::kLength && bytes.size() > left_) {
        fail_with(Failure::kFraming,
                  fmt::format("{} bytes more than Content-Length says", bytes.size() - left_),
                  at);
    } else {
        take_payload(bytes, at);
        if (framing_ == Framing::kLength && (left_ -= bytes.size()) == 0 && !is_over_) finish(at);
    }
    const auto gap =
        before && events_of_read_ > 0 ? std::optional<Duration>(at - *before) : std::nullopt;
    if (gap) outcome_.stall = std::max(outcome_.stall, *gap);
    recorder_.read(at, bytes.size(), events_of_read_, gap);
}

void Answer::take_chunked(std::string_view bytes, Instant at) {
    chunks_.feed(bytes);
    while (const auto piece = chunks_.next()) {
        if (!is_over_) take_payload(piece->bytes, at);
    }
    if (is_over_) return;
    if (!chunks_.violations().empty()) {
        const auto& first = chunks_.violations().front();
        return fail_with(
            Failure::kFraming,
            fmt::format(
                "{} at byte {} of the body: {}", to_text(first.rule), first.offset, first.text),
            at);
    }
    if (chunks_.has_ended()) finish(at);
}

void Answer::take_payload(std::string_view payload, Instant at) {
    if (!rules_.is_stream) return;
    decoder_.feed(payload);
    while (!is_over_) {
        const auto event = decoder_.next();
        if (!event) return fail_with(Failure::kFraming, event.error().message, at);
        if (*event == nullptr) return;
        take_event(**event, at);
    }
}

void Answer::take_event(const sse::Event& event, Instant at) {
    ++events_of_read_;
    ++outcome_.events;
    last_event_ = at;
    if (recorder_.is_in_window(at)) recorder_.event_size(event.end - event.offset);
    if (!outcome_.first_chunk) outcome_.first_chunk = at;
    if (is_message(event)) {
        if (!outcome_.first_token) take_first(event, at);
        if (outcome_.first_token) {
            ++outcome_.tokens;
            outcome_.last_token = at;
        }
    } else if (event.type == "error") {
        return fail_with(
            Failure::kErrorEvent, "the stream told of an error: " + shown(event.data), at);
    }
    json_due_ += rules_.json_sample;
    if (json_due_ >= 1) {
        json_due_ -= 1;
        check_json(event, at);
    }
    if (!is_over_ && outcome_.events == rules_.max_events) {
        outcome_.is_bounded = true;
        closes_ = true;
        finish(at);
    }
}

/// The first message may be there before any token is: then its content is empty.
void Answer::take_first(const sse::Event& event, Instant at) {
    // A stream of messages without content must not cost the reading of each.
    if (event.data.find("\"content\"") == std::string_view::npos) return;
    const auto data = parse_json(event.data);
    if (data && has_content(*data)) outcome_.first_token = at;
}

void Answer::check_json(const sse::Event& event, Instant at) {
    recorder_.json_checked(1);
    if (const auto data = parse_json(event.data); !data) {
        fail_with(
            Failure::kJson, fmt::format("event {}: {}", outcome_.events, data.error().message), at);
    }
}

void Answer::closed(Instant at) {
    if (is_over_) return;
    closes_ = true;
    if (!head_.is_whole()) {
        return fail_with(has_begun() ? Failure::kTruncated : Failure::kConnect,
                         has_begun() ? "closed within the head" : "closed without an answer",
                         at);
    }
    if (framing_ == Framing::kClose) return finish(at);
    fail_with(
        Failure::kTruncated, fmt::format("closed after {} bytes of the body", outcome_.bytes), at);
}

void Answer::out_of_time(Instant at) {
    if (is_over_) return;
    closes_ = true;
    if (rules_.is_stream && outcome_.events > 0) {
        outcome_.is_bounded = true;
        return finish(at);
    }
    fail_with(Failure::kTimeout, has_begun() ? "no end in time" : "no answer in time", at);
}

void Answer::fail_with(Failure failure, std::string why, Instant at) {
    if (is_over_) return;
    outcome_.failure = failure;
    outcome_.why = std::move(why);
    outcome_.ended = at;
    is_over_ = true;
    closes_ = true;
}

void Answer::finish(Instant at) {
    outcome_.ended = at;
    if (rules_.is_stream && !outcome_.is_bounded) {
        if (const auto lost = decoder_.unfinished()) {
            return fail_with(Failure::kFraming,
                             fmt::format("the event at byte {} of the stream has no end", *lost),
                             at);
        }
    }
    if (rules_.is_stream && outcome_.events == 0) {
        return fail_with(Failure::kContract, "the stream ended without an event", at);
    }
    if (inspector_) {
        recorder_.contract_checked();
        const std::string problem = inspector_->finish(!outcome_.is_bounded);
        if (!problem.empty()) return fail_with(Failure::kContract, problem, at);
    }
    is_over_ = true;
}

}  // namespace plumbline::load
