#include "conformance/runner/rate_limiter.hpp"

#include "conformance/runner/waiting.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

// A longer interval has no practical use and could exceed the range of Duration.
constexpr double kMaxIntervalS = 3'600;
// Requests after an interrupt clean up: the waiting user takes precedence over the rate limit.
constexpr Duration kMaxCleanupWait = std::chrono::seconds(1);
// The first interval after a refusal if there was none.
constexpr Duration kFirstInterval = std::chrono::milliseconds(100);
// Refusals alone do not make the rate lower than this, as they may have other reasons: a run would
// hardly proceed. A request that is refused also waits by itself.
constexpr Duration kMaxGrownInterval = std::chrono::seconds(1);
// A limit per second still counts the requests before the rate was lowered.
constexpr Duration kSettlingTime = std::chrono::seconds(1);
// Without a refusal for this time, the rate rises by a quarter.
constexpr Duration kRecoveryTime = std::chrono::seconds(15);
constexpr Duration kNoInterval = std::chrono::milliseconds(10);  ///< so short that it has no effect

}  // namespace

RateLimiter::RateLimiter(double per_second, Clock& clock, const std::atomic<bool>* stop)
    : clock_(clock),
      shortest_(per_second > 0 ? std::chrono::duration_cast<Duration>(std::chrono::duration<double>(
                                     std::min(1.0 / per_second, kMaxIntervalS)))
                               : Duration::zero()),
      stop_(stop),
      interval_(shortest_) {}

bool RateLimiter::wait_for_turn() {
    const bool is_late = stop_ && *stop_;
    const Instant latest = is_late ? clock_.now() + kMaxCleanupWait : Instant::max();
    for (bool has_waited = false;; has_waited = true) {
        Duration left{};
        {
            // No turn is reserved in advance, so a caller that stops waiting leaves no gap.
            const std::lock_guard lock(mutex_);
            const Instant now = clock_.now();
            left = std::min(next_, latest) - now;
            if (left <= Duration::zero()) {
                speed_up(now);
                next_ = (has_waited ? next_ : now) + interval_;
                return true;
            }
        }
        if (!wait_unless_stopped(is_late ? nullptr : stop_, clock_, left)) return false;
    }
}

void RateLimiter::slow_down(Instant sent, Duration pause) {
    const std::lock_guard lock(mutex_);
    const Instant now = clock_.now();
    next_ = std::max(next_, now + pause);
    if (has_slowed_ && sent < slowed_at_ + kSettlingTime) return;
    const Duration grown = interval_ == Duration::zero() ? kFirstInterval : interval_ * 2;
    interval_ = std::max(interval_, std::min(grown, kMaxGrownInterval));
    longest_ = std::max(longest_, interval_);
    slowed_at_ = now;
    has_slowed_ = true;
    changed_at_ = now;
}

void RateLimiter::speed_up(Instant now) {
    if (interval_ == shortest_ || now - changed_at_ < kRecoveryTime) return;
    interval_ = std::max(shortest_, interval_ * 4 / 5);
    if (shortest_ == Duration::zero() && interval_ < kNoInterval) interval_ = shortest_;
    changed_at_ = now;
}

double RateLimiter::lowest_rate() const {
    const std::lock_guard lock(mutex_);
    return longest_ == Duration::zero() ? 0 : 1 / seconds_of(longest_);
}

}  // namespace plumbline::runner
