// Lists: their order, that no record is in them twice, and that none is missing.

#include "conformance/monitors/sighting.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::monitors {
namespace {

/// Says whether `b` must not come behind `a`. Values that cannot be compared may stand anywhere.
bool is_out_of_order(const Json& a, const Json& b, bool descending) {
    const Json& lower = descending ? a : b;
    const Json& upper = descending ? b : a;
    if (a.is_number() && b.is_number()) return lower < upper;
    if (!a.is_string() || !b.is_string()) return false;
    const auto low = parse_instant(lower.get_ref<const std::string&>());
    const auto high = parse_instant(upper.get_ref<const std::string&>());
    return low && high ? *low < *high : !low && !high && lower < upper;
}

/// Says whether two values may stand either way round.
bool are_tied(const Json& a, const Json& b) {
    const bool can_be_compared =
        (a.is_number() && b.is_number()) || (a.is_string() && b.is_string());
    return can_be_compared && !is_out_of_order(a, b, true) && !is_out_of_order(a, b, false);
}

/// Says whether a record has been there for so long, and is known to be there still, that the list
/// must have it.
bool must_be_in(const Listing& listing, const Record& record) {
    const Look& look = listing.look;
    if (record.writes_under_way > 0 || record.deleted.seen) return false;
    if (listing.parent) return record.parent == listing.parent->id && look.must_show(record.known);
    if (record.created.seen)
        return look.must_show(record.created.seen) && record.created.value == look.caller;
    // Of what nobody can delete, all that was seen is there still.
    return !listing.type.is_deletable && look.must_show(record.known) &&
           record.known_by == look.caller;
}

bool is_going(const Record* parent) {
    return parent && (parent->deleted.seen || parent->writes_under_way > 0);
}

std::vector<const Record*> expected_in(const Listing& listing) {
    const Look& look = listing.look;
    std::vector<const Record*> wanted;
    if (listing.parent) {
        for (const std::string& id : listing.parent->children) {
            const Record* one = look.memory.find(look.place, listing.type, id);
            if (one && must_be_in(listing, *one)) wanted.push_back(one);
        }
        return wanted;
    }
    for (const Record* one : look.memory.all(look.place, listing.type)) {
        if (must_be_in(listing, *one)) wanted.push_back(one);
    }
    return wanted;
}

/// Remembers what belongs to the parent, so that a later list can be held to it.
void remember_children(const Listing& listing) {
    if (!listing.parent) return;
    auto& children = listing.parent->children;
    for (const std::string& id : listing.ids) {
        if (children.size() >= Memory::kMaxChildren) return;
        if (!id.empty() && std::find(children.begin(), children.end(), id) == children.end())
            children.push_back(id);
    }
}

/// What the items of a list are ordered by.
struct Order {
    const HistoryRule& rule;
    JsonPointer by;
};

std::optional<Order> order_of(const Listing& listing) {
    const HistoryRule* rule = stated(listing.look.operation, HistoryKind::kSorted);
    if (!rule) return std::nullopt;
    return Order{*rule, JsonPointer::parse(rule->field).value_or(JsonPointer())};
}

}  // namespace

std::size_t count_firsts(const Listing& listing) {
    const Json& items = listing.items;
    const auto order = order_of(listing);
    const Json* first = order && !items.empty() ? find(items[0], order->by) : nullptr;
    std::size_t count = std::min<std::size_t>(items.size(), 1);
    for (; first && count < items.size(); ++count) {
        const Json* next = find(items[count], order->by);
        if (!next || !are_tied(*first, *next)) break;
    }
    return count;
}

void watch_order(const Listing& listing, Report& report) {
    const auto order = order_of(listing);
    if (!order || listing.items.size() < 2) return;
    const HistoryRule& rule = order->rule;
    for (std::size_t i = 1; i < listing.items.size(); ++i) {
        const Json* a = find(listing.items[i - 1], order->by);
        const Json* b = find(listing.items[i], order->by);
        if (!a || !b || !is_out_of_order(*a, *b, rule.descending)) continue;
        report.broke({"history-sorted",
                      rule.basis,
                      rule.requirements,
                      "items in " + std::string(rule.descending ? "descending" : "ascending") +
                          " order of " + rule.field,
                      "item " + std::to_string(i - 1) + " with " + to_short_text(*a) +
                          " before item " + std::to_string(i) + " with " + to_short_text(*b)});
        return;
    }
    report.held(rule.requirements);
}

void watch_doubles(const Listing& listing, Report& report) {
    const std::string* twice = nullptr;
    std::set<std::string_view> met;
    for (const std::string& id : listing.ids) {
        if (!id.empty() && !met.insert(id).second) twice = &id;
    }
    for (const Statement& one : listing.type.identities) {
        if (twice) {
            report.broke(
                one, "each " + listing.type.name + " once", *twice + " more than once in one list");
        } else if (met.size() > 1) {
            report.held(one.requirements);
        }
    }
}

void watch_completeness(const Listing& listing, Report& report) {
    const HistoryRule* rule = stated(listing.look.operation, HistoryKind::kComplete);
    if (rule && listing.is_whole && !is_going(listing.parent)) {
        for (const Record* one : expected_in(listing)) {
            const bool is_there =
                std::find(listing.ids.begin(), listing.ids.end(), one->id) != listing.ids.end();
            if (is_there) {
                report.held(rule->requirements);
                continue;
            }
            const bool is_ours = !listing.parent && one->created.seen;
            const SharedMoment& since = is_ours ? one->created.seen : one->known;
            report.broke({"history-complete",
                          rule->basis,
                          rule->requirements,
                          title(*one) + " in the list",
                          "a list of " + std::to_string(listing.ids.size()) + " without it",
                          since.get()});
        }
    }
    remember_children(listing);
}

}  // namespace plumbline::monitors
