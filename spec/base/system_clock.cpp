#include "spec/base/clock.hpp"

#include <thread>

namespace plumbline {

SystemClock::SystemClock()
    : origin_(std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now())),
      started_(std::chrono::steady_clock::now()) {}

Instant SystemClock::now() const {
    return at(std::chrono::steady_clock::now());
}

Instant SystemClock::at(std::chrono::steady_clock::time_point steady) const {
    return origin_ + std::chrono::duration_cast<Duration>(steady - started_);
}

void SystemClock::wait(Duration time) {
    if (time > Duration::zero()) std::this_thread::sleep_for(time);
}

}  // namespace plumbline
