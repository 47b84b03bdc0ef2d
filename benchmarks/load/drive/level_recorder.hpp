#pragma once
// Records the outcomes of the requests of one load level (one offered rate or concurrency).

#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

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
    std::uint64_t events = 0;
    std::uint64_t tokens = 0;
    std::uint64_t bytes = 0;  ///< bytes of the body, as on the wire
    Duration stall{};         ///< the longest gap between two events
    std::optional<FailureClass> failure{};
    bool is_bounded = false;       ///< closed at a limit, without an error
    std::string failure_reason{};  ///< details of the failure
};

/// Collects the measurements of a window. Not thread-safe: each client thread has its own.
class LevelRecorder {
  public:
    /// Records events in [begin, begin + window).
    LevelRecorder(Instant begin, Duration window, std::vector<ResponseLimit> goodput = {});

    [[nodiscard]] bool is_in_window(Instant at) const { return at >= begin_ && at < end_; }
    [[nodiscard]] Instant begin() const { return begin_; }
    [[nodiscard]] Instant end() const { return end_; }

    /// Records that a request was sent; it is included if its intended start is in the window.
    void record_sent(Instant intended, Instant at);
    /// Records that one read received `bytes` bytes of a body and `events` events, the first of
    /// them `gap` after the previous event, if there was one.
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
    /// Records the end of a request; it is included if its intended start is in the window.
    void record_end(const RequestOutcome& outcome);
    /// Records a request that was still in flight at the end of the drain period after the window.
    void record_incomplete(Instant intended);

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

    [[nodiscard]] double duration_growth() const;
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
    DurationSample first_quarter_;  ///< of requests that were due in this quarter of the window
    DurationSample last_quarter_;
};

/// Returns the value of a metric for one response, in ns; nullopt if it has none.
[[nodiscard]] std::optional<std::int64_t> metric_value(const RequestOutcome& outcome,
                                                       Metric metric);

}  // namespace plumbline::load
