#include "benchmarks/load/drive/response_tracker.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace plumbline::load {
namespace {

constexpr std::uint64_t kMaxHeadBytes = 65'536;
constexpr std::size_t kMaxQuotedBytes = 120;
constexpr int kNoContent = 204;
constexpr int kNotModified = 304;

/// The event type of a message is `messages`, in a subgraph `messages|sub`; or its mode is in the
/// data.
bool is_message(const sse::Event& event) {
    return event.type.substr(0, event.type.find('|')) == "messages" ||
           event.data.starts_with("[\"messages\"");
}

/// Returns whether it is a message with content; accepts both forms of the (mode, chunk) pair.
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

ResponseTracker::ResponseTracker(ResponseTrackerOptions options, LevelRecorder& recorder)
    : options_(std::move(options)), recorder_(recorder) {}

void ResponseTracker::begin(Instant intended, Instant at, std::unique_ptr<Inspector> inspector) {
    outcome_ = {};
    outcome_.intended = intended;
    outcome_.sent = at;
    connecting_since_ = at;
    inspector_ = std::move(inspector);
    head_ = {};
    line_.clear();
    head_bytes_ = 0;
    chunks_ = {};
    decoder_ = sse::Decoder({.checks_utf8 = false});
    is_finished_ = closes_connection_ = false;
    if (inspector_) inspector_->begin(at);
}

ResponseTracker::ResponseProgress ResponseTracker::progress() const {
    if (!is_finished_) return ResponseProgress::kIncomplete;
    return closes_connection_ ? ResponseProgress::kCloseConnection : ResponseProgress::kComplete;
}

ResponseTracker::ResponseProgress ResponseTracker::feed(std::string_view bytes, Instant at) {
    if (is_finished_ || bytes.empty()) return progress();
    if (!outcome_.first_byte) outcome_.first_byte = at;
    if (!head_.is_complete()) bytes.remove_prefix(read_head(bytes, at));
    if (head_.is_complete() && !is_finished_) read_body(bytes, at);
    return progress();
}

std::size_t ResponseTracker::read_head(std::string_view bytes, Instant at) {
    std::size_t taken = 0;
    while (taken < bytes.size() && !head_.is_complete()) {
        const std::size_t end = std::min(bytes.find('\n', taken), bytes.size() - 1) + 1;
        line_ += bytes.substr(taken, end - taken);
        head_bytes_ += end - taken;
        taken = end;
        if (head_bytes_ > kMaxHeadBytes) {
            fail_with(FailureClass::kFraming,
                      fmt::format("the head is longer than {} bytes", kMaxHeadBytes),
                      at);
            return bytes.size();
        }
        if (line_.back() != '\n') break;
        if (std::string problem = head_.line_problem(line_); !problem.empty()) {
            fail_with(FailureClass::kFraming, std::move(problem), at);
            return bytes.size();
        }
        head_.take_line(line_);
        if (inspector_) inspector_->take_head_line(line_);
        line_.clear();
    }
    if (head_.is_complete()) check_head(at);
    return taken;
}

void ResponseTracker::check_head(Instant at) {
    closes_connection_ = head_.closes_connection();
    const int status = head_.status();
    set_framing(at);
    if (is_finished_) return;
    if (status == kNoContent || status == kNotModified) {
        framing_ = ResponseBodyFraming::kContentLength;
        remaining_ = 0;
    }
    if (!http::is_success(status)) {
        return fail_with(FailureClass::kStatus, fmt::format("status {}", status), at);
    }
    if (options_.is_stream && !head_.is_stream()) {
        return fail_with(FailureClass::kContentType,
                         "not an event stream: Content-Type is " +
                             quote_excerpt(head_.headers().joined("Content-Type")),
                         at);
    }
    if (framing_ == ResponseBodyFraming::kContentLength && remaining_ == 0) finish(at);
}

void ResponseTracker::set_framing(Instant at) {
    const http::BodyFraming framing = head_.body_framing();
    const std::string* length = head_.headers().find("Content-Length");
    framing_ = framing.is_chunked ? ResponseBodyFraming::kChunked
               : length           ? ResponseBodyFraming::kContentLength
                                  : ResponseBodyFraming::kClose;
    remaining_ = 0;
    if (!framing.violations.empty())
        return fail_with(FailureClass::kFraming, http::to_text(framing.violations.front()), at);
    if (length) std::from_chars(length->data(), length->data() + length->size(), remaining_);
}

void ResponseTracker::read_body(std::string_view bytes, Instant at) {
    if (bytes.empty()) return;
    outcome_.bytes += bytes.size();
    events_of_read_ = 0;
    const std::optional<Instant> before = outcome_.last_event;
    if (inspector_) inspector_->take_bytes(bytes, at);
    if (framing_ == ResponseBodyFraming::kChunked) {
        read_chunked(bytes, at);
    } else if (framing_ == ResponseBodyFraming::kContentLength && bytes.size() > remaining_) {
        fail_with(FailureClass::kFraming,
                  fmt::format("{} bytes more than Content-Length", bytes.size() - remaining_),
                  at);
    } else {
        read_payload(bytes, at);
        if (framing_ == ResponseBodyFraming::kContentLength && (remaining_ -= bytes.size()) == 0 &&
            !is_finished_)
            finish(at);
    }
    const auto gap =
        before && events_of_read_ > 0 ? std::optional<Duration>(at - *before) : std::nullopt;
    if (gap) outcome_.stall = std::max(outcome_.stall, *gap);
    recorder_.record_read(at, bytes.size(), events_of_read_, gap);
}

void ResponseTracker::read_chunked(std::string_view bytes, Instant at) {
    chunks_.feed(bytes);
    while (const auto piece = chunks_.next()) {
        if (!is_finished_) read_payload(piece->bytes, at);
    }
    if (is_finished_) return;
    if (!chunks_.violations().empty()) {
        const auto& first = chunks_.violations().front();
        return fail_with(
            FailureClass::kFraming,
            fmt::format(
                "{} at byte {} of the body: {}", to_text(first.rule), first.offset, first.text),
            at);
    }
    if (chunks_.has_ended()) finish(at);
}

void ResponseTracker::read_payload(std::string_view payload, Instant at) {
    if (!options_.is_stream) return;
    decoder_.feed(payload);
    while (!is_finished_) {
        const auto event = decoder_.next();
        if (!event) return fail_with(FailureClass::kFraming, event.error().message, at);
        if (*event == nullptr) return;
        read_event(**event, at);
    }
}

void ResponseTracker::read_event(const sse::Event& event, Instant at) {
    ++events_of_read_;
    ++outcome_.events;
    outcome_.last_event = at;
    if (recorder_.is_in_window(at)) recorder_.record_event_size(event.end - event.offset);
    if (!outcome_.first_chunk) outcome_.first_chunk = at;
    if (is_message(event)) {
        if (!outcome_.first_token) detect_first_token(event, at);
        if (outcome_.first_token) {
            ++outcome_.tokens;
            recorder_.count_token(at);
            outcome_.last_token = at;
        }
    } else if (event.type == "error") {
        return fail_with(FailureClass::kErrorEvent,
                         "the stream reported an error: " + quote_excerpt(event.data),
                         at);
    }
    json_due_ += options_.json_sample;
    if (json_due_ >= 1) {
        json_due_ -= 1;
        check_json(event, at);
    }
    if (!is_finished_ && outcome_.events == options_.max_events) {
        outcome_.is_bounded = true;
        closes_connection_ = true;
        finish(at);
    }
}

/// The first message may precede the first token; its content is then empty.
void ResponseTracker::detect_first_token(const sse::Event& event, Instant at) {
    // Avoids parsing each event of a stream of messages without content.
    if (event.data.find("\"content\"") == std::string_view::npos) return;
    const auto data = parse_foreign_json(event.data);
    if (data && has_content(*data)) outcome_.first_token = at;
}

void ResponseTracker::check_json(const sse::Event& event, Instant at) {
    recorder_.count_json_checked(1);
    if (const auto data = parse_foreign_json(event.data); !data) {
        fail_with(FailureClass::kJson,
                  fmt::format("event {}: {}", outcome_.events, data.error().message),
                  at);
    }
}

void ResponseTracker::on_closed(Instant at) {
    if (is_finished_) return;
    closes_connection_ = true;
    if (!head_.is_complete()) {
        constexpr std::string_view kBegin = "HTTP/";
        const std::size_t common = std::min(line_.size(), kBegin.size());
        // A response of HTTP/0.9 has no head.
        if (head_bytes_ == line_.size() && line_.compare(0, common, kBegin, 0, common) != 0)
            return fail_with(FailureClass::kFraming, head_.line_problem(line_), at);
        return fail_with(has_begun() ? FailureClass::kTruncated : FailureClass::kConnect,
                         has_begun() ? "closed within the head" : "closed without a response",
                         at);
    }
    if (framing_ == ResponseBodyFraming::kClose) return finish(at);
    fail_with(FailureClass::kTruncated,
              fmt::format("closed after {} bytes of the body", outcome_.bytes),
              at);
}

void ResponseTracker::on_timeout(Instant at) {
    if (is_finished_) return;
    closes_connection_ = true;
    if (outcome_.last_event) outcome_.stall = std::max(outcome_.stall, at - *outcome_.last_event);
    if (options_.is_stream && outcome_.events > 0) {
        outcome_.is_bounded = true;
        return finish(at);
    }
    fail_with(FailureClass::kTimeout,
              has_begun() ? "incomplete at the time limit" : "no response before the time limit",
              at);
}

void ResponseTracker::fail_with(FailureClass failure, std::string reason, Instant at) {
    if (is_finished_) return;
    outcome_.failure = failure;
    outcome_.failure_reason = std::move(reason);
    outcome_.ended = at;
    is_finished_ = true;
    closes_connection_ = true;
}

std::string ResponseTracker::quote_excerpt(std::string_view text) const {
    // First masked: the beginning of a secret that is cut would no longer be found.
    const std::string masked = options_.mask ? options_.mask(text) : std::string(text);
    return fmt::format("\"{}{}\"",
                       std::string_view(masked).substr(0, kMaxQuotedBytes),
                       masked.size() > kMaxQuotedBytes ? "..." : "");
}

void ResponseTracker::finish(Instant at) {
    outcome_.ended = at;
    if (options_.is_stream && !outcome_.is_bounded) {
        if (const auto lost = decoder_.unfinished()) {
            return fail_with(
                FailureClass::kFraming,
                fmt::format("the event at byte {} of the stream is unterminated", *lost),
                at);
        }
    }
    if (options_.is_stream && outcome_.events == 0) {
        return fail_with(FailureClass::kContract, "the stream ended without an event", at);
    }
    if (inspector_) {
        recorder_.count_contract_checked();
        const std::string problem = inspector_->finish(!outcome_.is_bounded);
        if (!problem.empty()) return fail_with(FailureClass::kContract, problem, at);
    }
    is_finished_ = true;
}

}  // namespace plumbline::load
