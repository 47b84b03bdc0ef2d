#pragma once
// Gathers what the answers of one level came to.

#include "benchmarks/load/result/goodput.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::load {

/// How one request and its answer went. What never came is nothing.
struct Outcome {
    Instant intended{};  ///< when it should have been sent
    Instant sent{};      ///< when it was
    Instant ended{};
    std::optional<Duration> connect{};  ///< of a connection that was opened for it
    std::optional<Instant> head{};      ///< its first byte
    std::optional<Instant> first_chunk{};
    std::optional<Instant> first_token{};
    std::optional<Instant> last_token{};
    std::uint64_t events = 0;
    std::uint64_t tokens = 0;
    std::uint64_t bytes = 0;  ///< of the body, as on the wire
    Duration stall{};         ///< the longest gap between two events
    std::optional<Failure> failure{};
    bool is_bounded = false;  ///< left at a bound, in order
    std::string why{};        ///< of the failure
};

/// Thread: one.
class Recorder {
  public:
    /// Keeps what happens from `begin` on for `window`.
    Recorder(Instant begin, Duration window, std::vector<AnswerLimit> goodput = {});

    [[nodiscard]] bool is_in_window(Instant at) const { return at >= begin_ && at < end_; }
    [[nodiscard]] Instant begin() const { return begin_; }
    [[nodiscard]] Instant end() const { return end_; }

    /// Says that a request was sent; it counts if it was to be sent in the window.
    void sent(Instant intended, Instant at);
    /// Says that one read brought so many bytes of a body and so many events, the first of them
    /// `gap` after the one before it, where there was one.
    void read(Instant at, std::uint64_t bytes, std::uint64_t events, std::optional<Duration> gap);
    /// Says how large an event was that came in the window.
    void event_size(std::uint64_t bytes) {
        metrics_[Metric::kEventBytes].record(static_cast<std::int64_t>(bytes));
    }
    void json_checked(std::uint64_t events) { counts_.json_checked += events; }
    void contract_checked() { ++counts_.contract_checked; }
    /// Says how a request ended; it counts if it was to be sent in the window.
    void ended(const Outcome& outcome);
    /// Says that a request was still under way when the drain was over.
    void left(Instant intended);

    /// Returns what was gathered; what the client and the server needed is not in it.
    [[nodiscard]] Level level() const;

  private:
    void failed(const Outcome& outcome);
    void succeeded(const Outcome& outcome);
    [[nodiscard]] Slice* slice_at(Instant at);
    [[nodiscard]] bool is_good(const Outcome& outcome) const;

    Instant begin_;
    Instant end_;
    std::vector<AnswerLimit> goodput_;
    Counts counts_;
    Metrics metrics_;
    std::vector<Slice> slices_;
    Duration slice_;
    std::vector<std::string> examples_;
    std::uint64_t completed_in_window_ = 0;
};

/// Returns what a metric is of one answer, in ns; nothing if it does not have it.
[[nodiscard]] std::optional<std::int64_t> figure_of(const Outcome& outcome, Metric metric);

}  // namespace plumbline::load
