#include "mock_server/lifecycle/timing/world_clock.hpp"

#include <algorithm>

namespace plumbline::mock {

WorldClock::WorldClock(const ClockSetting& setting, Instant start, const Clock& host_clock)
    : setting_(setting),
      host_clock_(&host_clock),
      world_anchor_(setting.real ? host_clock.now() : start),
      host_anchor_(host_clock.now()) {
    setting_.time_scale = std::min(setting_.time_scale, kMaxTimeScale);
}

Instant WorldClock::now() const {
    if (!setting_.real || frozen_) return world_anchor_;
    // Compared as floating point: an integer would overflow before the comparison.
    using ScaledNanoseconds = std::chrono::duration<double, std::nano>;
    const ScaledNanoseconds passed = (host_clock_->now() - host_anchor_) * setting_.time_scale;
    if (passed >= ScaledNanoseconds(kEndOfTime - world_anchor_))
        return std::max(world_anchor_, kEndOfTime);
    // A host clock that is set back does not set the workspace's clock back.
    return world_anchor_ +
           std::chrono::duration_cast<Duration>(std::max(passed, ScaledNanoseconds(0)));
}

void WorldClock::set_time(Instant time) {
    world_anchor_ = time;
    host_anchor_ = host_clock_->now();
}

void WorldClock::freeze(bool frozen) {
    set_time(now());
    frozen_ = frozen;
}

}  // namespace plumbline::mock
