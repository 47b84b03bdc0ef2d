#pragma once
// Time as text: RFC 3339 instants and ISO 8601 durations.

#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"

#include <string>
#include <string_view>

namespace plumbline {

/// Returns `2026-01-02T03:04:05.678901Z`: RFC 3339, UTC, always six decimals.
[[nodiscard]] std::string to_text(Instant time);

/// Reads an RFC 3339 date-time, calendar checked. Errors: kSyntax.
[[nodiscard]] Result<Instant> parse_instant(std::string_view text);

/// Says whether two RFC 3339 date-times tell the same instant, as far as the one with fewer
/// decimals tells it: whoever keeps fewer has rounded or cut them off.
[[nodiscard]] bool is_same_instant(std::string_view a, std::string_view b);

/// Reads an ISO 8601 duration of days, hours, minutes, seconds with decimals: `P3D`, `PT4H`,
/// `PT0.25S`. Years and months have no fixed length and are refused. Errors: kSyntax, kLimit
/// (over 100 years).
[[nodiscard]] Result<Duration> parse_duration(std::string_view text);

/// Returns the ISO 8601 duration, e.g. `P3DT30S`; zero is `PT0S`.
[[nodiscard]] std::string duration_text(Duration time);

}  // namespace plumbline
