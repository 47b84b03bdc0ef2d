// Checks values that only increase, and states that are final.

#include "conformance/monitors/monitors.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::monitors {
namespace {

/// Confirms a value that is so old that every read must show it or a greater one.
void confirm_pending(MonotonicValue<NumberOrTime>& growth, const ExchangeContext& context) {
    if (!context.must_show(growth.pending.exchange)) return;
    const bool is_greater =
        !growth.confirmed.exchange || !is_less(growth.pending.value, growth.confirmed.value);
    if (is_greater) growth.confirmed = growth.pending;
    growth.pending = {};
}

/// Null is no value yet, so it must not follow one. Zero is none.
bool is_lost(const Json* value, const MonotonicValue<NumberOrTime>& growth) {
    const NumberOrTime& last = growth.confirmed.value;
    const bool is_none = last.time.empty() && last.number == 0;
    return value && value->is_null() && growth.confirmed.exchange && !is_none;
}

}  // namespace

void check_monotonic_value(const RecordObservation& observation,
                           const ValueRule& rule,
                           MonotonicValue<NumberOrTime>& growth,
                           MonitorReport& report) {
    const Json* value = find(observation.value, rule.pointer);
    const auto now = number_or_time(value);
    const std::string name = title(rule, observation.record);
    if (!now) {
        confirm_pending(growth, observation.context);
        if (!is_lost(value, growth) || !observation.context.must_show(growth.confirmed.exchange))
            return;
        report.add_contradiction(
            rule,
            name + " to keep a value, as it was " + text_of(growth.confirmed.value),
            "null",
            growth.confirmed.exchange.get());
        growth = {};  // what is lost is reported once
        return;
    }
    const auto least =
        rule.field.empty() ? std::nullopt : number_or_time(find(observation.value, rule.field));
    if (least && is_less(*now, *least)) {
        report.add_contradiction(
            rule,
            name + " to be no less than " + rule.field.to_text() + ", " + text_of(*least),
            text_of(*now));
    } else if (least) {
        report.add_verified(rule.requirements);
    }
    confirm_pending(growth, observation.context);
    if (observation.context.must_show(growth.confirmed.exchange)) {
        if (is_less(*now, growth.confirmed.value)) {
            report.add_contradiction(
                rule,
                name + " never to decrease below " + text_of(growth.confirmed.value),
                text_of(*now),
                growth.confirmed.exchange.get());
            return;
        }
        report.add_verified(rule.requirements);
    }
    if (!growth.pending.exchange) growth.pending = {*now, observation.context.exchange};
}

void check_final_state(const RecordObservation& observation,
                       const ValueRule& rule,
                       ObservedValue<std::string>& since,
                       MonitorReport& report) {
    const std::string* text = text_at(observation.value, rule.pointer);
    if (!text || !rule.pattern) return;
    const bool is_final = rule.pattern->search(*text);
    if (!since.exchange) {
        if (is_final) since = {*text, observation.context.exchange};
        return;
    }
    if (!observation.context.must_show(since.exchange)) return;
    if (is_final) return report.add_verified(rule.requirements);
    report.add_contradiction(
        rule,
        title(rule, observation.record) + " to keep its final value: " + since.value,
        *text,
        since.exchange.get());
}

}  // namespace plumbline::monitors
