#pragma once
// Time is a parameter: whoever needs it gets a Clock.

#include <chrono>

namespace plumbline {

/// A point in time (UTC). Virtual clocks choose their own; the system clock's never runs backwards.
using Instant = std::chrono::sys_time<std::chrono::nanoseconds>;
using Duration = std::chrono::nanoseconds;

/// Tells the time and waits for it to pass. Thread: implementations are safe from any thread.
class Clock {
  public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual Instant now() const = 0;
    /// Returns what it shows at a steady time, which may be any.
    [[nodiscard]] virtual Instant at(std::chrono::steady_clock::time_point steady) const = 0;
    /// Returns once `time` has passed on this clock.
    virtual void wait(Duration time) = 0;
};

/// The machine's clock: wall time at construction plus steady time since.
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

/// A clock that moves only when told: `wait` advances it and returns at once. Steady time has the
/// same epoch. Not thread-safe.
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
