#pragma once
// Records the outcomes of the requests of one load level (one offered rate or concurrency).

#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::load {

/// Timings and result of one request. Times of events that did not happen are empty.
struct RequestOutcome {
    Instant intended{};  ///< when it should have been sent
    Instant sent{};      ///< when it was sent
    Instant ended{};
    std::optional<Duration> connect{};    ///< time to open its connection, if a new one was opened
    std::optional<Instant> first_byte{};  ///< first byte of the response
    std::optional<Instant> first_chunk{};
    std::optional<Instant> first_token{};
    std::optional<Instant> last_token{};
    std::optional<Instant> last_event{};
    std::uint64_t events = 0;
    std::uint64_t tokens = 0;
    std::uint64_t bytes = 0;  ///< bytes of the body, as on the wire
    Duration stall{};         ///< the longest gap between two events
    std::optional<FailureClass> failure{};
    bool is_bounded = false;       ///< closed at a limit, without an error
    bool is_sent = true;           ///< false: still waited for a free slot at `ended`
    bool is_reconnected = false;   ///< sent again, because the kept connection was closed
    std::string failure_reason{};  ///< details of the failure

    /// Returns whether the stream went on until `ended`: it waited for its next event for at most
    /// twice its longest gap, or a second.
    [[nodiscard]] bool is_in_progress() const;
};

/// Collects the measurements of a window: of all requests that overlap it, from their due time to
/// their end. Not thread-safe: each client thread has its own.
class LevelRecorder {
  public:
    /// Records what happens in [begin, begin + window).
    LevelRecorder(Instant begin, Duration window, std::vector<ResponseLimit> goodput = {});

    [[nodiscard]] bool is_in_window(Instant at) const { return at >= begin_ && at < end_; }
    [[nodiscard]] Instant begin() const { return begin_; }
    [[nodiscard]] Instant end() const { return end_; }

    /// Ends the window, early if `at` is in it or before.
    void end_window(Instant at) {
        is_ended_early_ = at < end_;
        end_ = std::clamp(at, begin_, end_);
    }
    /// Records that one read received `bytes` bytes of a body and `events` events, the first of
    /// them `gap` after the previous event, if there was one. A gap that begins in the window
    /// counts even if it ends later.
    void record_read(Instant at,
                     std::uint64_t bytes,
                     std::uint64_t events,
                     std::optional<Duration> gap);
    /// Records the size of an event that arrived in the window.
    void record_event_size(std::uint64_t bytes) {
        metrics_[Metric::kEventBytes].record(static_cast<std::int64_t>(bytes));
    }
    void count_token(Instant at) {
        if (is_in_window(at)) ++counts_.tokens;
    }
    void count_json_checked(std::uint64_t events) { counts_.json_checked += events; }
    void count_contract_checked() { ++counts_.contract_checked; }
    /// Records the end of a request; it is included if it overlaps the window.
    void record_end(const RequestOutcome& outcome);
    /// Records a request that has not ended at `outcome.ended`, the end of the observation. What it
    /// still waits for counts as taking at least until then, if other responses have this figure;
    /// so record these requests last, and those with most figures first.
    void record_incomplete(const RequestOutcome& outcome);

    /// Returns the measurements without slices, which are many, nor the CPU use of client and
    /// server.
    [[nodiscard]] Level totals() const;
    /// Returns the measurements, without the CPU use of client and server.
    [[nodiscard]] Level level() const;

  private:
    /// The durations of successes, in seconds.
    struct DurationSample {
        double count = 0;
        double sum = 0;
        double squares = 0;

        void add(double duration);
        [[nodiscard]] double mean() const { return sum / count; }
        /// Returns the variance of the mean.
        [[nodiscard]] double mean_variance() const;
    };

    [[nodiscard]] double in_flight_growth() const;
    /// Records what all requests have; returns false if it does not overlap the window.
    [[nodiscard]] bool record_request(const RequestOutcome& outcome);
    void record_duration(const RequestOutcome& outcome);
    /// Counts the latencies of a request that did not fail in the slice in which it was due.
    void record_latencies(const RequestOutcome& outcome, bool has_ended);
    void record_failure(const RequestOutcome& outcome);
    void record_success(const RequestOutcome& outcome);
    [[nodiscard]] WindowSlice* slice_at(Instant at);
    [[nodiscard]] bool meets_goodput(const RequestOutcome& outcome) const;

    Instant begin_;
    Instant end_;
    std::vector<ResponseLimit> goodput_;
    LevelCounts counts_;
    Metrics metrics_;
    std::vector<WindowSlice> slices_;
    Duration slice_length_;
    std::vector<std::string> examples_;
    std::uint64_t due_successes_ = 0;  ///< successes of the requests that were due in the window
    Duration request_time_{};          ///< for which the requests were in flight in the window
    std::string client_limit_;         ///< limit of the client that prevented a request
    bool is_ended_early_ = false;
    DurationSample first_quarter_;  ///< of requests that were due in this quarter of the window
    DurationSample last_quarter_;
};

/// Returns the value of a metric for one response, in ns; nullopt if it has none.
[[nodiscard]] std::optional<std::int64_t> metric_value(const RequestOutcome& outcome,
                                                       Metric metric);

}  // namespace plumbline::load
