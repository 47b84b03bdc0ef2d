#pragma once
// Waits between the levels of a sweep until the server has no work left from the last one.

#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <functional>
#include <string>

namespace plumbline::load {

/// Loads the server with one request at a time for a window, without warm-up and drain.
using RecoveryProbe = std::function<Level(Duration window)>;

/// Returns whether the server may still work on requests of a level: it may not notice that their
/// connections were closed.
[[nodiscard]] bool leaves_work(const Level& level);

/// Probes until a single request takes at most twice the median latency of `usual`, the first level
/// of the sweep; for a minute at most. Returns why the server is not ready: that it has not
/// recovered, or the verdict of an aborted probe; "" if it is ready.
[[nodiscard]] std::string await_recovery(const Level& usual, const RecoveryProbe& probe);

}  // namespace plumbline::load
