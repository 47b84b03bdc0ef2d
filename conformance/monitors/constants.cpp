// Checks values that never change.

#include "conformance/monitors/monitors.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {
namespace {

ObservedValue<SharedJson> observed_value(const Json& value, const ExchangeContext& context) {
    return {std::make_shared<const Json>(value), context.exchange};
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

}  // namespace

std::string title(const TrackedRecord& record) {
    return record.rules->name + ' ' + record.id;
}

std::string title(const ValueRule& rule, const TrackedRecord& record) {
    return rule.pointer.to_text() + " of " + title(record);
}

void record_change_attempts(const ExchangeContext& context, TrackedRecord& record) {
    for_each_rule(record.rules->constants,
                  record.constants,
                  [&](const ValueRule& rule, ConstantValue& constant) {
                      const Json* sent =
                          rule.needs_attempt ? sent_at(context, rule.pointer) : nullptr;
                      const ObservedValue<SharedJson>& first = constant.first;
                      if (sent && context.follows(first.exchange) &&
                          !shows_same(*first.value, *sent, rule.record_field))
                          constant.last_attempt = context.exchange;
                  });
}

void check_constants(const RecordObservation& observation, MonitorReport& report) {
    for_each_rule(observation.record.rules->constants,
                  observation.record.constants,
                  [&](const ValueRule& rule, ConstantValue& constant) {
                      check_constant(observation, rule, constant, report);
                  });
}

}  // namespace plumbline::monitors
