// Checks that lists show a record as reads do, and reads as lists do.

#include "conformance/monitors/monitors.hpp"

namespace plumbline::monitors {
namespace {

/// Returns whether the type has rules by which two responses about a record can be compared.
bool has_comparable_values(const ResourceRules& type) {
    return !type.constants.empty() || !type.final_states.empty() || !type.monotonic.empty();
}

}  // namespace

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
