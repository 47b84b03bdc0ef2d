#include "conformance/runner/stall_history.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

/// On a machine that stalls again and again, the last stalls are enough.
constexpr std::size_t kMaxStalls = 1000;

}  // namespace

StallHistory::StallHistory(const Clock& clock) : clock_(clock), last_tick_(clock.now()) {}

void StallHistory::tick() {
    const std::lock_guard lock(mutex_);
    const Instant now = clock_.now();
    if (now - last_tick_ >= kMinStall) stalls_.push_back({now, now - last_tick_});
    if (stalls_.size() > kMaxStalls) stalls_.pop_front();
    last_tick_ = now;
}

Duration StallHistory::longest_stall_since(Instant since) const {
    const std::lock_guard lock(mutex_);
    Duration longest = clock_.now() - last_tick_;
    for (const Stall& stall : stalls_) {
        if (stall.ended > since) longest = std::max(longest, stall.length);
    }
    return longest >= kMinStall ? longest : Duration::zero();
}

}  // namespace plumbline::runner
