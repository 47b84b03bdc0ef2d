#pragma once
// Limits the rate of requests to a target.

#include "spec/base/clock.hpp"

#include <atomic>
#include <mutex>

namespace plumbline::runner {

/// Grants turns at an interval on the clock: a late request does not delay the following ones, and
/// a pause accumulates no turns. The interval grows while the target refuses requests, and shrinks
/// slowly afterwards. Thread-safe if the clock is: a mutex guards the next turn and the interval.
class RateLimiter {
  public:
    /// `per_second` is the highest rate; 0: no limit until the target refuses a request. `stop` is
    /// borrowed; if it is null, waits are never interrupted.
    RateLimiter(double per_second, Clock& clock, const std::atomic<bool>* stop = nullptr);
    /// Returns true when it is the caller's turn; returns false as soon as `stop` is set, without
    /// using up a turn. Calls after that (for clean-up) also wait for a turn, but at most one
    /// second.
    [[nodiscard]] bool wait_for_turn();
    /// Halves the rate because the target refused a request that was sent at `sent`; not if the
    /// rate was halved later than that, or less than a second earlier. Grants no turn for `pause`.
    void slow_down(Instant sent, Duration pause);
    /// Returns the lowest rate so far, in requests per second; 0 if it was never halved.
    [[nodiscard]] double lowest_rate() const;

  private:
    void speed_up(Instant now);

    Clock& clock_;
    const Duration shortest_;  ///< shortest interval
    const std::atomic<bool>* stop_;
    mutable std::mutex mutex_;  ///< guards the members below
    Duration interval_;
    Duration longest_{};    ///< longest interval so far, 0 if it has never grown
    Instant changed_at_{};  ///< when the interval last changed
    bool has_slowed_ = false;
    Instant slowed_at_{};  ///< when the rate was last halved, if it was
    Instant next_{};
};

}  // namespace plumbline::runner
