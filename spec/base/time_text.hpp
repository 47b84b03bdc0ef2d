#pragma once
// Time as text: RFC 3339 instants and ISO 8601 durations.

#include "spec/base/clock.hpp"
#include "spec/base/result.hpp"

#include <string>
#include <string_view>

namespace plumbline {

/// Returns `2026-01-02T03:04:05.678901Z`: RFC 3339, UTC, always six decimals.
[[nodiscard]] std::string to_text(Instant time);

/// Parses an RFC 3339 date-time and checks the calendar. Errors: kSyntax, kLimit (outside 1678 to
/// 2261).
[[nodiscard]] Result<Instant> parse_instant(std::string_view text);

/// Return whether a text is an RFC 3339 date-time, a date, or a time of day with its offset. Unlike
/// a point in time, the format has the years 0 to 9999.
[[nodiscard]] bool is_date_time(std::string_view text);
[[nodiscard]] bool is_date(std::string_view text);
[[nodiscard]] bool is_time(std::string_view text);

/// Returns whether two RFC 3339 date-times are the same instant at the lower precision of the two:
/// a system that stores fewer decimals has rounded or cut off the rest.
[[nodiscard]] bool is_same_instant(std::string_view a, std::string_view b);

/// Parses an ISO 8601 duration of days, hours, minutes and seconds with decimals: `P3D`, `PT4H`,
/// `PT0.25S`. Years and months have no fixed length and are refused. Errors: kSyntax, kLimit (over
/// 100 years).
[[nodiscard]] Result<Duration> parse_duration(std::string_view text);

/// Returns the ISO 8601 duration, e.g. `P3DT30S`; zero is `PT0S`.
[[nodiscard]] std::string duration_text(Duration time);

}  // namespace plumbline
