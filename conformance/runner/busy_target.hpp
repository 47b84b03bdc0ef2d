#pragma once
// Repeats requests that the target refuses for the moment: 429, 503 of a gateway or with
// Retry-After, and other errors of a gateway.

#include "conformance/runner/access/environment.hpp"
#include "conformance/runner/rate_limiter.hpp"
#include "spec/base/clock.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Records the refusals of a target, and what remains of the budgets. Clean-up has a budget of its
/// own, so that nothing is left because scenarios have waited; a request after an interrupt has a
/// small one. Thread-safe: a mutex guards all.
class BusyTargetLog {
  public:
    enum class WaitPurpose { kScenario, kCleanUp, kAfterInterrupt, kPreflight };

    /// `usual` is the purpose of requests that are neither for clean-up nor after an interrupt.
    explicit BusyTargetLog(WaitPurpose usual = WaitPurpose::kScenario) : usual_(usual) {}

    [[nodiscard]] WaitPurpose usual_purpose() const { return usual_; }
    /// Takes a wait from what all requests with this purpose may wait together: 300 s, after an
    /// interrupt 30 s, in a preflight 20 s. Returns false if it is longer than what is left.
    [[nodiscard]] bool reserve(WaitPurpose purpose, Duration wait);
    void record_refusal(int status);
    /// Records a Retry-After that is neither a number of seconds nor a date.
    void record_invalid_retry_after(const std::string& value);
    void record_wait(Duration waited);
    /// Returns how long all requests have waited so far.
    [[nodiscard]] Duration waited() const;
    /// Records a request that was given up.
    void record_unanswered();
    /// Returns a sentence about the refusals for the result, "" if there were none. `lowest_rate`
    /// is that of the rate limiter.
    [[nodiscard]] std::string note(double lowest_rate) const;

  private:
    WaitPurpose usual_;
    mutable std::mutex mutex_;
    std::map<WaitPurpose, Duration> reserved_;
    std::map<int, int> refusals_;  ///< by status
    Duration waited_{};
    int unanswered_ = 0;
    std::string invalid_retry_after_;  ///< the first one
};

/// Waits and repeats a call as long as the target refuses it for the moment. Waits are as long as
/// Retry-After asks, else 1, 2, 4, ... seconds, at most 60 s (after an interrupt 5 s) and within
/// the budget of `log`; `limiter` (may be null) slows down after a 429. If a budget is spent, the
/// exchange fails: with kUsage after a 429, because nothing was executed, with kIo after another
/// refusal. After that, only GET, HEAD, OPTIONS, TRACE, PUT and DELETE are repeated. A gateway that
/// does not reach the service (see http::is_gateway_status) may not reach it for long: its requests
/// are repeated twice, after 0.5 and 1 s, and so are all requests of a preflight. A status that the
/// call expects is returned at once. The wait ends when `stop` is set; calls after that wait only
/// briefly. `clock` is borrowed, and so is `stop`, which may be null.
[[nodiscard]] Send with_busy_retries(Send send,
                                     std::shared_ptr<BusyTargetLog> log,
                                     std::shared_ptr<RateLimiter> limiter,
                                     Clock& clock,
                                     const std::atomic<bool>* stop = nullptr);

}  // namespace plumbline::runner
