// Checks pairs of fields that have the same value in one response.

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

}  // namespace plumbline::monitors
