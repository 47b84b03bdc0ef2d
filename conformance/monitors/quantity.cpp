#include "conformance/monitors/quantity.hpp"

#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {

std::optional<Quantity> quantity_of(const Json* value) {
    if (!value) return std::nullopt;
    if (value->is_number()) return Quantity{value->get<double>()};
    if (!value->is_string()) return std::nullopt;
    const auto& text = value->get_ref<const std::string&>();
    return parse_instant(text) ? std::optional(Quantity{0, text}) : std::nullopt;
}

bool is_less(const Quantity& a, const Quantity& b) {
    if (a.time.empty() || b.time.empty())
        return a.time.empty() && b.time.empty() && a.number < b.number;
    return *parse_instant(a.time) < *parse_instant(b.time) && !is_same_instant(a.time, b.time);
}

std::string shown(const Quantity& quantity) {
    return quantity.time.empty() ? to_short_text(Json(quantity.number)) : quantity.time;
}

}  // namespace plumbline::monitors
