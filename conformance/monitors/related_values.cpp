// Checks values against others: of the same response, or of the parent.

#include "conformance/monitors/monitors.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {

void check_equal_fields(const RecordObservation& observation, MonitorReport& report) {
    for (const ValueRule& rule : observation.record.rules->equal) {
        const Json* value = find(observation.value, rule.pointer);
        const Json* other = find(observation.value, rule.field);
        // The schema defines whether either field may be omitted.
        if (!value || !other || value->is_null() || other->is_null()) continue;
        if (shows_same(*other, *value, rule.record_field)) {
            report.add_verified(rule.requirements);
            continue;
        }
        report.add_contradiction(rule,
                                 title(rule, observation.record) + " to equal " +
                                     rule.field.to_text() + ": " + to_short_text(*other),
                                 to_short_text(*value));
    }
}

void check_parent_times(const RecordObservation& observation, MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    const TrackedRecord* parent = parent_of(context, observation.record);
    if (!parent) return;
    for (const ValueRule& rule : observation.record.rules->since_parent) {
        const ObservedValue<SharedJson>& known = parent->referenced_values[rule.reference_index];
        if (!context.follows(known.exchange)) continue;
        const auto since = number_or_time(known.value.get());
        const auto now = number_or_time(find(observation.value, rule.pointer));
        if (!since || !now) continue;
        if (!is_less(*now, *since)) {
            report.add_verified(rule.requirements);
            continue;
        }
        report.add_contradiction(rule,
                                 title(rule, observation.record) + " not before " +
                                     rule.field.to_text() + " of " + title(*parent) + ", " +
                                     text_of(*since),
                                 text_of(*now),
                                 known.exchange.get());
    }
}

}  // namespace plumbline::monitors
