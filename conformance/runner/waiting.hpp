#pragma once
// Waits that an interrupt ends.

#include "spec/base/clock.hpp"

#include <atomic>

namespace plumbline::runner {

/// Waits on the clock; returns false as soon as `stop` is set (null: never), true once the time is
/// over.
bool wait_unless(const std::atomic<bool>* stop, Clock& clock, Duration time);

}  // namespace plumbline::runner
