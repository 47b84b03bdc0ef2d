// Values that only grow, and states that are final.

#include "conformance/monitors/sighting.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {
namespace {

std::optional<Quantity> quantity_of(const Json* value) {
    if (!value) return std::nullopt;
    if (value->is_number()) return Quantity{false, value->get<double>(), {}};
    if (!value->is_string()) return std::nullopt;
    const auto time = parse_instant(value->get_ref<const std::string&>());
    return time ? std::optional(Quantity{true, 0, *time}) : std::nullopt;
}

bool is_less(const Quantity& a, const Quantity& b) {
    if (a.is_time != b.is_time) return false;
    return a.is_time ? a.time < b.time : a.number < b.number;
}

std::string shown(const Quantity& quantity) {
    return quantity.is_time ? to_text(quantity.time) : to_short_text(Json(quantity.number));
}

/// What was shown so long ago that every read must show it or more.
void settle(Growth& growth, const Look& look) {
    if (!look.must_show(growth.next.seen)) return;
    const bool is_greater =
        !growth.settled.seen || !is_less(growth.next.value, growth.settled.value);
    if (is_greater) growth.settled = growth.next;
    growth.next = {};
}

void watch_one_growth(const Sighting& sighting,
                      const Statement& one,
                      Growth& growth,
                      Report& report) {
    const auto now = quantity_of(find(sighting.value, one.pointer));
    if (!now) return;
    const std::string name = one.pointer.to_text() + " of " + title(sighting.record);
    const auto least =
        one.field.empty() ? std::nullopt : quantity_of(find(sighting.value, one.field));
    if (least && is_less(*now, *least)) {
        report.broke({one.code,
                      one.basis,
                      one.requirements,
                      name + " to be no less than " + one.field.to_text() + ", " + shown(*least),
                      shown(*now)});
    } else if (least) {
        report.held(one.requirements);
    }
    settle(growth, sighting.look);
    if (sighting.look.must_show(growth.settled.seen)) {
        if (is_less(*now, growth.settled.value)) {
            report.broke({one.code,
                          one.basis,
                          one.requirements,
                          name + " never to fall below " + shown(growth.settled.value),
                          shown(*now),
                          growth.settled.seen.get()});
            return;
        }
        report.held(one.requirements);
    }
    if (!growth.next.seen) growth.next = {*now, sighting.look.moment};
}

}  // namespace

void watch_growth(const Sighting& sighting, Report& report) {
    const auto& growing = sighting.record.type->growing;
    for (std::size_t i = 0; i < growing.size(); ++i)
        watch_one_growth(sighting, growing[i], sighting.record.growing[i], report);
}

void watch_final_states(const Sighting& sighting, Report& report) {
    const auto& finals = sighting.record.type->finals;
    for (std::size_t i = 0; i < finals.size(); ++i) {
        const Statement& one = finals[i];
        const Json* value = find(sighting.value, one.pointer);
        if (!value || !value->is_string() || !one.pattern) continue;
        const auto& text = value->get_ref<const std::string&>();
        const bool is_final = one.pattern->search(text);
        Fact<std::string>& since = sighting.record.finals[i];
        if (!since.seen) {
            if (is_final) since = {text, sighting.look.moment};
            continue;
        }
        if (!sighting.look.must_show(since.seen)) continue;
        if (is_final) {
            report.held(one.requirements);
            continue;
        }
        report.broke({one.code,
                      one.basis,
                      one.requirements,
                      one.pointer.to_text() + " of " + title(sighting.record) +
                          " to stay as it ended: " + since.value,
                      text,
                      since.seen.get()});
    }
}

}  // namespace plumbline::monitors
