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
constexpr double kMinGrowthValues = 10;  ///< of a quarter; fewer have no known spread

/// A figure of a request that has not ended.
struct WaitingMetric {
    Metric metric;
    bool is_sent;     ///< counts from the send time
    bool is_certain;  ///< every response has it
};
constexpr WaitingMetric kWaitingMetrics[] = {{Metric::kTtfb, false, true},
                                             {Metric::kTtfbSent, true, true},
                                             {Metric::kTtfc, false, false},
                                             {Metric::kTtfcSent, true, false},
                                             {Metric::kTtft, false, false},
                                             {Metric::kTtftSent, true, false},
                                             {Metric::kDuration, false, true},
                                             {Metric::kDurationSent, true, true},
                                             {Metric::kStall, true, true}};

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
            if (!outcome.is_sent) return std::nullopt;
            return ns_between(outcome.sent, outcome.ended);
        case Metric::kTokenTime:
            if (outcome.tokens < 2) return std::nullopt;
            return (*outcome.last_token - *outcome.first_token).count() /
                   static_cast<std::int64_t>(outcome.tokens - 1);
        case Metric::kStall:
            if (outcome.events < 2 && outcome.stall == Duration(0)) return std::nullopt;
            return outcome.stall.count();
        default:
            return std::nullopt;
    }
}

