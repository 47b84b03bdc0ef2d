// Values that only grow, and states that are final.

#include "conformance/monitors/sighting.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {
namespace {

/// What was shown so long ago that every read must show it or more.
void settle(Growth<Quantity>& growth, const Look& look) {
    if (!look.must_show(growth.next.seen)) return;
    const bool is_greater =
        !growth.settled.seen || !is_less(growth.next.value, growth.settled.value);
    if (is_greater) growth.settled = growth.next;
    growth.next = {};
}

void watch_one_growth(const Sighting& sighting,
                      const Statement& one,
                      Growth<Quantity>& growth,
                      Report& report) {
    const auto now = quantity_of(find(sighting.value, one.pointer));
    if (!now) return;
    const std::string name = title(one, sighting.record);
    const auto least =
        one.field.empty() ? std::nullopt : quantity_of(find(sighting.value, one.field));
    if (least && is_less(*now, *least)) {
        report.broke(one,
                     name + " to be no less than " + one.field.to_text() + ", " + shown(*least),
                     shown(*now));
    } else if (least) {
        report.held(one.requirements);
    }
    settle(growth, sighting.look);
    if (sighting.look.must_show(growth.settled.seen)) {
        if (is_less(*now, growth.settled.value)) {
            report.broke(one,
                         name + " never to fall below " + shown(growth.settled.value),
                         shown(*now),
                         growth.settled.seen.get());
            return;
        }
        report.held(one.requirements);
    }
    if (!growth.next.seen) growth.next = {*now, sighting.look.moment};
}

void watch_one_final(const Sighting& sighting,
                     const Statement& one,
                     Fact<std::string>& since,
                     Report& report) {
    const Json* value = find(sighting.value, one.pointer);
    if (!value || !value->is_string() || !one.pattern) return;
    const auto& text = value->get_ref<const std::string&>();
    const bool is_final = one.pattern->search(text);
    if (!since.seen) {
        if (is_final) since = {text, sighting.look.moment};
        return;
    }
    if (!sighting.look.must_show(since.seen)) return;
    if (is_final) {
        report.held(one.requirements);
        return;
    }
    report.broke(one,
                 title(one, sighting.record) + " to stay as it ended: " + since.value,
                 text,
                 since.seen.get());
}

}  // namespace

void watch_growth(const Sighting& sighting, Report& report) {
    with_each(sighting.record.type->growing,
              sighting.record.growing,
              [&](const Statement& one, Growth<Quantity>& growth) {
                  watch_one_growth(sighting, one, growth, report);
              });
}

void watch_final_states(const Sighting& sighting, Report& report) {
    with_each(sighting.record.type->finals,
              sighting.record.finals,
              [&](const Statement& one, Fact<std::string>& since) {
                  watch_one_final(sighting, one, since, report);
              });
}

}  // namespace plumbline::monitors
