// Values of a record that name others: the newest of those that belong to it, or one in a state.

#include "conformance/monitors/sighting.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

/// Learns that `id` names a record that belongs to this one. Returns it; null if it belongs to
/// another one, which is told, and where nothing is named.
Record* judge_belonging(const Sighting& sighting,
                        const Statement& one,
                        const std::string& id,
                        Report& report) {
    const Look& look = sighting.look;
    const Type* type = look.statements.find(one.type);
    if (!type || id.empty()) return nullptr;
    Record* named = look.memory.touch(look.place, *type, id, look.moment, sighting.record.owner);
    if (named && named->parent.empty()) named->parent = sighting.record.id;
    const bool is_foreign =
        named && named->parent != sighting.record.id && look.follows(named->known);
    if (!is_foreign) return named;
    report.broke(one,
                 title(one, sighting.record) + " to name a " + one.type + " of its own",
                 id + ", which belongs to " + named->parent,
                 named->known.get());
    return nullptr;
}

void watch_one_newest(const Sighting& sighting,
                      const Statement& one,
                      Fact<std::string>& shown,
                      Report& report) {
    const Json* value = find(sighting.value, one.pointer);
    if (!value) return;
    const Look& look = sighting.look;
    const std::string id = id_of(value);
    const Record* named = judge_belonging(sighting, one, id, report);
    const Fact<std::string>& first = sighting.record.first;
    const std::string wanted = title(one, sighting.record);
    if (id.empty() && !first.value.empty() && look.must_show(first.seen)) {
        report.broke(one,
                     wanted + " to name the first of the list, " + first.value,
                     "null",
                     first.seen.get());
    } else if (named && look.must_show(named->behind.seen)) {
        report.broke(
            one,
            wanted + " to name no older one than the first of the list, " + named->behind.value,
            id,
            named->behind.seen.get());
    } else if (!id.empty() && id == first.value && look.follows(first.seen)) {
        report.held(one.requirements);
    }
    shown = {id, look.moment};
}

/// Whether the record that is named was seen in a state that does not fit, while it was named
/// before and after.
void judge_named(const Sighting& sighting,
                 const Statement& one,
                 Fact<std::string>& misfit,
                 const Record& named,
                 Report& report) {
    const Look& look = sighting.look;
    if (look.follows(misfit.seen)) {
        report.broke(one,
                     title(one, sighting.record) + " to name a " + one.type + " whose " +
                         one.field.to_text() + " fits " + one.pattern->pattern(),
                     named.id + ", which was " + misfit.value + " while it was named",
                     misfit.seen.get());
        misfit = {};
        return;
    }
    const Fact<SharedJson>& state = named.watched[one.watched];
    const bool fits = look.follows(state.seen) && state.value->is_string() && one.pattern &&
                      one.pattern->search(state.value->get_ref<const std::string&>());
    if (fits) report.held(one.requirements);
}

void watch_one_name(const Sighting& sighting,
                    const Statement& one,
                    Naming& naming,
                    Report& report) {
    const Json* value = find(sighting.value, one.pointer);
    if (!value) return;
    const Look& look = sighting.look;
    const std::string id = id_of(value);
    if (naming.named.value != id) naming.misfit = {};
    const Record* named = judge_belonging(sighting, one, id, report);
    if (named) judge_named(sighting, one, naming.misfit, *named, report);
    const bool is_missing =
        id.empty() && look.must_show(naming.reached.seen) && !sighting.record.deleted.seen;
    naming.unnamed =
        is_missing ? Fact<std::string>{naming.reached.value, look.moment} : Fact<std::string>{};
    if (!naming.named.seen || naming.named.value != id) naming.named = {id, look.moment};
}

/// Remembers of a record what those that it belongs to are judged by.
void remember_watched(const Sighting& sighting) {
    Record& record = sighting.record;
    for (std::size_t i = 0; i < record.type->watched.size(); ++i) {
        if (const Json* value = find(sighting.value, record.type->watched[i]))
            record.watched[i] = {std::make_shared<const Json>(*value), sighting.look.moment};
    }
}

