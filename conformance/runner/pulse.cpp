#include "conformance/runner/pulse.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

/// Of a machine that stands still again and again the last pauses are enough.
constexpr std::size_t kMaxPauses = 1000;

}  // namespace

Pulse::Pulse(const Clock& clock) : clock_(clock), last_(clock.now()) {}

void Pulse::beat() {
    const std::lock_guard lock(mutex_);
    const Instant now = clock_.now();
    if (now - last_ >= kNotedPause) pauses_.push_back({now, now - last_});
    if (pauses_.size() > kMaxPauses) pauses_.pop_front();
    last_ = now;
}

Duration Pulse::longest_pause_since(Instant since) const {
    const std::lock_guard lock(mutex_);
    Duration longest = clock_.now() - last_;
    for (const Pause& pause : pauses_) {
        if (pause.ended > since) longest = std::max(longest, pause.length);
    }
    return longest >= kNotedPause ? longest : Duration::zero();
}

}  // namespace plumbline::runner
