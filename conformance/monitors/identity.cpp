// Checks that ids are unique, and that deleted records stay deleted.

#include "conformance/monitors/monitors.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

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

/// Returns what contradicts the deletion in a response; "": nothing.
std::string deletion_mismatch(const RecordObservation& observation, const HistoryRule& rule) {
    if (observation.context.must_show(observation.record.not_found)) return "it is found again";
    const auto pattern = Regex::compile(rule.pattern);
    if (rule.field.empty()) return "it is shown";
    const Json* value = find(observation.value, std::string_view(rule.field));
    if (!value && observation.is_item) return "";
    const bool matches = pattern && value && value->is_string() &&
                         pattern->search(value->get_ref<const std::string&>());
    return matches ? "" : rule.field + " is " + (value ? to_short_text(*value) : "missing");
}

/// Returns whether a user's API may give an id that a record had: the client has sent it, or has
/// named the request as a repetition, or the record may be deleted.
bool may_be_used_again(const RecordObservation& observation, bool is_retired) {
    const ExchangeContext& context = observation.context;
    if (!context.rules.are_inferred()) return false;
    const JsonPointer id =
        JsonPointer::parse(context.call.operation.resource->id).value_or(JsonPointer());
    return is_retired || observation.record.deleted.exchange || sent_at(context, id) ||
           context.call.call.request.headers.has("Idempotency-Key");
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
        if (!observation.is_created || may_be_used_again(observation, retired.has_value()))
            continue;
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
        RecordHistory::reset(record, context.exchange, context.call.owner);
}

void check_deletion(const RecordObservation& observation, MonitorReport& report) {
    const TrackedRecord& record = observation.record;
    const ObservedValue<const HistoryRule*>& deleted = record.deleted;
    if (!deleted.value || !observation.context.must_show(deleted.exchange)) return;
    const HistoryRule& rule = *deleted.value;
    const std::string wrong = deletion_mismatch(observation, rule);
    // An item of a list may omit the field; then it shows nothing.
    const bool is_shown = find(observation.value, std::string_view(rule.field)) != nullptr;
    if (wrong.empty() && !is_shown) return;
    if (wrong.empty()) return report.add_verified(rule.requirements);
    const bool was_gone = observation.context.must_show(record.not_found);
    const std::string alternative =
        rule.field.empty() ? "" : ", or its " + rule.field + " to match " + rule.pattern;
    report.add_contradiction(
        {"history-deleted",
         rule.basis,
         rule.requirements,
         title(record) + (was_gone ? " not to be found again: it was deleted and not found"
                                   : " to be deleted" + alternative + ": it was deleted"),
         wrong,
         was_gone ? record.not_found.get() : deleted.exchange.get()});
}

}  // namespace plumbline::monitors
