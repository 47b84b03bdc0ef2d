#include "conformance/runner/interruptible_wait.hpp"

#include <algorithm>

namespace plumbline::runner {

bool wait_unless_stopped(const std::atomic<bool>* stop, Clock& clock, Duration time) {
    // A clock cannot be interrupted, so `stop` is polled; a person does not notice this interval.
    constexpr Duration kSlice = std::chrono::milliseconds(50);
    while (true) {
        if (stop && *stop) return false;
        if (time <= Duration::zero()) return true;
        const Duration slice = std::min(time, kSlice);
        clock.wait(slice);
        time -= slice;
    }
}

}  // namespace plumbline::runner
