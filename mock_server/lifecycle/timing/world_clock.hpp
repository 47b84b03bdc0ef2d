#pragma once
// The clock of one workspace: virtual (it advances only on request) or real (it follows the host's
// clock).

#include "spec/base/clock.hpp"

namespace plumbline::mock {

/// Largest ClockSetting::time_scale; larger values are reduced to it.
inline constexpr double kMaxTimeScale = 1'000'000;

/// The latest time of any clock: near the end of int64 nanoseconds, with room for timers set from
/// there.
inline constexpr Instant kEndOfTime{std::chrono::sys_days{std::chrono::year{2200} / 1 / 1}};

/// How a workspace's time passes.
struct ClockSetting {
    bool real = false;
    double time_scale = 1;     ///< real: seconds of the workspace for each second of the host
    bool auto_advance = true;  ///< virtual: a polling request advances to the next timer
};

/// Not thread-safe; a workspace guards it. `host_clock` must outlive it.
class WorldClock {
  public:
    /// Virtual time begins at `start`, real time at the host's current time.
    WorldClock(const ClockSetting& setting, Instant start, const Clock& host_clock);

    /// Real time stops at kEndOfTime.
    [[nodiscard]] Instant now() const;
    /// Sets the clock to `time`; a real clock continues from there.
    void set_time(Instant time);
    /// Stops or restarts the clock: while it is stopped, only set_time() changes now().
    void freeze(bool frozen);
    void set_auto_advance(bool on) { setting_.auto_advance = on; }

    [[nodiscard]] bool is_real() const { return setting_.real; }
    [[nodiscard]] double time_scale() const { return setting_.time_scale; }
    [[nodiscard]] bool is_frozen() const { return frozen_; }
    [[nodiscard]] bool is_auto_advance() const { return setting_.auto_advance; }
    /// Returns whether requests may advance the time: the clock is virtual and not frozen.
    [[nodiscard]] bool can_advance() const { return !setting_.real && !frozen_; }

  private:
    ClockSetting setting_;
    const Clock* host_clock_;
    Instant world_anchor_;  ///< time of this clock at the anchor
    Instant host_anchor_;   ///< time of the host's clock at the anchor
    bool frozen_ = false;
};

}  // namespace plumbline::mock
