// Checks lists and objects that only grow: their members stay.

#include "conformance/monitors/monitors.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {
namespace {

/// Returns whether `now` contains everything that `before` contained. The order of a list is not
/// defined.
bool contains_all(const Json& before, const Json& now, const RecordField& form) {
    if (before.empty()) return true;
    if (!before.is_array() || !now.is_array()) return shows_same(before, now, form);
    if (now.size() < before.size()) return false;
    const RecordField* item = form.find("*");
    const auto is_same = [&](const Json& a, const Json& b) {
        return item ? shows_same(a, b, *item) : shows_same(a, b);
    };
    // Lists are long and mostly continue unchanged, so only the rest is searched.
    const auto [first, other] = std::mismatch(before.begin(), before.end(), now.begin(), is_same);
    return std::all_of(first, before.end(), [&, from = other](const Json& a) {
        return std::any_of(from, now.end(), [&](const Json& b) { return is_same(a, b); });
    });
}

/// Confirms a value that is so old that every read must show it.
void confirm_pending(MonotonicValue<SharedJson>& members,
                     const ExchangeContext& context,
                     const RecordField& form) {
    if (!context.must_show(members.pending.exchange)) return;
    const bool has_more = !members.confirmed.exchange ||
                          contains_all(*members.confirmed.value, *members.pending.value, form);
    if (has_more) members.confirmed = members.pending;
    members.pending = {};
}

}  // namespace

void check_monotonic_list(const RecordObservation& observation,
                          const ValueRule& rule,
                          MonotonicValue<SharedJson>& members,
                          MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    const Json* now = find(observation.value, rule.pointer);
    confirm_pending(members, context, rule.record_field);
    // Null may replace an empty value, but nothing else may.
    if (!now || !(now->is_structured() || (now->is_null() && members.confirmed.exchange))) return;
    const auto store = [&](ObservedValue<SharedJson>& fact) {
        if (context.is_storable) fact = {std::make_shared<const Json>(*now), context.exchange};
    };
    if (context.must_show(members.confirmed.exchange) && !members.confirmed.value->empty()) {
        if (!contains_all(*members.confirmed.value, *now, rule.record_field)) {
            report.add_contradiction(rule,
                                     title(rule, observation.record) + " to keep its members: " +
                                         to_short_text(*members.confirmed.value),
                                     to_short_text(*now),
                                     members.confirmed.exchange.get());
            return store(members.confirmed);  // what is missing now is reported once
        }
        report.add_verified(rule.requirements);
        if (*now == *members.confirmed.value) return;
    }
    if (!members.pending.exchange) store(members.pending);
}

}  // namespace plumbline::monitors
