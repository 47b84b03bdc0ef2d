#include "benchmarks/load/drive/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::load {
namespace {

/// So many slices show how a window went; a second is the shortest that is told apart.
constexpr int kSlices = 100;
constexpr Duration kShortestSlice = std::chrono::milliseconds(100);
constexpr std::size_t kExamplesOfAFailure = 3;

std::optional<std::int64_t> ns_from(Instant from, const std::optional<Instant>& to) {
    if (!to) return std::nullopt;
    return (*to - from).count();
}

}  // namespace

std::optional<std::int64_t> figure_of(const Outcome& outcome, Metric metric) {
    switch (metric) {
        case Metric::kTtfb:
            return ns_from(outcome.intended, outcome.head);
        case Metric::kTtfc:
            return ns_from(outcome.intended, outcome.first_chunk);
        case Metric::kTtft:
            return ns_from(outcome.intended, outcome.first_token);
        case Metric::kDuration:
            return ns_from(outcome.intended, outcome.ended);
        case Metric::kTtfbSent:
            return ns_from(outcome.sent, outcome.head);
        case Metric::kTtfcSent:
            return ns_from(outcome.sent, outcome.first_chunk);
        case Metric::kTtftSent:
            return ns_from(outcome.sent, outcome.first_token);
        case Metric::kDurationSent:
            return ns_from(outcome.sent, outcome.ended);
        case Metric::kTokenTime:
            if (outcome.tokens < 2) return std::nullopt;
            return (*outcome.last_token - *outcome.first_token).count() /
                   static_cast<std::int64_t>(outcome.tokens - 1);
        case Metric::kStall:
            if (outcome.events < 2) return std::nullopt;
            return outcome.stall.count();
        default:
            return std::nullopt;
    }
}

Recorder::Recorder(Instant begin, Duration window, std::vector<AnswerLimit> goodput)
    : begin_(begin),
      end_(begin + window),
      goodput_(std::move(goodput)),
      slice_(std::max(window / kSlices, kShortestSlice)) {
    const auto count = (window + slice_ - Duration(1)) / slice_;
    for (std::int64_t i = 0; i < count; ++i) {
        Slice slice;
        slice.second = std::chrono::duration<double>(i * slice_).count();
        slices_.push_back(std::move(slice));
    }
}

Slice* Recorder::slice_at(Instant at) {
    if (!is_in_window(at)) return nullptr;
    return &slices_[static_cast<std::size_t>((at - begin_) / slice_)];
}

void Recorder::sent(Instant intended, Instant at) {
    if (!is_in_window(intended)) return;
    ++counts_.attempted;
    metrics_[Metric::kSlip].record((at - intended).count());
}

void Recorder::read(Instant at,
                    std::uint64_t bytes,
                    std::uint64_t events,
                    std::optional<Duration> gap) {
    Slice* slice = slice_at(at);
    if (slice == nullptr) return;
    counts_.bytes += bytes;
    slice->bytes += bytes;
    if (events == 0) return;
    counts_.events += events;
    slice->events += events;
    metrics_[Metric::kEventsPerRead].record(static_cast<std::int64_t>(events));
    if (gap) {
        metrics_[Metric::kGap].record(gap->count());
        slice->gaps.record(gap->count());
    }
    if (events > 1) {
        metrics_[Metric::kGap].record(0, events - 1);
        slice->gaps.record(0, events - 1);
        counts_.gaps_of_zero += events - 1;
    }
}

void Recorder::ended(const Outcome& outcome) {
    if (Slice* slice = slice_at(outcome.ended))
        ++(outcome.failure ? slice->failed : slice->completed);
    if (!outcome.failure && is_in_window(outcome.ended)) ++completed_in_window_;
    if (!is_in_window(outcome.intended)) return;
    if (outcome.failure) {
        failed(outcome);
    } else {
        succeeded(outcome);
    }
}

void Recorder::failed(const Outcome& outcome) {
    std::uint64_t& count = counts_.failed[static_cast<std::size_t>(*outcome.failure)];
    metrics_[Metric::kFailedDuration].record((outcome.ended - outcome.intended).count());
    if (count++ < kExamplesOfAFailure) {
        examples_.push_back(fmt::format("{}: {}", to_text(*outcome.failure), outcome.why));
    }
}

void Recorder::succeeded(const Outcome& outcome) {
    ++(outcome.is_bounded ? counts_.bounded : counts_.completed);
    if (is_good(outcome)) ++counts_.good;
    for (const Metric metric : {Metric::kTtfb,
                                Metric::kTtfc,
                                Metric::kTtft,
                                Metric::kDuration,
                                Metric::kTtfbSent,
                                Metric::kTtfcSent,
                                Metric::kTtftSent,
                                Metric::kDurationSent,
                                Metric::kTokenTime,
                                Metric::kStall}) {
        if (const auto figure = figure_of(outcome, metric)) metrics_[metric].record(*figure);
    }
    if (outcome.connect) metrics_[Metric::kConnect].record(outcome.connect->count());
    if (outcome.events == 0) return;
    metrics_[Metric::kEventsPerStream].record(static_cast<std::int64_t>(outcome.events));
    const double seconds = std::chrono::duration<double>(outcome.ended - outcome.sent).count();
    if (seconds > 0) {
        constexpr double kThousandths = 1000;
        metrics_[Metric::kStreamRate].record(static_cast<std::int64_t>(
            kThousandths * static_cast<double>(outcome.events) / seconds));
    }
}

bool Recorder::is_good(const Outcome& outcome) const {
    return std::all_of(goodput_.begin(), goodput_.end(), [&](const AnswerLimit& limit) {
        const auto figure = figure_of(outcome, limit.metric);
        // A stream of one event has no stall; one without a token has not got it in time.
        const bool may_be_missing =
            limit.metric == Metric::kStall || limit.metric == Metric::kTokenTime;
        return figure ? *figure <= limit.max : may_be_missing;
    });
}

void Recorder::left(Instant intended) {
    if (is_in_window(intended)) ++counts_.incomplete;
}

Level Recorder::level() const {
    Level level;
    level.seconds = std::chrono::duration<double>(end_ - begin_).count();
    level.counts = counts_;
    level.metrics = metrics_;
    level.slices = slices_;
    level.examples = examples_;
    level.achieved = static_cast<double>(completed_in_window_) / level.seconds;
    return level;
}

}  // namespace plumbline::load
