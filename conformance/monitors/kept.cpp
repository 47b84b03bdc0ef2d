// Lists and objects that only grow: what was in them stays.

#include "conformance/monitors/sighting.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {
namespace {

/// Says whether `now` has all that `before` had. In which order a list is, nobody has said.
bool keeps(const Json& before, const Json& now, const Form& form) {
    if (before.empty()) return true;
    if (!before.is_array() || !now.is_array()) return shows_still(before, now, form);
    if (now.size() < before.size()) return false;
    const Form* item = form.find("*");
    const auto is_same = [&](const Json& a, const Json& b) {
        return item ? shows_still(a, b, *item) : shows_still(a, b);
    };
    // Lists are long and mostly go on where they were, so only the rest is searched.
    const auto [first, other] = std::mismatch(before.begin(), before.end(), now.begin(), is_same);
    return std::all_of(first, before.end(), [&, from = other](const Json& a) {
        return std::any_of(from, now.end(), [&](const Json& b) { return is_same(a, b); });
    });
}

/// What was shown so long ago that every read must show it.
void settle_kept(Growth<SharedJson>& kept, const Look& look, const Form& form) {
    if (!look.must_show(kept.next.seen)) return;
    const bool has_more = !kept.settled.seen || keeps(*kept.settled.value, *kept.next.value, form);
    if (has_more) kept.settled = kept.next;
    kept.next = {};
}

void watch_one_kept(const Sighting& sighting,
                    const Statement& one,
                    Growth<SharedJson>& kept,
                    Report& report) {
    const Look& look = sighting.look;
    const Json* now = find(sighting.value, one.pointer);
    settle_kept(kept, look, one.form);
    // Null may stand for an empty one, but nothing else does.
    if (!now || !(now->is_structured() || (now->is_null() && kept.settled.seen))) return;
    const auto learn = [&](Fact<SharedJson>& fact) {
        if (look.is_small) fact = {std::make_shared<const Json>(*now), look.moment};
    };
    if (look.must_show(kept.settled.seen) && !kept.settled.value->empty()) {
        if (!keeps(*kept.settled.value, *now, one.form)) {
            report.broke(one,
                         title(one, sighting.record) +
                             " to keep what it had: " + to_short_text(*kept.settled.value),
                         to_short_text(*now),
                         kept.settled.seen.get());
            return learn(kept.settled);  // what is missing now is told once
        }
        report.held(one.requirements);
        if (*now == *kept.settled.value) return;
    }
    if (!kept.next.seen) learn(kept.next);
}

}  // namespace

void watch_kept(const Sighting& sighting, Report& report) {
    with_each(sighting.record.type->growing,
              sighting.record.kept,
              [&](const Statement& one, Growth<SharedJson>& kept) {
                  watch_one_kept(sighting, one, kept, report);
              });
}

}  // namespace plumbline::monitors
