#include "conformance/streaming/stream_checker.hpp"

#include "reports/reports.hpp"
#include "reports/result.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>

namespace plumbline::streaming {
namespace {

using client::StreamEnd;

ExpectedRun expected_run(const StreamCheckInput& input, const StreamContract* stream) {
    return {input.run_id,
            stream && stream->first,
            input.replaced_keys,
            input.pauses,
            input.is_in_real_time};
}

/// Returns how the JSON texts of a media type follow each other; nothing if it has none.
std::optional<JsonSequence> json_sequence(std::string_view media_type) {
    const bool has_texts =
        media_type != http::kEventStreamType && media_type != http::kMultipartMixedType;
    if (!has_texts || !http::is_sequence_media_type(media_type)) return std::nullopt;
    return media_type.ends_with("json-seq") ? JsonSequence::kRecords : JsonSequence::kLines;
}

/// Returns the part after `/runs/` in a Content-Location, "" if there is none.
std::string run_id_in(std::string_view location) {
    constexpr std::string_view kRuns = "/runs/";
    const std::size_t at = location.rfind(kRuns);
    if (at == std::string_view::npos) return "";
    const std::string_view rest = location.substr(at + kRuns.size());
    return std::string(rest.substr(0, rest.find_first_of("/?#")));
}

}  // namespace

StreamChecker::StreamChecker(StreamCheckInput input)
    : input_(std::move(input)),
      stream_(input_.operation.stream()),
      findings_(stream_, trace_, input_.where),
      sequence_(expected_run(input_, stream_), findings_) {
    reader_.set_rename(input_.rename);
    reader_.set_observer(input_.observe_event);
    trace_.set_mask(input_.mask);
    if (stream_) {
        reader_.set_output_names([stream = stream_](std::string_view name) {
            return !name.empty() && (stream->find_event(name) || stream->is_other_event(name));
        });
    }
    if (stream_) items_.emplace(*stream_, input_.api, input_.request, findings_);
}

void StreamChecker::begin(Instant started) {
    started_ = started;
    trace_.begin(started);
}

void StreamChecker::take_head_line(std::string_view line) {
    head_.take_line(line);
}

void StreamChecker::begin_body() {
    if (has_begun_) return;
    has_begun_ = true;
    // Our streams have no content coding: it is reported, and their bytes are read as they are.
    reader_.begin({head_.is_chunked(),
                   head_.is_stream(),
                   json_sequence(head_.media_type()),
                   stream_ ? "" : head_.content_coding(),
                   head_.boundary()});
    if (!head_.is_stream()) return;
    const bool has_events = head_.media_type() == http::kEventStreamType;
    if (!stream_) declared_items_.emplace(item_contract(), input_.api, has_events, findings_);
    head_.check(findings_);
    if (const std::string* location = head_.headers().find("Content-Location"))
        sequence_.check_run_id(run_id_in(*location), "Content-Location", {});
}

/// Returns what the document says of the items, which may be nothing.
const ItemContract& StreamChecker::item_contract() const {
    static const ItemContract kNothing;
    const DeclaredResponse* declared = input_.operation.response_for(head_.status());
    if (!declared) return kNothing;
    for (const MediaType& content : declared->content) {
        if (content.items && http::media_type(content.name) == head_.media_type())
            return *content.items;
    }
    return kNothing;
}

void StreamChecker::feed(std::string_view bytes, Instant at, const EventSink& on_event) {
    begin_body();
    reader_.feed(
        bytes, at, [&](const ReceivedEvent& received) { return take_event(received, on_event); });
}

bool StreamChecker::take_event(const ReceivedEvent& received, const EventSink& on_event) {
    if (!first_event_) first_event_ = received.arrived_at;
    if (!items_) {
        if (declared_items_) declared_items_->check(received);
        record_arrival(received, "");
        return on_event(received);
    }
    const ModeEvent mode_event = items_->check(received);
    record_arrival(received, mode_event.mode);
    sequence_.check(mode_event);
    note_operation(mode_event);
    ReceivedEvent of_mode = received;
    of_mode.mode = mode_event.mode;
    return on_event(of_mode);
}

void StreamChecker::record_arrival(const ReceivedEvent& received, std::string_view mode) {
    if (!input_.records_arrivals) return;
    constexpr std::size_t kMaxName = 60;
    const double at_ms =
        std::chrono::duration<double, std::milli>(received.arrived_at - started_).count();
    arrivals_.add({at_ms,
                   std::string(received.event.type.substr(0, kMaxName)),
                   std::string(mode.substr(0, kMaxName)),
                   received.event.end - received.event.offset});
}

std::vector<reports::StreamArrival> StreamChecker::take_arrivals() {
    std::vector<reports::StreamArrival> arrivals = arrivals_.take();
    if (!input_.mask) return arrivals;
    for (reports::StreamArrival& arrival : arrivals) {
        arrival.type = input_.mask(arrival.type);
        arrival.mode = input_.mask(arrival.mode);
    }
    return arrivals;
}

/// An event of a mode shows that the operation streams the output of a run, and so does the event
/// that begins a stream; an error does not.
void StreamChecker::note_operation(const ModeEvent& mode_event) {
    if (shows_operation_) return;
    const bool is_first = stream_->first && mode_event.received.position.event == 1 &&
                          without_namespace(mode_event.received.event.type) == stream_->first->name;
    shows_operation_ = mode_event.data && (mode_event.item || is_first);
    if (!shows_operation_) return;
    findings_.mark_shown(input_.operation.requirements);
    findings_.mark_shown(input_.operation.path_requirements);
}

void StreamChecker::finish(StreamEnd end, const EventSink& on_event) {
    end_ = end;
    begin_body();
    const bool is_over =
        end == StreamEnd::kComplete || end == StreamEnd::kClosed || end == StreamEnd::kReset;
    reader_.finish(is_over,
                   [&](const ReceivedEvent& received) { return take_event(received, on_event); });
    if (!head_.is_stream()) return;
    check_end(end);
    check_has_first(end);
    if (declared_items_ && end == StreamEnd::kComplete)
        declared_items_->finish({trace_.size(), reader_.events()});
    sequence_.finish(end == StreamEnd::kComplete, started_);
}

void StreamChecker::check_end(StreamEnd end) {
    const StreamPosition last{trace_.size(), reader_.events()};
    switch (end) {
        case StreamEnd::kComplete:
            return check_length();
        case StreamEnd::kStopped:
            return;
        case StreamEnd::kDeadline:
            if (input_.must_end)
                findings_.add(StreamRuleId::kNoEnd,
                              {.got = "no end before the deadline", .position = last});
            return;
        case StreamEnd::kClosed:
        case StreamEnd::kReset:
            // In the chunked coding the chunk reader has already reported it, in more detail.
            if (head_.is_chunked() && end == StreamEnd::kClosed) return;
            findings_.add(StreamRuleId::kTruncated,
                          {.got = end == StreamEnd::kReset ? "a reset of the connection"
                                                           : "the end of the connection",
                           .position = last});
            return;
        case StreamEnd::kMalformed:
            if (findings_.empty())
                findings_.add(StreamRuleId::kChunkSize,
                              {.got = "malformed framing", .position = last});
            return;
    }
}

/// A stream that ends without an event does not begin with the event that the contract requires. If
/// the connection was cut, the event may have been lost.
void StreamChecker::check_has_first(StreamEnd end) {
    if (end != StreamEnd::kComplete) return;
    if (head_.is_chunked() && reader_.events() > 0) findings_.mark_checked("chunks");
    if (!stream_ || !stream_->first || reader_.events() > 0) return;
    findings_.add(StreamRuleId::kFirstChunk,
                  {.got = "the end of the stream, without an event",
                   .expected = fmt::format("the event {} at the beginning", stream_->first->name),
                   .position = StreamPosition{trace_.size(), 0},
                   .item = &*stream_->first});
}

/// The end of the connection is not the end of the response if the head announced a larger length.
void StreamChecker::check_length() {
    const std::string* header = head_.headers().find("Content-Length");
    if (!header || head_.is_chunked()) return;
    std::uint64_t length = 0;
    std::from_chars(header->data(), header->data() + header->size(), length);
    if (length == trace_.size()) return;
    findings_.add(StreamRuleId::kTruncated,
                  {.got = fmt::format("{} bytes of {}", trace_.size(), *header),
                   .position = StreamPosition{trace_.size(), reader_.events()}});
}

StreamSummary StreamChecker::summary() const {
    const auto first_event = first_event_ ? std::optional(*first_event_ - started_) : std::nullopt;
    return {reader_.events(), trace_.size(), first_event, end_};
}

reports::Finding StreamChecker::variant_finding(std::string_view rule_name,
                                                std::string expected,
                                                std::string got) const {
    reports::Finding finding;
    finding.code = reports::kVariantSeen;
    finding.verdict = reports::Verdict::kObserved;
    finding.where = input_.where;
    if (const StreamRule* rule = stream_->rule(rule_name))
        finding.requirements = rule->requirements;
    finding.expected = std::move(expected);
    finding.got = std::move(got);
    return finding;
}

void StreamChecker::add_variants(std::vector<reports::Finding>& observed) const {
    if (!items_) return;
    for (const std::string& name : items_->event_names())
        observed.push_back(variant_finding("names", "event names", name));
    const auto& requested = items_->requested();
    const bool has_several_modes = requested && requested->size() > 1;
    if (!has_several_modes || items_->pair_encoding() == PairEncoding::kUnknown) return;
    observed.push_back(variant_finding("pair",
                                       "where mode and chunk are sent",
                                       items_->pair_encoding() == PairEncoding::kData
                                           ? "both in the data: [mode, chunk]"
                                           : "the mode as the event, the chunk as its data"));
}

/// Says once that parts were not judged.
void StreamChecker::add_unjudged_parts(std::vector<reports::Finding>& observed) const {
    const std::uint64_t parts = declared_items_ ? declared_items_->unjudged_parts() : 0;
    if (parts == 0) return;
    reports::Finding& finding = observed.emplace_back();
    finding.code = reports::kNotJudged;
    finding.verdict = reports::Verdict::kObserved;
    finding.where = input_.where;
    finding.expected = "parts of " + input_.operation.id + " that can be judged by their schema";
    finding.got = declared_items_->unjudged_reason();
    if (parts > 1) reports::add_note(finding, fmt::format("and {} more parts", parts - 1));
}

checks::CheckResult StreamChecker::take_result() {
    checks::CheckResult result = findings_.take_result();
    add_variants(result.observations);
    add_unjudged_parts(result.observations);
    return result;
}

}  // namespace plumbline::streaming
