// Ids that are the record's alone.

#include "conformance/monitors/sighting.hpp"

namespace plumbline::monitors {
namespace {

void judge_parents(const Sighting& sighting, const Statement& one, Report& report) {
    const Record& record = sighting.record;
    if (sighting.parent.empty() || record.parent == sighting.parent) return;
    report.broke(one,
                 title(record) + " under " + record.parent + " only",
                 "the same id under " + sighting.parent,
                 record.known.get());
}

}  // namespace

void watch_identity(const Sighting& sighting, Report& report) {
    const Look& look = sighting.look;
    Record& record = sighting.record;
    if (record.parent.empty()) record.parent = sighting.parent;
    const auto retired = look.memory.retired(look.place, *record.type, record.id);
    const bool was_known = !sighting.is_new && look.follows(record.known);
    const bool had_it_before = was_known || (retired && *retired <= look.moment->started);
    const bool has_others = look.memory.all(look.place, *record.type).size() > 1;
    for (const Statement& one : record.type->identities) {
        judge_parents(sighting, one, report);
        if (!sighting.is_created) continue;
        if (had_it_before) {
            report.broke(one,
                         "an id that no " + record.type->name + " had before",
                         "the id " + record.id + " again",
                         was_known ? record.known.get() : nullptr);
        } else if (has_others) {
            report.held(one.requirements);
        }
    }
    // What is known of the other one says nothing of this one.
    if (sighting.is_created && was_known) Memory::begin_anew(record, look.moment, look.owner);
}

}  // namespace plumbline::monitors
