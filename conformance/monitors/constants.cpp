// Checks values that never change.

#include "conformance/monitors/monitors.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {
namespace {

ObservedValue<SharedJson> observed_value(const Json& value, const ExchangeContext& context) {
    return {std::make_shared<const Json>(value), context.exchange};
}

}  // namespace

std::string title(const TrackedRecord& record) {
    return record.rules->name + ' ' + record.id;
}

const std::string* text_at(const Json& value, const JsonPointer& pointer) {
    const Json* found = find(value, pointer);
    return found && found->is_string() ? &found->get_ref<const std::string&>() : nullptr;
}

TrackedRecord* parent_of(const ExchangeContext& context, const TrackedRecord& record) {
    const ResourceRules* type = context.rules.find(record.rules->parent);
    return type ? context.history.find(context.address, *type, record.parent) : nullptr;
}

std::string title(const ValueRule& rule, const TrackedRecord& record) {
    return rule.pointer.to_text() + " of " + title(record);
}

void check_constant(const RecordObservation& observation,
                    const ValueRule& rule,
                    ConstantValue& constant,
                    MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    const Json* now = find(observation.value, rule.pointer);
    if (!now) return;
    ObservedValue<SharedJson>& first = constant.first;
    if (!first.exchange || first.value->is_null()) {
        if (!now->is_null()) first = observed_value(*now, context);
        return;
    }
    if (!context.follows(first.exchange)) return;
    if (shows_same(*first.value, *now, rule.record_field)) {
        // An unchanged value verifies nothing if no request tried to change it.
        const bool was_tried =
            constant.last_attempt == context.exchange || context.follows(constant.last_attempt);
        if (!rule.needs_attempt || was_tried) report.add_verified(rule.requirements);
        return;
    }
    report.add_contradiction(
        rule,
        title(rule, observation.record) + " to stay " + to_short_text(*first.value),
        to_short_text(*now),
        first.exchange.get());
    // Each change is reported once, not by every later response.
    constant = {observed_value(*now, context), nullptr};
}

void record_change_attempts(const ExchangeContext& context, TrackedRecord& record) {
    for (std::size_t i = 0; i < record.constants.size(); ++i) {
        const ValueRule& rule = record.rules->constants[i];
        ConstantValue& constant = record.constants[i];
        const Json* sent = rule.needs_attempt ? sent_at(context, rule.pointer) : nullptr;
        if (sent && context.follows(constant.first.exchange) &&
            !shows_same(*constant.first.value, *sent, rule.record_field))
            constant.last_attempt = context.exchange;
    }
}

}  // namespace plumbline::monitors
