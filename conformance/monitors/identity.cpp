// Checks that ids are unique.

#include "conformance/monitors/monitors.hpp"

namespace plumbline::monitors {
namespace {

void check_parent_id(const RecordObservation& observation,
                     const ValueRule& rule,
                     MonitorReport& report) {
    const TrackedRecord& record = observation.record;
    if (observation.parent_id.empty() || record.parent == observation.parent_id) return;
    report.add_contradiction(rule,
                             title(record) + " under " + record.parent + " only",
                             "the same id under " + observation.parent_id,
                             record.first_seen.get());
}

}  // namespace

void check_identity(const RecordObservation& observation, MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    TrackedRecord& record = observation.record;
    if (record.parent.empty()) record.parent = observation.parent_id;
    const auto retired = context.history.retired_at(context.address, *record.rules, record.id);
    const bool was_known = !observation.is_new && context.follows(record.first_seen);
    const bool had_it_before = was_known || (retired && *retired <= context.exchange->started);
    const bool has_others = context.history.all(context.address, *record.rules).size() > 1;
    for (const ValueRule& rule : record.rules->identities) {
        check_parent_id(observation, rule, report);
        if (!observation.is_created) continue;
        if (had_it_before) {
            report.add_contradiction(rule,
                                     "an id that no " + record.rules->name + " had before",
                                     "the id " + record.id + " again",
                                     was_known ? record.first_seen.get() : nullptr);
        } else if (has_others) {
            report.add_verified(rule.requirements);
        }
    }
    // What is known of the other record does not apply to this one.
    if (observation.is_created && was_known)
        RecordHistory::reset(record, context.exchange, context.owner);
}

}  // namespace plumbline::monitors
