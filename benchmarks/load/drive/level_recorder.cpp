#include "benchmarks/load/drive/level_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline::load {
namespace {

/// The target number of slices of a window, and the minimum length of a slice.
constexpr int kSlices = 100;
constexpr Duration kMinSlice = std::chrono::milliseconds(100);
constexpr std::size_t kExamplesPerFailureClass = 3;
constexpr int kQuarters = 4;

std::optional<std::int64_t> ns_between(Instant from, const std::optional<Instant>& to) {
    if (!to) return std::nullopt;
    return (*to - from).count();
}

}  // namespace

std::optional<std::int64_t> metric_value(const RequestOutcome& outcome, Metric metric) {
    switch (metric) {
        case Metric::kTtfb:
            return ns_between(outcome.intended, outcome.first_byte);
        case Metric::kTtfc:
            return ns_between(outcome.intended, outcome.first_chunk);
        case Metric::kTtft:
            return ns_between(outcome.intended, outcome.first_token);
        case Metric::kDuration:
            return ns_between(outcome.intended, outcome.ended);
        case Metric::kTtfbSent:
            return ns_between(outcome.sent, outcome.first_byte);
        case Metric::kTtfcSent:
            return ns_between(outcome.sent, outcome.first_chunk);
        case Metric::kTtftSent:
            return ns_between(outcome.sent, outcome.first_token);
        case Metric::kDurationSent:
            return ns_between(outcome.sent, outcome.ended);
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

LevelRecorder::LevelRecorder(Instant begin, Duration window, std::vector<ResponseLimit> goodput)
    : begin_(begin),
      end_(begin + window),
      goodput_(std::move(goodput)),
      slice_length_(std::max(window / kSlices, kMinSlice)) {
    const auto count = (window + slice_length_ - Duration(1)) / slice_length_;
    for (std::int64_t i = 0; i < count; ++i) {
        WindowSlice slice;
        slice.begin_s = std::chrono::duration<double>(i * slice_length_).count();
        slices_.push_back(std::move(slice));
    }
}

WindowSlice* LevelRecorder::slice_at(Instant at) {
    if (!is_in_window(at)) return nullptr;
    return &slices_[static_cast<std::size_t>((at - begin_) / slice_length_)];
}

void LevelRecorder::record_sent(Instant intended, Instant at) {
    if (!is_in_window(intended)) return;
    ++counts_.attempted;
    metrics_[Metric::kSendDelay].record((at - intended).count());
}

void LevelRecorder::record_read(Instant at,
                                std::uint64_t bytes,
                                std::uint64_t events,
                                std::optional<Duration> gap) {
    WindowSlice* slice = slice_at(at);
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

void LevelRecorder::record_end(const RequestOutcome& outcome) {
    if (WindowSlice* slice = slice_at(outcome.ended))
        ++(outcome.failure ? slice->failed : slice->completed);
    if (!is_in_window(outcome.intended)) return;
    if (outcome.failure) {
        record_failure(outcome);
    } else {
        record_success(outcome);
    }
}

void LevelRecorder::record_failure(const RequestOutcome& outcome) {
    std::uint64_t& count = counts_.failed[static_cast<std::size_t>(*outcome.failure)];
    metrics_[Metric::kFailedDuration].record((outcome.ended - outcome.intended).count());
    if (count++ < kExamplesPerFailureClass) {
        examples_.push_back(
            fmt::format("{}: {}", to_text(*outcome.failure), outcome.failure_reason));
    }
}

void LevelRecorder::record_success(const RequestOutcome& outcome) {
    ++(outcome.is_bounded ? counts_.bounded : counts_.completed);
    if (meets_goodput(outcome)) ++counts_.good;
    const auto quarter = kQuarters * (outcome.intended - begin_) / (end_ - begin_);
    const double duration = std::chrono::duration<double>(outcome.ended - outcome.intended).count();
    if (quarter == 0) first_quarter_.add(duration);
    if (quarter == kQuarters - 1) last_quarter_.add(duration);
    for (const MetricRow& row : metric_rows()) {
        if (const auto figure = metric_value(outcome, row.metric))
            metrics_[row.metric].record(*figure);
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

bool LevelRecorder::meets_goodput(const RequestOutcome& outcome) const {
    return std::all_of(goodput_.begin(), goodput_.end(), [&](const ResponseLimit& limit) {
        const auto figure = metric_value(outcome, limit.metric);
        // A stream of one event has no stall, which is good; a stream without a token fails a limit
        // on it.
        const bool may_be_missing =
            limit.metric == Metric::kStall || limit.metric == Metric::kTokenTime;
        return figure ? *figure <= limit.max : may_be_missing;
    });
}

void LevelRecorder::record_incomplete(Instant intended) {
    if (is_in_window(intended)) ++counts_.incomplete;
}

void LevelRecorder::DurationSample::add(double duration) {
    ++count;
    sum += duration;
    squares += duration * duration;
}

double LevelRecorder::DurationSample::mean_variance() const {
    return std::max(squares / count - mean() * mean(), 0.0) / count;
}

/// Returns by how much durations grow from the begin to the end of the window, 0 if that may be
/// chance (three standard errors).
double LevelRecorder::duration_growth() const {
    if (first_quarter_.count == 0 || last_quarter_.count == 0) return 0;
    constexpr double kErrors = 3;
    const double error = std::sqrt(first_quarter_.mean_variance() + last_quarter_.mean_variance());
    const double growth = last_quarter_.mean() - first_quarter_.mean() - kErrors * error;
    // The middles of both quarters are three quarters of the window apart.
    return std::max(growth, 0.0) * kQuarters / (kQuarters - 1);
}

Level LevelRecorder::level() const {
    Level level;
    level.seconds = std::chrono::duration<double>(end_ - begin_).count();
    level.counts = counts_;
    level.metrics = metrics_;
    level.slices = slices_;
    level.examples = examples_;
    level.achieved = static_cast<double>(counts_.successes()) / level.seconds;
    level.duration_growth = duration_growth();
    return level;
}

}  // namespace plumbline::load
