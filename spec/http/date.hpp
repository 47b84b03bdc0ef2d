#pragma once
// Dates in HTTP headers.

#include "spec/base/clock.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline::http {

/// Parses `Wed, 21 Oct 2026 07:28:00 GMT` and checks the calendar; returns nothing for anything
/// else. Source: RFC 9110, 5.6.7 (IMF-fixdate, the only form that may be sent).
[[nodiscard]] std::optional<Instant> parse_http_date(std::string_view text);

/// Returns a time in the same form, without the part of its second.
[[nodiscard]] std::string http_date(std::chrono::sys_seconds time);

}  // namespace plumbline::http
