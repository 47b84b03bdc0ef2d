#pragma once
// Waits that can be interrupted.

#include "spec/base/clock.hpp"

#include <atomic>

namespace plumbline::runner {

/// Waits on the clock; returns false as soon as `stop` is set (never if it is null), true once the
/// time is over.
bool wait_unless_stopped(const std::atomic<bool>* stop, Clock& clock, Duration time);

}  // namespace plumbline::runner
