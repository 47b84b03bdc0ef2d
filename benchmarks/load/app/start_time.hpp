#pragma once
// Waits for a time, such as that at which shards start together.

#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"

#include <atomic>
#include <string_view>

namespace plumbline::load {

/// The longest wait for a start, and the longest time by which it may be missed.
inline constexpr Duration kMaxStartWait = std::chrono::hours(1);

/// Parses the RFC 3339 date-time of a start. Errors: kSyntax, kLimit.
[[nodiscard]] Result<Instant> parse_start(std::string_view text);

/// Waits until a time of the clock, or until `is_interrupted`.
void wait_until(Instant time, Clock& clock, const std::atomic<bool>& is_interrupted);

/// Waits until `start` by this clock, or until `is_interrupted`. Returns by how much the start was
/// missed, 0 if it was not. Errors: kUsage (`start` is more than kMaxStartWait ahead or
/// past).
[[nodiscard]] Result<Duration> wait_for_start(Instant start,
                                              Clock& clock,
                                              const std::atomic<bool>& is_interrupted);

}  // namespace plumbline::load
