#pragma once
// Retry-After: how long a server asks to wait.

#include "spec/base/clock.hpp"
#include "spec/http/message.hpp"

#include <optional>

namespace plumbline::runner {

/// Returns how long the response asks to wait: a number of seconds, or until a date (by the
/// server's own clock if the response has a Date, else by `now`). None without Retry-After, or for
/// any other value. Source: RFC 9110, section 10.2.3.
[[nodiscard]] std::optional<Duration> retry_after_of(const http::Response& response, Instant now);

}  // namespace plumbline::runner
