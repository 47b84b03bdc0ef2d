#pragma once
// Dates and times of day in RFC 3339 format. They are not converted into points in time: the format
// ends in the year 9999, a 64-bit clock in nanoseconds in 2262.

#include <string_view>

namespace plumbline {

/// Returns whether `text` is `YYYY-MM-DD` and a date of the calendar.
[[nodiscard]] bool is_date(std::string_view text);
/// Returns whether `text` is `hh:mm:ss`, optional decimals, and `Z` or an offset. Second 60 is
/// valid only where UTC may insert a leap second: at 23:59 UTC.
[[nodiscard]] bool is_time(std::string_view text);
/// Returns whether `text` is a date, `T`, and a time.
[[nodiscard]] bool is_date_time(std::string_view text);

}  // namespace plumbline
