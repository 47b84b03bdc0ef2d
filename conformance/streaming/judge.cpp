#include "conformance/streaming/judge.hpp"

#include "reports/told_once.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>

namespace plumbline::streaming {
namespace {

using client::StreamEnd;

/// What a graph that can pause reads of its input. Source: design, section 5, "first event and
/// event names of other modes": buffering is judged only where the input asks for a real-time
/// pause.
constexpr std::string_view kPauseAt = "/input/pause_ms";
constexpr std::string_view kStepsAt = "/input/steps";
constexpr std::int64_t kLongestPauseMs = 600'000;

/// The stream that the operation's success answer is declared to be, null if none is.
const StreamContract* stream_of(const Operation& operation) {
    for (const DeclaredResponse& response : operation.responses) {
        for (const Content& content : response.content) {
            if (content.stream) return &*content.stream;
        }
    }
    return nullptr;
}

std::int64_t number_at(const Json* request, std::string_view pointer) {
    const Json* value = request ? find(*request, pointer) : nullptr;
    return value ? as_integer(*value).value_or(0) : 0;
}

RunFacts facts_of(const Subject& subject, const StreamContract* stream) {
    RunFacts facts;
    facts.run_id = subject.run_id;
    facts.is_whole = stream && stream->first;
    facts.replaced = subject.replaced;
    const std::int64_t pause = number_at(subject.request, kPauseAt);
    if (pause > 0 && pause <= kLongestPauseMs) facts.pause = std::chrono::milliseconds(pause);
    facts.steps = number_at(subject.request, kStepsAt);
    return facts;
}

/// Returns what stands behind `/runs/` in a Content-Location, "" if nothing does.
std::string run_in(std::string_view location) {
    constexpr std::string_view kRuns = "/runs/";
    const std::size_t at = location.rfind(kRuns);
    if (at == std::string_view::npos) return "";
    const std::string_view rest = location.substr(at + kRuns.size());
    return std::string(rest.substr(0, rest.find_first_of("/?#")));
}

}  // namespace

Judge::Judge(Subject subject)
    : subject_(std::move(subject)),
      stream_(stream_of(subject_.operation)),
      breaches_(stream_, trace_, subject_.where),
      sequence_(facts_of(subject_, stream_), breaches_) {
    reader_.set_rename(subject_.rename);
    trace_.set_mask(subject_.mask);
    if (stream_) items_.emplace(*stream_, subject_.api, subject_.request, breaches_);
}

void Judge::begin(Instant started) {
    started_ = started;
    trace_.begin(started);
}

void Judge::take_head_line(std::string_view line) {
    head_.take_line(line);
}

void Judge::begin_body() {
    if (has_begun_) return;
    has_begun_ = true;
    reader_.begin(head_.is_chunked(), head_.is_stream());
    if (!head_.is_stream()) return;
    head_.judge(breaches_);
    take_content_location();
}

void Judge::take(std::string_view bytes,
                 Instant at,
                 const std::function<bool(const Seen&)>& on_event) {
    begin_body();
    reader_.take(bytes, at, [&](const Seen& seen) { return take_event(seen, on_event); });
}

bool Judge::take_event(const Seen& seen, const std::function<bool(const Seen&)>& on_event) {
    if (!first_event_) first_event_ = seen.at;
    if (items_) sequence_.take(items_->take(seen));
    return on_event(seen);
}

void Judge::take_content_location() {
    const std::string* location = head_.headers().find("Content-Location");
    if (location) sequence_.take_run_id(run_in(*location), "Content-Location", {});
}

void Judge::finish(StreamEnd end) {
    end_ = end;
    begin_body();
    const bool is_over =
        end == StreamEnd::kComplete || end == StreamEnd::kClosed || end == StreamEnd::kReset;
    reader_.finish(is_over);
    if (!head_.is_stream()) return;
    judge_end(end);
    sequence_.finish(end == StreamEnd::kComplete, started_);
}

void Judge::judge_end(StreamEnd end) {
    const Spot last{trace_.size(), reader_.events()};
    switch (end) {
        case StreamEnd::kComplete:
            return judge_length();
        case StreamEnd::kLeft:
            return;
        case StreamEnd::kDeadline:
            if (subject_.has_to_end)
                breaches_.add(Rule::kTerminator,
                              {.got = "no end before the deadline", .spot = last});
            return;
        case StreamEnd::kClosed:
        case StreamEnd::kReset:
            // Where there are chunks their reader has told it, better.
            if (head_.is_chunked() && end == StreamEnd::kClosed) return;
            breaches_.add(Rule::kTruncated,
                          {.got = end == StreamEnd::kReset ? "a reset of the connection"
                                                           : "the end of the connection",
                           .spot = last});
            return;
        case StreamEnd::kGarbled:
            if (breaches_.empty())
                breaches_.add(Rule::kChunkSize, {.got = "what cannot be read", .spot = last});
            return;
    }
}

/// A connection that ends is no end of the answer if its head has told another length.
void Judge::judge_length() {
    const std::string* given = head_.headers().find("Content-Length");
    if (!given || head_.is_chunked()) return;
    std::uint64_t length = 0;
    std::from_chars(given->data(), given->data() + given->size(), length);
    if (length == trace_.size()) return;
    breaches_.add(Rule::kTruncated,
                  {.got = fmt::format("{} bytes of {}", trace_.size(), *given),
                   .spot = Spot{trace_.size(), reader_.events()}});
}

Summary Judge::summary() const {
    Summary summary;
    summary.events = reader_.events();
    summary.bytes = trace_.size();
    if (first_event_) summary.first_event = *first_event_ - started_;
    summary.end = end_;
    return summary;
}

reports::Finding Judge::way_met(std::string_view word,
                                std::string expected,
                                std::string got) const {
    reports::Finding finding;
    finding.code = reports::kWayMet;
    finding.verdict = reports::Verdict::kObserved;
    finding.where = subject_.where;
    if (const StreamRule* rule = stream_->rule(word)) finding.requirements = rule->requirements;
    finding.expected = std::move(expected);
    finding.got = std::move(got);
    return finding;
}

void Judge::add_ways(std::vector<reports::Finding>& observed) const {
    if (!items_) return;
    for (const std::string& name : items_->names())
        observed.push_back(way_met("names", "names of events", name));
    const auto& requested = items_->requested();
    const bool is_asked = requested && requested->size() > 1;
    if (!is_asked || items_->reading() == PairReading::kUnknown) return;
    observed.push_back(way_met("pair",
                               "how mode and chunk stand on the wire",
                               items_->reading() == PairReading::kData
                                   ? "both in the data: [mode, chunk]"
                                   : "the mode as the event, the chunk as its data"));
}

checks::Judged Judge::take_judged() {
    checks::Judged judged = breaches_.take();
    add_ways(judged.observed);
    return judged;
}

}  // namespace plumbline::streaming
