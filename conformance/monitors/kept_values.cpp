// Checks that a patch keeps what it omits.

#include "conformance/monitors/monitors.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

/// A value that differs from the response of the write before the patch.
struct ChangedValue {
    std::string pointer;
    const Json* before = nullptr;
    const Json* now = nullptr;  ///< null: missing
};

/// Returns whether another rule requires that the value never changes.
bool is_immutable(const ResourceRules& type, const std::string& pointer) {
    return std::any_of(type.constants.begin(), type.constants.end(), [&](const ValueRule& one) {
        return one.pointer.to_text() == pointer;
    });
}

/// Returns whether a patch has a value for a location. In a merge patch of a user's API, null
/// removes the value (RFC 7396); in ours, it is a value that is not given.
bool is_sent(const RecordObservation& observation, const JsonPointer& at) {
    const ExchangeContext& context = observation.context;
    if (!context.rules.are_inferred()) return sent_at(context, at) != nullptr;
    return context.call.body && find(*context.call.body, at);
}

std::optional<ChangedValue> changed_value(const RecordObservation& observation,
                                          const RecordField& field) {
    const JsonPointer at = JsonPointer::parse(field.pointer).value_or(JsonPointer());
    const bool is_kept = field.is_writable && !is_sent(observation, at) &&
                         !is_immutable(*observation.record.rules, field.pointer);
    const Json* before = find(*observation.record.last_write.response, at);
    // The server may set what has no value.
    if (!is_kept || !before || before->is_null()) return std::nullopt;
    const Json* now = find(observation.value, at);
    if (now && shows_same(*before, *now, field)) return std::nullopt;
    return ChangedValue{field.pointer, before, now};
}

/// Returns the first change of the field, or if it has members, of one of these.
std::optional<ChangedValue> first_change(const RecordObservation& observation,
                                         const RecordField& field) {
    const bool has_members = std::any_of(field.members.begin(),
                                         field.members.end(),
                                         [](const RecordField& one) { return one.name != "*"; });
    if (!has_members) return changed_value(observation, field);
    for (const RecordField& one : field.members) {
        if (auto change = changed_value(observation, one)) return change;
    }
    return std::nullopt;
}

const RecordField* field_at(const ResourceRules& type, const std::string& pointer) {
    const RecordField* field = &type.fields;
    const JsonPointer at = JsonPointer::parse(pointer).value_or(JsonPointer());
    for (const std::string& token : at.tokens()) field = field ? field->find(token) : nullptr;
    return field;
}

}  // namespace

void check_kept_values(const RecordObservation& observation, MonitorReport& report) {
    if (!observation.is_patched || !is_settled(observation)) return;
    // A patch of another form, such as a JSON Patch, does not show what it omits.
    const Json* body = observation.context.call.body;
    if (body && !body->is_null() && !body->is_object()) return;
    for (const HistoryRule& rule : observation.context.call.operation.history) {
        if (rule.kind != HistoryRuleKind::kKeeps) continue;
        const RecordField* field = field_at(*observation.record.rules, rule.field);
        if (!field) continue;
        const auto change = first_change(observation, *field);
        if (!change) {
            report.add_verified(rule.requirements);
            continue;
        }
        report.add_contradiction({"history-keeps",
                                  rule.basis,
                                  rule.requirements,
                                  change->pointer + " of " + title(observation.record) +
                                      ", which the patch omits, to stay " +
                                      to_short_text(*change->before),
                                  change->now ? to_short_text(*change->now) : "nothing",
                                  observation.record.last_write.exchange.get()});
    }
}

}  // namespace plumbline::monitors
