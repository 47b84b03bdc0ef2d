#pragma once
// Waits between the levels of a sweep until the server has no work left from the last one.

#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <chrono>
#include <functional>

namespace plumbline::load {

struct RecoveryProbe {
    /// Loads the server with one request at a time for a window, without warm-up, then waits at
    /// most as long for the end of the last one. Takes at least the window, unless it is
    /// interrupted. May be empty: then nothing is probed.
    std::function<Level(Duration window)> run{};
    const Clock* clock = nullptr;  ///< borrowed; not null if `run` is not empty
};

/// Returns whether the server may still work on requests of a level: it may not notice that their
/// connections were closed.
[[nodiscard]] bool leaves_work(const Level& level);

struct Recovery {
    bool is_ready = false;
    Level last_probe{};  ///< empty if nothing was probed
};

/// Probes until a single request takes at most twice the median latency of `usual`, the first level
/// of the sweep, or until an interrupt; no probe begins after kMaxRecovery, also if nothing
/// answers. If `usual` has no latency, or one that is too long for that time, nothing is probed and
/// the server counts as ready.
[[nodiscard]] Recovery await_recovery(const Level& usual, const RecoveryProbe& probe);
inline constexpr std::chrono::seconds kMaxRecovery{60};

}  // namespace plumbline::load
