#include "spec/http/date.hpp"

#include "spec/base/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace plumbline::http {
namespace {

constexpr std::array<std::string_view, 12> kMonths{
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
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

}  // namespace plumbline::http
