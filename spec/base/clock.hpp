#pragma once
// Time is a parameter: code that needs it receives a Clock.

#include <chrono>

namespace plumbline {

/// A point in time (UTC). A virtual clock chooses its own; the system clock never runs backwards.
using Instant = std::chrono::sys_time<std::chrono::nanoseconds>;
using Duration = std::chrono::nanoseconds;

/// Returns the current time and waits. Implementations are thread-safe unless they say otherwise.
class Clock {
  public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual Instant now() const = 0;
    /// Returns this clock's time at a steady time, in the past or in the future.
    [[nodiscard]] virtual Instant at(std::chrono::steady_clock::time_point steady) const = 0;
    /// Returns after `time` has passed on this clock.
    virtual void wait(Duration time) = 0;
};

/// The machine's clock: wall time at construction plus the steady time since.
class SystemClock final : public Clock {
  public:
    SystemClock();
    [[nodiscard]] Instant now() const override;
    [[nodiscard]] Instant at(std::chrono::steady_clock::time_point steady) const override;
    void wait(Duration time) override;

  private:
    Instant origin_;
    std::chrono::steady_clock::time_point started_;
};

/// A clock that moves only by `wait` and `set`: `wait` advances it and returns immediately. Steady
/// time has the same epoch. Not thread-safe.
class ManualClock final : public Clock {
  public:
    explicit ManualClock(Instant start = {}) : now_(start) {}
    [[nodiscard]] Instant now() const override { return now_; }
    [[nodiscard]] Instant at(std::chrono::steady_clock::time_point steady) const override {
        return Instant(steady.time_since_epoch());
    }
    void wait(Duration time) override { now_ += time; }
    void set(Instant now) { now_ = now; }

  private:
    Instant now_;
};

}  // namespace plumbline
