// Checks that no record is older than its parent.

#include "conformance/monitors/monitors.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {

void check_parent_times(const RecordObservation& observation, MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    const ResourceRules* type = context.rules.find(observation.record.rules->parent);
    const TrackedRecord* parent =
        type ? context.history.find(context.address, *type, observation.record.parent) : nullptr;
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