bool RequestOutcome::is_in_progress() const {
    // The first event, which names the run, is also sent by a server that then queues the run.
    if (events < 2 || !last_event) return false;
    constexpr Duration kUsualWait = std::chrono::seconds(1);
    return ended - *last_event <= std::max(2 * stall, kUsualWait);
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

void LevelRecorder::record_read(Instant at,
                                std::uint64_t bytes,
                                std::uint64_t events,
                                std::optional<Duration> gap) {
    WindowSlice* slice = slice_at(at);
    if (slice == nullptr) {
        if (gap && at >= end_ && at - *gap < end_) metrics_[Metric::kGap].record(gap->count());
        return;
    }
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
    if (!record_request(outcome)) return;
    if (outcome.failure) {
        record_failure(outcome);
    } else {
        record_success(outcome);
    }
}

bool LevelRecorder::record_request(const RequestOutcome& outcome) {
    const bool is_due = is_in_window(outcome.intended);
    const bool is_carried_in = outcome.intended < begin_ && outcome.ended > begin_;
    if (!is_due && !is_carried_in) return false;
    ++counts_.attempted;
    if (is_carried_in) ++counts_.carried_in;
    if (outcome.ended >= end_) ++counts_.cut;
    if (outcome.is_reconnected) ++counts_.reconnected;
    if (outcome.is_sent)
        request_time_ +=
            std::clamp(outcome.ended, begin_, end_) - std::clamp(outcome.sent, begin_, end_);
    metrics_[Metric::kSendDelay].record((outcome.sent - outcome.intended).count());
    return true;
}

/// Adds to the samples that show whether durations grow.
void LevelRecorder::record_duration(const RequestOutcome& outcome) {
    if (!is_in_window(outcome.intended)) return;
    const auto quarter = kQuarters * (outcome.intended - begin_) / (end_ - begin_);
    const double duration = std::chrono::duration<double>(outcome.ended - outcome.intended).count();
    if (quarter == 0) first_quarter_.add(duration);
    if (quarter == kQuarters - 1) last_quarter_.add(duration);
}

void LevelRecorder::record_latencies(const RequestOutcome& outcome, bool has_ended) {
    WindowSlice* const slice = slice_at(outcome.intended);
    if (slice == nullptr) return;
    for (std::size_t i = 0; i < kSliceMetrics.size(); ++i) {
        const Metric metric = kSliceMetrics[i];
        const bool is_duration = metric == Metric::kDuration;
        const auto value = metric_value(outcome, metric);
        if (value && (has_ended || !is_duration)) {
            slice->latencies[i].record(*value);
        } else if (!has_ended && (is_duration || !metrics_[metric].empty())) {
            // A response without the figure so far may be of a kind that never has it.
            ++slice->latencies[i].not_ended;
        }
    }
}

void LevelRecorder::record_failure(const RequestOutcome& outcome) {
    std::uint64_t& count = counts_.failed[static_cast<std::size_t>(*outcome.failure)];
    if (is_in_window(outcome.intended)) ++counts_.failed_due;
    metrics_[Metric::kFailedDuration].record((outcome.ended - outcome.intended).count());
    if (outcome.failure == FailureClass::kClient) client_limit_ = outcome.failure_reason;
    if (count++ < kExamplesPerFailureClass) {
        examples_.push_back(
            fmt::format("{}: {}", to_text(*outcome.failure), outcome.failure_reason));
    }
}

void LevelRecorder::record_success(const RequestOutcome& outcome) {
    ++(outcome.is_bounded ? counts_.bounded : counts_.completed);
    if (meets_goodput(outcome)) ++counts_.good;
    if (is_in_window(outcome.intended)) ++due_successes_;
    record_duration(outcome);
    record_latencies(outcome, true);
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

void LevelRecorder::record_incomplete(const RequestOutcome& outcome) {
    if (!record_request(outcome)) return;
    ++counts_.incomplete;
    if (!outcome.is_sent) ++counts_.not_sent;
    if (outcome.is_in_progress()) {
        ++counts_.in_progress;
        if (is_in_window(outcome.intended)) ++counts_.in_progress_due;
    }
    record_duration(outcome);
    record_latencies(outcome, false);
    RequestOutcome at_least = outcome;
    for (auto* time : {&at_least.first_byte, &at_least.first_chunk, &at_least.first_token}) {
        if (!*time) *time = outcome.ended;
    }
    if (outcome.last_event) {
        const Duration gap = outcome.ended - *outcome.last_event;
        if (*outcome.last_event < end_) metrics_[Metric::kGap].record(gap.count());
        at_least.stall = std::max(outcome.stall, gap);
    }
    at_least.tokens = 0;  // the time per token so far is no bound
    if (!meets_goodput(at_least)) ++counts_.late;
    for (const WaitingMetric& row : kWaitingMetrics) {
        if (row.is_sent && !outcome.is_sent) continue;
        // A response without the figure so far may be of a kind that never has it.
        const bool is_known =
            row.is_certain || metric_value(outcome, row.metric) || !metrics_[row.metric].empty();
        const auto value = metric_value(at_least, row.metric);
        if (is_known && value) metrics_[row.metric].record(*value);
    }
}

void LevelRecorder::DurationSample::add(double duration) {
    ++count;
    sum += duration;
    squares += duration * duration;
}

double LevelRecorder::DurationSample::mean_variance() const {
    return std::max(squares - sum * mean(), 0.0) / (count - 1) / count;
}

/// Returns the growth of what is in flight. It follows from how much longer the last requests take
/// than the first ones, unless that may be chance (three standard errors): what is in flight itself
/// also grows while long streams begin that a server keeps up with.
double LevelRecorder::in_flight_growth() const {
    if (is_ended_early_ || std::min(first_quarter_.count, last_quarter_.count) < kMinGrowthValues)
        return 0;
    constexpr double kErrors = 3;
    const double error = std::sqrt(first_quarter_.mean_variance() + last_quarter_.mean_variance());
    const double growth = last_quarter_.mean() - first_quarter_.mean() - kErrors * error;
    // The middles of both quarters are three quarters of the window apart.
    const double seconds = std::max(growth, 0.0) * kQuarters / (kQuarters - 1);
    // What was due in the window ends in a time that is longer by `seconds`.
    const double window = std::chrono::duration<double>(end_ - begin_).count();
    return static_cast<double>(counts_.due()) * seconds / (window + seconds);
}

Level LevelRecorder::totals() const {
    Level level;
    level.seconds = std::chrono::duration<double>(end_ - begin_).count();
    level.counts = counts_;
    level.metrics = metrics_;
    level.examples = examples_;
    level.achieved = level.seconds > 0 ? static_cast<double>(due_successes_) / level.seconds : 0;
    level.request_seconds = std::chrono::duration<double>(request_time_).count();
    level.in_flight_growth = in_flight_growth();
    level.client.bound_reason = client_limit_;
    return level;
}

Level LevelRecorder::level() const {
    Level level = totals();
    level.slices = slices_;
    // An interrupted window has no later slices.
    std::erase_if(level.slices,
                  [&](const WindowSlice& slice) { return slice.begin_s >= level.seconds; });
    return level;
}

}  // namespace plumbline::load