/// One that fits, and did before, while nothing was named between.
void judge_unnamed(const Sighting& sighting,
                   const Statement& one,
                   Fact<std::string>& unnamed,
                   const Record& parent,
                   Report& report) {
    if (unnamed.value != sighting.record.id || !sighting.look.follows(unnamed.seen)) return;
    report.broke(one,
                 title(one, parent) + " to name " + title(sighting.record) + ", whose " +
                     one.field.to_text() + " fits " + one.pattern->pattern() + " before and after",
                 "null",
                 unnamed.seen.get());
    unnamed = {};
}

/// Holds what the record that this one belongs to names to the state of this one.
void judge_naming(const Sighting& sighting,
                  const Statement& one,
                  Naming& naming,
                  const Record& parent,
                  Report& report) {
    const Look& look = sighting.look;
    const Record& record = sighting.record;
    const Json* value = find(sighting.value, one.field);
    if (one.type != record.type->name || !one.pattern || !value || !value->is_string()) return;
    const auto& text = value->get_ref<const std::string&>();
    const bool fits = one.pattern->search(text);
    if (fits) judge_unnamed(sighting, one, naming.unnamed, parent, report);
    if (fits && !naming.reached.seen) naming.reached = {record.id, look.moment};
    const bool is_named = naming.named.value == record.id && look.must_show(naming.named.seen);
    if (!fits && is_named && !naming.misfit.seen) naming.misfit = {text, look.moment};
}

/// Holds the list to what the record that it belongs to named before.
void judge_first(const Listing& listing,
                 const Statement& one,
                 const Fact<std::string>& shown,
                 Report& report) {
    const Look& look = listing.look;
    if (one.type != listing.type.name || !look.must_show(shown.seen)) return;
    const std::string first = listing.ids.empty() ? "" : listing.ids.front();
    if (first == shown.value) {
        report.held(one.requirements);
        return;
    }
    // Of those that the order does not tell apart any may stand first.
    const auto end = listing.ids.begin() + static_cast<std::ptrdiff_t>(count_firsts(listing));
    if (std::find(listing.ids.begin(), end, shown.value) != end) return;
    // One that nobody knew when the other was shown may have come since.
    const Record* newest = look.memory.find(look.place, listing.type, first);
    const bool was_there = first.empty() || (newest && newest->known->ended <= shown.seen->started);
    if (!was_there) return;
    report.broke(one,
                 "the list to begin with what " + one.pointer.to_text() + " of " +
                     title(*listing.parent) +
                     " names: " + (shown.value.empty() ? "null" : shown.value),
                 first.empty() ? "an empty list" : first,
                 shown.seen.get());
}

}  // namespace

void watch_newest(const Sighting& sighting, Report& report) {
    with_each(sighting.record.type->newest,
              sighting.record.newest,
              [&](const Statement& one, Fact<std::string>& shown) {
                  watch_one_newest(sighting, one, shown, report);
              });
}

void watch_names(const Sighting& sighting, Report& report) {
    const Record& record = sighting.record;
    with_each(record.type->names, sighting.record.names, [&](const Statement& one, Naming& naming) {
        watch_one_name(sighting, one, naming, report);
    });
    remember_watched(sighting);
    const Look& look = sighting.look;
    const Type* type = look.statements.find(record.type->parent);
    Record* parent = type ? look.memory.find(look.place, *type, record.parent) : nullptr;
    if (!parent) return;
    with_each(type->names, parent->names, [&](const Statement& one, Naming& naming) {
        judge_naming(sighting, one, naming, *parent, report);
    });
}

void watch_first(const Listing& listing, Report& report) {
    if (!listing.parent || !listing.is_from_start) return;
    Record& parent = *listing.parent;
    const Look& look = listing.look;
    const std::string first = listing.ids.empty() ? "" : listing.ids.front();
    if (!listing.ids.empty() && first.empty()) return;
    with_each(parent.type->newest,
              parent.newest,
              [&](const Statement& one, const Fact<std::string>& shown) {
                  judge_first(listing, one, shown, report);
              });
    parent.first = {first, look.moment};
    for (std::size_t i = count_firsts(listing); i < listing.ids.size(); ++i) {
        Record* later = look.memory.find(look.place, listing.type, listing.ids[i]);
        if (later) later->behind = {first, look.moment};
    }
}

}  // namespace plumbline::monitors
