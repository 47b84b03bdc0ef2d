// Checks how many records of a list are in a state at the same time.

#include "conformance/monitors/monitors.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

int count_matching(const Json& items, const ValueRule& rule) {
    const auto count = std::count_if(items.begin(), items.end(), [&](const Json& item) {
        const Json* value = find(item, rule.field);
        return value && value->is_string() &&
               rule.pattern->search(value->get_ref<const std::string&>());
    });
    return static_cast<int>(count);
}

}  // namespace

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
        if (count > 0) report.add_verified(rule.requirements);
        // Up to the smaller of the two limits, the count does not show which limit applies.
        if (rule.alternative_count && count > std::min(*rule.count, *rule.alternative_count)) {
            report.add_observed(rule,
                                "at most " + std::to_string(*rule.count) + ", or " +
                                    std::to_string(*rule.alternative_count),
                                count);
        }
    }
}

}  // namespace plumbline::monitors
