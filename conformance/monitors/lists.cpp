// Checks lists: their order, duplicates, completeness, and that they show a record as reads do.

#include "conformance/monitors/monitors.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::monitors {
namespace {

/// Returns whether `b` must not come after `a`. Values that cannot be compared may be in any order.
bool is_out_of_order(const Json& a, const Json& b, bool descending) {
    const Json& lower = descending ? a : b;
    const Json& upper = descending ? b : a;
    if (a.is_number() && b.is_number()) return lower < upper;
    if (!a.is_string() || !b.is_string()) return false;
    const auto low = parse_instant(lower.get_ref<const std::string&>());
    const auto high = parse_instant(upper.get_ref<const std::string&>());
    return low && high ? *low < *high : !low && !high && lower < upper;
}

/// Returns whether the order of two values shows that a list is sorted.
bool is_in_order(const Json& a, const Json& b, bool descending) {
    return is_out_of_order(b, a, descending) && !is_out_of_order(a, b, descending);
}

/// Returns whether two values may come in either order.
bool are_tied(const Json& a, const Json& b) {
    const bool can_be_compared =
        (a.is_number() && b.is_number()) || (a.is_string() && b.is_string());
    return can_be_compared && !is_out_of_order(a, b, true) && !is_out_of_order(a, b, false);
}

/// Returns whether a record has existed for so long, and is known to exist still, that the list
/// must contain it.
bool must_be_listed(const ListObservation& list, const TrackedRecord& record) {
    const ExchangeContext& context = list.context;
    if (record.pending_writes > 0 || record.deleted.exchange) return false;
    if (list.parent)
        return record.parent == list.parent->id && context.must_show(record.first_seen);
    if (record.created.exchange)
        return context.must_show(record.created.exchange) && record.created.value == context.caller;
    // Records that cannot be deleted still exist once they were seen.
    return !list.rules.is_deletable && context.must_show(record.first_seen) &&
           record.first_caller == context.caller;
}

bool is_being_changed(const TrackedRecord* parent) {
    return parent && (parent->deleted.exchange || parent->pending_writes > 0);
}

std::vector<const TrackedRecord*> expected_records(const ListObservation& list) {
    const ExchangeContext& context = list.context;
    std::vector<const TrackedRecord*> expected;
    if (list.parent) {
        for (const std::string& id : list.parent->child_ids) {
            const TrackedRecord* record = context.history.find(context.address, list.rules, id);
            if (record && must_be_listed(list, *record)) expected.push_back(record);
        }
        return expected;
    }
    for (const TrackedRecord* record : context.history.all(context.address, list.rules)) {
        if (must_be_listed(list, *record)) expected.push_back(record);
    }
    return expected;
}

/// Records the children of the parent, so that later lists can be compared with them.
void record_children(const ListObservation& list) {
    if (!list.parent) return;
    auto& children = list.parent->child_ids;
    for (const std::string& id : list.ids) {
        if (children.size() >= RecordHistory::kMaxChildren) return;
        if (!id.empty() && std::find(children.begin(), children.end(), id) == children.end())
            children.push_back(id);
    }
}

/// The rule for the order of the items of a list.
struct ListOrder {
    const HistoryRule& rule;
    JsonPointer by;
};

std::optional<ListOrder> order_of(const ListObservation& list) {
    const HistoryRule* rule =
        find_operation_rule(list.context.call.operation, HistoryRuleKind::kSorted);
    if (!rule) return std::nullopt;
    return ListOrder{*rule, JsonPointer::parse(rule->field).value_or(JsonPointer())};
}

/// Returns whether the type has rules by which two responses about a record can be compared.
bool has_comparable_values(const ResourceRules& type) {
    return !type.constants.empty() || !type.final_states.empty() || !type.monotonic.empty();
}

}  // namespace

std::size_t count_tied_first_items(const ListObservation& list) {
    const Json& items = list.items;
    const auto order = order_of(list);
    const Json* first = order && !items.empty() ? find(items[0], order->by) : nullptr;
    std::size_t count = std::min<std::size_t>(items.size(), 1);
    for (; first && count < items.size(); ++count) {
        const Json* next = find(items[count], order->by);
        if (!next || !are_tied(*first, *next)) break;
    }
    return count;
}

void check_order(const ListObservation& list, MonitorReport& report) {
    const auto order = order_of(list);
    if (!order || list.items.size() < 2) return;
    const HistoryRule& rule = order->rule;
    bool is_shown = false;
    for (std::size_t i = 1; i < list.items.size(); ++i) {
        const Json* a = find(list.items[i - 1], order->by);
        const Json* b = find(list.items[i], order->by);
        is_shown = is_shown || (a && b && is_in_order(*a, *b, rule.descending));
        if (!a || !b || !is_out_of_order(*a, *b, rule.descending)) continue;
        report.add_contradiction(
            {"history-sorted",
             rule.basis,
             rule.requirements,
             "items in " + std::string(rule.descending ? "descending" : "ascending") +
                 " order of " + rule.field,
             "item " + std::to_string(i - 1) + " with " + to_short_text(*a) + " before item " +
                 std::to_string(i) + " with " + to_short_text(*b)});
        return;
    }
    // Items with equal keys, or without keys, have no order.
    if (is_shown) report.add_verified(rule.requirements);
}

void check_duplicates(const ListObservation& list, MonitorReport& report) {
    const std::string* duplicate = nullptr;
    std::set<std::string_view> ids;
    for (const std::string& id : list.ids) {
        if (!id.empty() && !ids.insert(id).second) duplicate = &id;
    }
    for (const ValueRule& rule : list.rules.identities) {
        if (duplicate) {
            report.add_contradiction(rule,
                                     "each " + list.rules.name + " once",
                                     *duplicate + " twice or more in one list");
        } else if (ids.size() > 1) {
            report.add_verified(rule.requirements);
        }
    }
}

void check_completeness(const ListObservation& list, MonitorReport& report) {
    const HistoryRule* rule =
        find_operation_rule(list.context.call.operation, HistoryRuleKind::kComplete);
    if (rule && list.is_complete && !is_being_changed(list.parent)) {
        for (const TrackedRecord* record : expected_records(list)) {
            const bool is_there =
                std::find(list.ids.begin(), list.ids.end(), record->id) != list.ids.end();
            if (is_there) {
                report.add_verified(rule->requirements);
                continue;
            }
            const bool is_ours = !list.parent && record->created.exchange;
            const SharedExchangeRef& since =
                is_ours ? record->created.exchange : record->first_seen;
            report.add_contradiction(
                {"history-complete",
                 rule->basis,
                 rule->requirements,
                 title(*record) + " in the list",
                 "a list of " + std::to_string(list.ids.size()) + " without it",
                 since.get()});
        }
    }
    record_children(list);
}

// The monitors of the single values report contradictions between two responses and name this rule
// as well (MonitorReport::add_contradiction). So this monitor only records that two responses were
// compared; contradicted requirements are not counted as verified.
void check_reads_against_lists(const RecordObservation& observation, MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    TrackedRecord& record = observation.record;
    const HistoryRule* here = context.exchange->as_read_rule;
    const bool is_compared = has_comparable_values(*record.rules);
    if (here && observation.is_item) {
        if (is_compared && context.follows(record.last_read))
            report.add_verified(here->requirements);
        record.last_list = {here, context.exchange};
    } else if (context.exchange->is_read) {
        if (is_compared && context.follows(record.last_list.exchange))
            report.add_verified(record.last_list.value->requirements);
        record.last_read = context.exchange;
    }
}

}  // namespace plumbline::monitors
