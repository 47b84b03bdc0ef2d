// What the state of a record says of those that belong to it.

#include "conformance/monitors/sighting.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

/// What a list shows of one statement.
struct ListVerdict {
    std::string misfit;     ///< what does not fit, "": nothing
    bool is_shown = false;  ///< there is something to judge, and it was judged whole
};

const std::string* text_at(const Json& record, const JsonPointer& pointer) {
    const Json* value = find(record, pointer);
    return value && value->is_string() ? &value->get_ref<const std::string&>() : nullptr;
}

ListVerdict judge_some(const Listing& listing, const Statement& one) {
    const bool has_one =
        std::any_of(listing.items.begin(), listing.items.end(), [&](const Json& item) {
            const std::string* text = text_at(item, one.field);
            return text && one.pattern->search(*text);
        });
    if (has_one) return {"", true};
    // A record that failed before it had any is no contradiction.
    if (!listing.is_whole || listing.items.empty()) return {};
    return {"none of " + std::to_string(listing.items.size()), false};
}

ListVerdict judge_each(const Listing& listing, const Statement& one) {
    const bool must_fit = one.kind == HistoryKind::kAllOf;
    bool is_shown = listing.is_whole && !listing.items.empty();
    for (std::size_t i = 0; i < listing.items.size(); ++i) {
        const std::string* text = text_at(listing.items[i], one.field);
        if (text && one.pattern->search(*text) != must_fit) {
            return {listing.type.name + ' ' + listing.ids[i] + ", whose " + one.field.to_text() +
                        " is " + *text,
                    false};
        }
        is_shown = is_shown && text;
    }
    return {"", is_shown};
}

ListVerdict judge_list(const Listing& listing, const Statement& one) {
    return one.kind == HistoryKind::kSomeOf ? judge_some(listing, one) : judge_each(listing, one);
}

std::string expected_of(const Record& parent, const Statement& one, const std::string& state) {
    const char* how_many = one.kind == HistoryKind::kAllOf    ? "all"
                           : one.kind == HistoryKind::kSomeOf ? "some"
                                                              : "none";
    return "as " + title(one, parent) + " is " + state + ", " + how_many + " of its " + one.type +
           " records to have a " + one.field.to_text() + " that fits " + one.pattern->pattern();
}

/// Says whether a value stays, by what the document says of final ones.
bool stays_so(const Type& type, const Statement& one, const std::string& state) {
    return std::any_of(type.finals.begin(), type.finals.end(), [&](const Statement& final) {
        return final.pointer == one.pointer && final.pattern && final.pattern->search(state);
    });
}

/// A list is judged by a final value at once. Another may have changed before the list was made:
/// the list waits until the value is seen to be the same still.
void judge_children(const Listing& listing,
                    const Statement& one,
                    OfChildren& known,
                    Report& report) {
    const Record& parent = *listing.parent;
    const Look& look = listing.look;
    const std::string& state = known.shown.value;
    const bool is_about_it = one.type == listing.type.name && one.pattern && one.when &&
                             look.must_show(known.shown.seen) && one.when->search(state);
    if (!is_about_it) return;
    const ListVerdict verdict = judge_list(listing, one);
    if (verdict.misfit.empty() && !verdict.is_shown) return;
    if (!stays_so(*parent.type, one, state)) {
        const bool is_worse = known.listed.value.empty();
        if (is_worse) known.listed = {verdict.misfit, look.moment};
    } else if (verdict.misfit.empty()) {
        report.held(one.requirements);
    } else {
        report.broke(one, expected_of(parent, one, state), verdict.misfit, known.shown.seen.get());
    }
}

void judge_state(const Sighting& sighting,
                 const Statement& one,
                 OfChildren& known,
                 Report& report) {
    const std::string* state = text_at(sighting.value, one.pointer);
    if (!state) return;
    const Look& look = sighting.look;
    const bool is_same = known.shown.seen && *state == known.shown.value;
    if (!is_same) known.listed = {};
    if (look.must_show(known.listed.seen)) {
        if (known.listed.value.empty()) {
            report.held(one.requirements);
        } else {
            report.broke(one,
                         expected_of(sighting.record, one, *state) + ", before and after",
                         known.listed.value,
                         known.listed.seen.get());
        }
        known.listed = {};
    }
    known.shown = {*state, is_same ? known.shown.seen : look.moment};
}

}  // namespace

void watch_state_of_parent(const Sighting& sighting, Report& report) {
    with_each(sighting.record.type->of_children,
              sighting.record.of_children,
              [&](const Statement& one, OfChildren& known) {
                  judge_state(sighting, one, known, report);
              });
}

void watch_state_of_children(const Listing& listing, Report& report) {
    if (!listing.parent || listing.parent->writes_under_way > 0) return;
    with_each(listing.parent->type->of_children,
              listing.parent->of_children,
              [&](const Statement& one, OfChildren& known) {
                  judge_children(listing, one, known, report);
              });
}

}  // namespace plumbline::monitors
