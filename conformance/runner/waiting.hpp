#pragma once
// How long to wait, and waits that can be interrupted.

#include "spec/base/clock.hpp"
#include "spec/http/message.hpp"

#include <atomic>
#include <optional>

namespace plumbline::runner {

/// Waits on the clock; returns false as soon as `stop` is set (never if it is null), true once the
/// time is over.
bool wait_unless_stopped(const std::atomic<bool>* stop, Clock& clock, Duration time);

/// Returns how long the response asks to wait: a number of seconds, or until a date (by the
/// server's own clock if the response has a Date, else by `now`). None without Retry-After, or for
/// any other value. Source: RFC 9110, section 10.2.3.
[[nodiscard]] std::optional<Duration> retry_after_of(const http::Response& response, Instant now);

/// Return a time as a number, for reports and messages.
[[nodiscard]] double seconds_of(Duration time);
[[nodiscard]] double milliseconds_of(Duration time);

}  // namespace plumbline::runner
