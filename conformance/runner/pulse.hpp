#pragma once
// Whether the runner itself had a processor all the time.

#include "spec/base/clock.hpp"

#include <cstddef>
#include <deque>
#include <mutex>

namespace plumbline::runner {

/// So long the runner may go without a processor before that can change what a scenario sees: a
/// tenth of what the suites' runs of a few seconds leave it.
inline constexpr Duration kNotedPause = std::chrono::milliseconds(250);

/// Learns of the pauses of this process: a machine that stands still, or is taken away, lets
/// deadlines pass that the target has no part in. Thread: any.
class Pulse {
  public:
    /// `clock` must outlive it.
    explicit Pulse(const Clock& clock);

    /// Says that the process has a processor now. Whoever calls it does so often.
    void beat();
    /// Returns the longest time without a beat that ended after `since`, the one that still lasts
    /// included; 0 if none was as long as kNotedPause.
    [[nodiscard]] Duration longest_pause_since(Instant since) const;

  private:
    struct Pause {
        Instant ended;
        Duration length;
    };

    const Clock& clock_;
    mutable std::mutex mutex_;  ///< guards the rest
    Instant last_;
    std::deque<Pause> pauses_;  ///< the newest last
};

}  // namespace plumbline::runner
