#include "conformance/runner/waiting.hpp"

#include <algorithm>

namespace plumbline::runner {

bool wait_unless(const std::atomic<bool>* stop, Clock& clock, Duration time) {
    // Nothing wakes a clock, so it is asked again and again; this is still at once for a person.
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
