#pragma once
// Waits between the levels of a sweep until the server has no work left from the last one.

#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <chrono>
#include <functional>

namespace plumbline::load {

/// Loads the server with one request at a time for a window, without warm-up, then waits at most as
/// long for the end of the last one.
using RecoveryProbe = std::function<Level(Duration window)>;

/// Returns whether the server may still work on requests of a level: it may not notice that their
/// connections were closed.
[[nodiscard]] bool leaves_work(const Level& level);

/// Whether a server has recovered, and the probe that showed it.
struct Recovery {
    bool is_ready = false;
    Level last_probe{};
};

/// Probes until a single request takes at most twice the median latency of `usual`, the first level
/// of the sweep: for a minute at most, also while nothing answers, and until an interrupt. Without
/// a latency in `usual` the first probe decides nothing, and the server counts as ready.
[[nodiscard]] Recovery await_recovery(const Level& usual, const RecoveryProbe& probe);
inline constexpr std::chrono::seconds kMaxRecovery{60};

}  // namespace plumbline::load
