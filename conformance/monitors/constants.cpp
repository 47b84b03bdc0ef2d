// Values that never change.

#include "conformance/monitors/sighting.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {
namespace {

Fact<SharedJson> fact_of(const Json& value, const Look& look) {
    return {std::make_shared<const Json>(value), look.moment};
}

void watch_one_constant(const Sighting& sighting,
                        const Statement& one,
                        Constant& constant,
                        Report& report) {
    const Look& look = sighting.look;
    const Json* now = find(sighting.value, one.pointer);
    if (!now) return;
    Fact<SharedJson>& first = constant.first;
    if (!first.seen || first.value->is_null()) {
        if (!now->is_null()) first = fact_of(*now, look);
        return;
    }
    if (!look.follows(first.seen)) return;
    if (shows_still(*first.value, *now, one.form)) {
        // What nobody tried to change shows nothing by staying as it is.
        const bool was_tried = constant.tried == look.moment || look.follows(constant.tried);
        if (!one.needs_attempt || was_tried) report.held(one.requirements);
        return;
    }
    report.broke(one,
                 title(one, sighting.record) + " to stay " + to_short_text(*first.value),
                 to_short_text(*now),
                 first.seen.get());
    // One change is told once, not by every answer after it.
    constant = {fact_of(*now, look), nullptr};
}

}  // namespace

std::string title(const Record& record) {
    return record.type->name + ' ' + record.id;
}

std::string title(const Statement& place, const Record& record) {
    return place.pointer.to_text() + " of " + title(record);
}

void learn_attempts(const Look& look, Record& record) {
    with_each(
        record.type->constants, record.constants, [&](const Statement& one, Constant& constant) {
            const Json* sent = one.needs_attempt ? sent_at(look, one.pointer) : nullptr;
            const Fact<SharedJson>& first = constant.first;
            if (sent && look.follows(first.seen) && !shows_still(*first.value, *sent, one.form))
                constant.tried = look.moment;
        });
}

void watch_constants(const Sighting& sighting, Report& report) {
    with_each(sighting.record.type->constants,
              sighting.record.constants,
              [&](const Statement& one, Constant& constant) {
                  watch_one_constant(sighting, one, constant, report);
              });
}

}  // namespace plumbline::monitors
