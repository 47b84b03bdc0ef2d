#pragma once
// Records when the runner itself got no processor time.

#include "spec/base/clock.hpp"

#include <cstddef>
#include <deque>
#include <mutex>

namespace plumbline::runner {

/// The shortest stall that can change what a scenario observes: a tenth of the margin that suites
/// have in agent runs of a few seconds.
inline constexpr Duration kMinStall = std::chrono::milliseconds(250);

/// Records the stalls of this process: if the machine stalls, deadlines pass for reasons other than
/// the target. Thread-safe: a mutex guards its state.
class StallHistory {
  public:
    /// `clock` is borrowed.
    explicit StallHistory(const Clock& clock);

    /// Records that the process has a processor now. Must be called at short intervals.
    void tick();
    /// Returns the longest time between two ticks that ended after `since`, including the current
    /// one; 0 if none was as long as kMinStall.
    [[nodiscard]] Duration longest_stall_since(Instant since) const;

  private:
    struct Stall {
        Instant ended;
        Duration length;
    };

    const Clock& clock_;
    mutable std::mutex mutex_;  ///< guards the members below
    Instant last_tick_;
    std::deque<Stall> stalls_;  ///< the newest last
};

}  // namespace plumbline::runner
