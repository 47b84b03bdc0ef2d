#include "spec/http/date.hpp"

#include "spec/base/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace plumbline::http {
namespace {

constexpr std::array<std::string_view, 12> kMonths{
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::array<std::string_view, 7> kWeekdays{
    "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::string_view kShape = "Www, DD Mmm YYYY hh:mm:ss GMT";

/// Returns whether the spaces, the comma and the zone are where the format has them.
bool has_shape(std::string_view text) {
    return text.size() == kShape.size() && text.substr(3, 2) == ", " && text[7] == ' ' &&
           text[11] == ' ' && text[16] == ' ' && text.substr(25) == " GMT";
}

}  // namespace

std::optional<Instant> parse_http_date(std::string_view text) {
    if (!has_shape(text)) return std::nullopt;
    const auto* month = std::find(kMonths.begin(), kMonths.end(), text.substr(8, 3));
    if (month == kMonths.end()) return std::nullopt;
    const auto instant = parse_instant(fmt::format("{}-{:02}-{}T{}Z",
                                                   text.substr(12, 4),
                                                   month - kMonths.begin() + 1,
                                                   text.substr(5, 2),
                                                   text.substr(17, 8)));
    if (!instant) return std::nullopt;
    return *instant;
}

std::string http_date(std::chrono::sys_seconds time) {
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                       kWeekdays[std::chrono::weekday(day).c_encoding()],
                       static_cast<unsigned>(date.day()),
                       kMonths[static_cast<unsigned>(date.month()) - 1],
                       static_cast<int>(date.year()),
                       clock.hours().count(),
                       clock.minutes().count(),
                       clock.seconds().count());
}

}  // namespace plumbline::http
