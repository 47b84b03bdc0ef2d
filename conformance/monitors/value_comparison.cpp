#include "conformance/monitors/value_comparison.hpp"

#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/formats.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline::monitors {
namespace {

constexpr std::size_t kMaxUnorderedItems = 200;  ///< items; longer lists are compared in order

const RecordField& member_of(const RecordField& field, std::string_view name) {
    static const RecordField kUnknown;
    const RecordField* found = field.find(name);
    return found ? *found : kUnknown;
}

bool shows_members(const Json& before, const Json& now, const RecordField& field) {
    if (!now.is_object()) return false;
    for (const auto& [name, value] : before.items()) {
        if (value.is_null()) continue;
        const Json* found = member(now, name);
        if (!found || !shows_same(value, *found, member_of(field, name))) return false;
    }
    return true;
}

bool has_objects(const Json& list) {
    return std::any_of(list.begin(), list.end(), [](const Json& one) { return one.is_object(); });
}

bool shows_items(const Json& before, const Json& now, const RecordField& field) {
    if (before.empty() && now.is_null()) return true;
    if (!now.is_array() || before.size() != now.size()) return false;
    const RecordField& item = member_of(field, "*");
    const auto is_shown = [&](const Json& a, const Json& b) { return shows_same(a, b, item); };
    const bool in_order = std::equal(before.begin(), before.end(), now.begin(), is_shown);
    if (in_order || !has_objects(before) || before.size() > kMaxUnorderedItems) return in_order;
    std::vector<bool> taken(now.size());
    return std::all_of(before.begin(), before.end(), [&](const Json& expected) {
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (taken[i] || !is_shown(expected, now[i])) continue;
            taken[i] = true;
            return true;
        }
        return false;
    });
}

}  // namespace

bool shows_same(const Json& before, const Json& now, const RecordField& field) {
    if (before.is_object()) return shows_members(before, now, field);
    if (before.is_array()) return shows_items(before, now, field);
    if (before.is_string() && now.is_string()) {
        return is_same_in_format(
            field.format, before.get_ref<const std::string&>(), now.get_ref<const std::string&>());
    }
    return before.is_null() || before == now;
}

bool shows_part_of(const Json& before, const Json& now, const RecordField& field) {
    if (before.empty() || now.empty()) return false;  // null, too
    if (!before.is_object() || !now.is_object()) return shows_same(before, now, field);
    for (const auto& [name, value] : before.items()) {
        const Json* found = member(now, name);
        if (found && shows_part_of(value, *found, member_of(field, name))) return true;
    }
    return false;
}

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
