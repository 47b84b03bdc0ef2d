// Records that belong to others: none is older than the one it belongs to.

#include "conformance/monitors/sighting.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {

void watch_parents_times(const Sighting& sighting, Report& report) {
    const Look& look = sighting.look;
    const Type* type = look.statements.find(sighting.record.type->parent);
    const Record* parent =
        type ? look.memory.find(look.place, *type, sighting.record.parent) : nullptr;
    if (!parent) return;
    for (const Statement& one : sighting.record.type->since_parent) {
        const Fact<SharedJson>& known = parent->watched[one.watched];
        if (!look.follows(known.seen)) continue;
        const auto since = quantity_of(known.value.get());
        const auto now = quantity_of(find(sighting.value, one.pointer));
        if (!since || !now) continue;
        if (!is_less(*now, *since)) {
            report.held(one.requirements);
            continue;
        }
        report.broke(one,
                     title(one, sighting.record) + " not before " + one.field.to_text() + " of " +
                         title(*parent) + ", " + shown(*since),
                     shown(*now),
                     known.seen.get());
    }
}

}  // namespace plumbline::monitors
