#pragma once
// The time of one workspace: virtual (it moves only when told) or real (it follows the machine's).

#include "spec/base/clock.hpp"

namespace plumbline::mock {

/// Largest ClockSetting::time_scale; a larger one counts as this.
inline constexpr double kMaxTimeScale = 1'000'000;

/// No clock goes beyond this: where int64 nanoseconds end, with room for timers set from there.
inline constexpr Instant kEndOfTime{std::chrono::sys_days{std::chrono::year{2200} / 1 / 1}};

/// How a workspace's time passes.
struct ClockSetting {
    bool real = false;
    double time_scale = 1;     ///< real: seconds of the workspace for each second of the machine
    bool auto_advance = true;  ///< virtual: a request that polls jumps to the next timer
};

/// Not thread-safe; a workspace guards it. `machine` must outlive it.
class WorldClock {
  public:
    /// Virtual time begins at `start`; real time at the machine's own.
    WorldClock(const ClockSetting& setting, Instant start, const Clock& machine);

    /// Real time stops at kEndOfTime.
    [[nodiscard]] Instant now() const;
    /// Puts the clock to `time`; a real one goes on from there.
    void move_to(Instant time);
    /// Stops the clock: now() stays until it is unfrozen or moved.
    void freeze(bool frozen);
    void set_auto_advance(bool on) { setting_.auto_advance = on; }

    [[nodiscard]] bool is_real() const { return setting_.real; }
    [[nodiscard]] double time_scale() const { return setting_.time_scale; }
    [[nodiscard]] bool is_frozen() const { return frozen_; }
    [[nodiscard]] bool is_auto_advance() const { return setting_.auto_advance; }
    /// Says whether time may move without being told to: a virtual clock that is not frozen.
    [[nodiscard]] bool may_jump() const { return !setting_.real && !frozen_; }

  private:
    ClockSetting setting_;
    const Clock* machine_;
    Instant world_anchor_;    ///< time here ...
    Instant machine_anchor_;  ///< ... at this time of the machine
    bool frozen_ = false;
};

}  // namespace plumbline::mock
