// Checks that deleted records stay deleted.

#include "conformance/monitors/monitors.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {
namespace {

/// Returns what contradicts the deletion in a response; "": nothing.
std::string deletion_mismatch(const RecordObservation& observation, const HistoryRule& rule) {
    if (observation.context.must_show(observation.record.not_found)) return "it is found again";
    const auto pattern = Regex::compile(rule.pattern);
    const Json* value = find(observation.value, std::string_view(rule.field));
    if (!value && observation.is_item) return "";
    const bool matches = pattern && value && value->is_string() &&
                         pattern->search(value->get_ref<const std::string&>());
    return matches ? "" : rule.field + " is " + (value ? to_short_text(*value) : "missing");
}

}  // namespace

void check_deletion(const RecordObservation& observation, MonitorReport& report) {
    const TrackedRecord& record = observation.record;
    const ObservedValue<const HistoryRule*>& deleted = record.deleted;
    if (!deleted.value || !observation.context.must_show(deleted.exchange)) return;
    const HistoryRule& rule = *deleted.value;
    const std::string wrong = deletion_mismatch(observation, rule);
    // An item of a list may omit the field; then it shows nothing.
    const bool is_shown = find(observation.value, std::string_view(rule.field)) != nullptr;
    if (wrong.empty() && !is_shown) return;
    if (wrong.empty()) {
        report.add_verified(rule.requirements);
        return;
    }
    const bool was_gone = observation.context.must_show(record.not_found);
    report.add_contradiction(
        {"history-deleted",
         rule.basis,
         rule.requirements,
         title(record) + (was_gone ? " not to be found again: it was deleted and not found"
                                   : " to be deleted, or its " + rule.field + " to match " +
                                         rule.pattern + ": it was deleted"),
         wrong,
         was_gone ? record.not_found.get() : deleted.exchange.get()});
}

}  // namespace plumbline::monitors
