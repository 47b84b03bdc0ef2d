#include "conformance/monitors/number_or_time.hpp"

#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace plumbline::monitors {

std::optional<NumberOrTime> number_or_time(const Json* value) {
    if (!value) return std::nullopt;
    if (value->is_number()) return NumberOrTime{value->get<double>()};
    if (!value->is_string()) return std::nullopt;
    const auto& text = value->get_ref<const std::string&>();
    return parse_instant(text) ? std::optional(NumberOrTime{0, text}) : std::nullopt;
}

bool is_less(const NumberOrTime& a, const NumberOrTime& b) {
    if (a.time.empty() || b.time.empty())
        return a.time.empty() && b.time.empty() && a.number < b.number;
    return *parse_instant(a.time) < *parse_instant(b.time) && !is_same_instant(a.time, b.time);
}

std::string text_of(const NumberOrTime& quantity) {
    if (!quantity.time.empty()) return quantity.time;
    // Up to this value a double represents every integer exactly; integers are printed without a
    // point.
    constexpr double kExact = 9'007'199'254'740'992;
    const double number = quantity.number;
    const bool is_whole = std::abs(number) < kExact && std::trunc(number) == number;
    return is_whole ? std::to_string(static_cast<std::int64_t>(number))
                    : to_short_text(Json(number));
}

}  // namespace plumbline::monitors
