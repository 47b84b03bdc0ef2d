// Ids that are the record's alone, and values that never change.

#include "conformance/monitors/sighting.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

constexpr std::size_t kMaxLooseOrder = 200;  ///< items; longer lists are compared in order

bool shows_members(const Json& before, const Json& now) {
    if (!now.is_object()) return false;
    for (const auto& [name, value] : before.items()) {
        if (value.is_null()) continue;
        const auto found = now.find(name);
        if (found == now.end() || !shows_still(value, *found)) return false;
    }
    return true;
}

bool has_objects(const Json& list) {
    return std::any_of(list.begin(), list.end(), [](const Json& one) { return one.is_object(); });
}

bool shows_items(const Json& before, const Json& now) {
    if (!now.is_array() || before.size() != now.size()) return false;
    const bool in_order = std::equal(before.begin(), before.end(), now.begin(), shows_still);
    if (in_order || !has_objects(before) || before.size() > kMaxLooseOrder) return in_order;
    std::vector<bool> taken(now.size());
    return std::all_of(before.begin(), before.end(), [&](const Json& wanted) {
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (taken[i] || !shows_still(wanted, now[i])) continue;
            taken[i] = true;
            return true;
        }
        return false;
    });
}

}  // namespace

bool shows_still(const Json& before, const Json& now) {
    if (before.is_object()) return shows_members(before, now);
    if (before.is_array()) return shows_items(before, now);
    return before.is_null() || before == now;
}

std::string title(const Record& record) {
    return record.type->name + ' ' + record.id;
}

void watch_identity(const Sighting& sighting, Report& report) {
    const Look& look = sighting.look;
    Record& record = sighting.record;
    if (record.parent.empty()) record.parent = sighting.parent;
    for (const Statement& one : record.type->identities) {
        if (record.parent != sighting.parent && !sighting.parent.empty()) {
            report.broke({one.code,
                          one.basis,
                          one.requirements,
                          title(record) + " under " + record.parent + " only",
                          "the same id under " + sighting.parent,
                          record.known.get()});
        }
        if (!sighting.is_created) continue;
        const auto retired = look.memory.retired(look.place, *record.type, record.id);
        const bool was_known = !sighting.is_new && look.follows(record.known);
        if (was_known || (retired && *retired <= look.moment->started)) {
            report.broke({one.code,
                          one.basis,
                          one.requirements,
                          "an id that no " + record.type->name + " had before",
                          "the id " + record.id + " again",
                          was_known ? record.known.get() : nullptr});
        } else if (look.memory.all(look.place, *record.type).size() > 1) {
            report.held(one.requirements);
        }
    }
}

void watch_constants(const Sighting& sighting, Report& report) {
    const auto& constants = sighting.record.type->constants;
    for (std::size_t i = 0; i < constants.size(); ++i) {
        const Statement& one = constants[i];
        const Json* now = find(sighting.value, one.pointer);
        if (!now) continue;
        Fact<SharedJson>& first = sighting.record.constants[i];
        const bool is_first = !first.seen || first.value->is_null();
        if (is_first) {
            if (!now->is_null()) first = {std::make_shared<const Json>(*now), sighting.look.moment};
            continue;
        }
        if (!sighting.look.follows(first.seen)) continue;
        if (shows_still(*first.value, *now)) {
            report.held(one.requirements);
            continue;
        }
        report.broke({one.code,
                      one.basis,
                      one.requirements,
                      one.pointer.to_text() + " of " + title(sighting.record) + " to stay " +
                          to_short_text(*first.value),
                      to_short_text(*now),
                      first.seen.get()});
    }
}

}  // namespace plumbline::monitors
