#pragma once
// Dates and times of day as RFC 3339 writes them, without turning them into points in time: the
// calendar of a schema ends in the year 9999, a clock's in 2262.

#include <string_view>

namespace plumbline {

/// Says whether `text` is `YYYY-MM-DD` and in the calendar.
[[nodiscard]] bool is_date(std::string_view text);
/// Says whether `text` is `hh:mm:ss`, decimals if any, and `Z` or an offset. A 60th second is legal
/// where UTC may insert one: at 23:59 UTC.
[[nodiscard]] bool is_time(std::string_view text);
/// Says whether `text` is a date, `T`, and a time.
[[nodiscard]] bool is_date_time(std::string_view text);

}  // namespace plumbline
