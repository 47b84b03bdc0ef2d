// Checks the states of the items of a list: what the state of their parent implies for them, and
// how many are in a state at the same time.

#include "conformance/monitors/monitors.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

/// The result of checking one rule against a list.
struct ListVerdict {
    std::string mismatch;        ///< the first contradiction; "": none
    bool is_conclusive = false;  ///< the list has items to check, and all of them were checked
};

ListVerdict check_some(const ListObservation& list, const ValueRule& rule) {
    const bool has_one = std::any_of(list.items.begin(), list.items.end(), [&](const Json& item) {
        const std::string* text = text_at(item, rule.field);
        return text && rule.pattern->search(*text);
    });
    if (has_one) return {"", true};
    // A record that failed before it had children does not contradict the rule.
    if (!list.is_complete || list.items.empty()) return {};
    return {"none of " + std::to_string(list.items.size()), false};
}

ListVerdict check_each(const ListObservation& list, const ValueRule& rule) {
    const bool must_fit = rule.kind == HistoryRuleKind::kAllOf;
    bool is_shown = list.is_complete && !list.items.empty();
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        const std::string* text = text_at(list.items[i], rule.field);
        if (text && rule.pattern->search(*text) != must_fit) {
            return {list.rules.name + ' ' + list.ids[i] + ", whose " + rule.field.to_text() +
                        " is " + *text,
                    false};
        }
        is_shown = is_shown && text;
    }
    return {"", is_shown};
}

ListVerdict check_items(const ListObservation& list, const ValueRule& rule) {
    return rule.kind == HistoryRuleKind::kSomeOf ? check_some(list, rule) : check_each(list, rule);
}

std::string child_expectation(const TrackedRecord& parent,
                              const ValueRule& rule,
                              const std::string& state) {
    const char* how_many = rule.kind == HistoryRuleKind::kAllOf    ? "all"
                           : rule.kind == HistoryRuleKind::kSomeOf ? "some"
                                                                   : "none";
    return "as " + title(rule, parent) + " is " + state + ", " + how_many + " of its " + rule.type +
           " records to have a " + rule.field.to_text() + " that matches " +
           rule.pattern->pattern();
}

/// Returns whether a state never changes again, by the document's rules on final states.
bool is_final_value(const ResourceRules& type, const ValueRule& rule, const std::string& state) {
    return std::any_of(
        type.final_states.begin(), type.final_states.end(), [&](const ValueRule& final) {
            return final.pointer == rule.pointer && final.pattern && final.pattern->search(state);
        });
}

/// A list is checked against a final state immediately. Any other state may have changed before the
/// list was made: the check waits until the parent is read again with the same state.
void check_children(const ListObservation& list,
                    const ValueRule& rule,
                    ChildRuleState& known,
                    MonitorReport& report) {
    const TrackedRecord& parent = *list.parent;
    const ExchangeContext& context = list.context;
    const std::string& state = known.state.value;
    const bool is_about_it = rule.type == list.rules.name && rule.pattern && rule.when &&
                             context.must_show(known.state.exchange) && rule.when->search(state);
    if (!is_about_it) return;
    const ListVerdict verdict = check_items(list, rule);
    if (verdict.mismatch.empty() && !verdict.is_conclusive) return;
    if (!is_final_value(*parent.rules, rule, state)) {
        const bool is_worse = known.list_mismatch.value.empty();
        if (is_worse) known.list_mismatch = {verdict.mismatch, context.exchange};
    } else if (verdict.mismatch.empty()) {
        report.add_verified(rule.requirements);
    } else {
        report.add_contradiction(rule,
                                 child_expectation(parent, rule, state),
                                 verdict.mismatch,
                                 known.state.exchange.get());
    }
}

int count_matching(const Json& items, const ValueRule& rule) {
    const auto count = std::count_if(items.begin(), items.end(), [&](const Json& item) {
        const std::string* text = text_at(item, rule.field);
        return text && rule.pattern->search(*text);
    });
    return static_cast<int>(count);
}

}  // namespace

void check_parent_state(const RecordObservation& observation,
                        const ValueRule& rule,
                        ChildRuleState& known,
                        MonitorReport& report) {
    const std::string* state = text_at(observation.value, rule.pointer);
    if (!state) return;
    const ExchangeContext& context = observation.context;
    const bool is_same = known.state.exchange && *state == known.state.value;
    if (!is_same) known.list_mismatch = {};
    if (context.must_show(known.list_mismatch.exchange)) {
        if (known.list_mismatch.value.empty()) {
            report.add_verified(rule.requirements);
        } else {
            report.add_contradiction(
                rule,
                child_expectation(observation.record, rule, *state) + ", before and after",
                known.list_mismatch.value,
                known.list_mismatch.exchange.get());
        }
        known.list_mismatch = {};
    }
    known.state = {*state, is_same ? known.state.exchange : context.exchange};
}

void check_child_states(const ListObservation& list, MonitorReport& report) {
    if (!list.parent || list.parent->pending_writes > 0) return;
    TrackedRecord& parent = *list.parent;
    for (std::size_t i = 0; i < parent.child_rule_states.size(); ++i)
        check_children(list, parent.rules->child_rules[i], parent.child_rule_states[i], report);
}

void check_concurrent_states(const ListObservation& list, MonitorReport& report) {
    for (const ValueRule& rule : list.rules.concurrent) {
        if (!rule.pattern || !rule.count) continue;
        const int count = count_matching(list.items, rule);
        const int most = std::max(*rule.count, rule.alternative_count.value_or(0));
        if (count > most) {
            report.add_contradiction(rule,
                                     "no more than " + std::to_string(most) + " items whose " +
                                         rule.field.to_text() + " matches " +
                                         rule.pattern->pattern() + " at the same time",
                                     std::to_string(count));
            continue;
        }
        const int least = std::min(*rule.count, rule.alternative_count.value_or(*rule.count));
        // Fewer items than the limit do not try it.
        if (count >= least) report.add_verified(rule.requirements);
        // Up to the smaller of the two limits, the count does not show which limit applies.
        if (rule.alternative_count && count > least) {
            report.add_observed(rule,
                                "at most " + std::to_string(*rule.count) + ", or " +
                                    std::to_string(*rule.alternative_count),
                                count);
        }
    }
}

}  // namespace plumbline::monitors
