#pragma once
// Keeps requests from coming faster than a target is promised.

#include "conformance/runner/environment.hpp"
#include "spec/base/clock.hpp"

#include <atomic>
#include <memory>
#include <mutex>

namespace plumbline::runner {

/// Gives out turns at fixed distances on the clock: a late request does not move those after it,
/// and a pause saves up nothing. Thread: safe from any, if the clock is.
class Pacer {
  public:
    /// `per_second` is above 0. `stop` is borrowed; null: never.
    Pacer(double per_second, Clock& clock, const std::atomic<bool>* stop = nullptr);
    /// Returns true when it is the caller's turn; false as soon as `stop` is set meanwhile, and
    /// then no turn is used up. Who comes after that (to clean up) waits for a turn too, but no
    /// longer than a second.
    [[nodiscard]] bool wait_for_turn();

  private:
    Clock& clock_;
    const Duration distance_;
    const std::atomic<bool>* stop_;
    std::mutex mutex_;  ///< guards next_
    Instant next_{};
};

/// Lets each call wait for its turn; one that is interrupted meanwhile is not sent (kUsage).
/// Without a pacer, returns `send`.
[[nodiscard]] Send paced(Send send, std::shared_ptr<Pacer> pacer);

/// For clean-up: sends again what was not sent (kUsage) because `stop` (null: never) was set
/// meanwhile. So it goes out late, as if it had begun after the interrupt, and is not lost.
[[nodiscard]] Send insisting(Send send, const std::atomic<bool>* stop);

}  // namespace plumbline::runner
