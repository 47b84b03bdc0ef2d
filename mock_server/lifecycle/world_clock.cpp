#include "mock_server/lifecycle/world_clock.hpp"

#include <algorithm>

namespace plumbline::mock {

WorldClock::WorldClock(const ClockSetting& setting, Instant start, const Clock& machine)
    : setting_(setting),
      machine_(&machine),
      world_anchor_(setting.real ? machine.now() : start),
      machine_anchor_(machine.now()) {
    setting_.time_scale = std::min(setting_.time_scale, kMaxTimeScale);
}

Instant WorldClock::now() const {
    if (!setting_.real || frozen_) return world_anchor_;
    // Compared as floating point: an integer would overflow before it could be compared.
    using Nanoseconds = std::chrono::duration<double, std::nano>;
    const Nanoseconds passed = (machine_->now() - machine_anchor_) * setting_.time_scale;
    if (passed >= Nanoseconds(kEndOfTime - world_anchor_))
        return std::max(world_anchor_, kEndOfTime);
    // A machine's clock that was put back does not put back the world's.
    return world_anchor_ + std::chrono::duration_cast<Duration>(std::max(passed, Nanoseconds(0)));
}

void WorldClock::move_to(Instant time) {
    world_anchor_ = time;
    machine_anchor_ = machine_->now();
}

void WorldClock::freeze(bool frozen) {
    move_to(now());
    frozen_ = frozen;
}

}  // namespace plumbline::mock
