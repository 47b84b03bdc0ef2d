// Checks that fields that clients omit have their default values.

#include "conformance/monitors/monitors.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline::monitors {
namespace {

std::optional<double> number_at(const Json& value, const JsonPointer& pointer) {
    const Json* found = find(value, pointer);
    return found && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

/// Returns the rule by which a patch overwrites the object around the field, null if there is none.
const ValueRule* replacing_rule(const RecordObservation& observation, const ValueRule& rule) {
    for (const ValueRule& one : observation.record.rules->replaced) {
        if (rule.pointer.to_text().starts_with(one.pointer.to_text() + '/')) return &one;
    }
    return nullptr;
}

void check_default(const RecordObservation& observation,
                   const ValueRule& rule,
                   const OmittedNumber& omitted,
                   MonitorReport& report) {
    const auto shown = number_at(observation.value, rule.pointer);
    const auto expected =
        omitted.is_omitted && shown ? expected_default(observation, rule) : std::nullopt;
    if (!expected) return;
    if (is_nearly(*shown, *expected)) {
        report.add_verified(rule.requirements);
        return;
    }
    // The server kept the previous value, which is not a default, whether right or wrong. Where a
    // patch overwrites the whole, it must not keep it.
    const bool is_previous = omitted.previous && is_nearly(*shown, *omitted.previous);
    const ValueRule* broken = is_previous ? replacing_rule(observation, rule) : &rule;
    if (!broken) return;
    report.add_contradiction(*broken,
                             title(rule, observation.record) + ", omitted, to default to " +
                                 to_short_text(Json(rule.factor)) + " times " +
                                 rule.field.to_text() + ": " + to_short_text(Json(*expected)),
                             to_short_text(Json(*shown)),
                             observation.record.last_write.exchange.get());
}

/// Returns the value before a write if the server may have kept it: it was sent, or kept before, or
/// it was the correct default at that time. A wrong default that stays the same does not count.
std::optional<double> retained_value(const RecordObservation& observation,
                                     const ValueRule& rule,
                                     const OmittedNumber& omitted) {
    const SharedJson& response = observation.record.last_write.response;
    const auto before = response ? number_at(*response, rule.pointer) : std::nullopt;
    if (!before) return std::nullopt;
    const auto base = number_at(*response, rule.field);
    const bool was_kept = omitted.previous && is_nearly(*before, *omitted.previous);
    const bool was_right = base && is_nearly(*before, *base * rule.factor);
    return omitted.was_sent || was_kept || was_right ? before : std::nullopt;
}

/// Records whether a write leaves the field to the server: the request contains the enclosing
/// object but not the field.
void record_omission(const RecordObservation& observation,
                     const ValueRule& rule,
                     OmittedNumber& omitted) {
    std::vector<std::string> owner = rule.pointer.tokens();
    owner.pop_back();
    if (!sent_at(observation.context, JsonPointer(std::move(owner)))) return;
    const bool is_sent = sent_at(observation.context, rule.pointer) != nullptr;
    omitted = {!is_sent && expected_default(observation, rule).has_value(),
               is_sent,
               retained_value(observation, rule, omitted)};
}

}  // namespace

bool is_nearly(double a, double b) {
    constexpr double kExact = 1e-9;
    return std::abs(a - b) <= kExact * std::max(1.0, std::abs(b));
}

std::optional<double> expected_default(const RecordObservation& observation,
                                       const ValueRule& rule) {
    const auto base = number_at(observation.value, rule.field);
    const Json* sent = sent_at(observation.context, rule.field);
    if (!base || (sent && *sent != *base)) return std::nullopt;
    const double expected = *base * rule.factor;
    const double scale = rule.decimals ? std::pow(10.0, *rule.decimals) : 1.0;
    const bool is_rounded =
        !rule.decimals || is_nearly(std::round(expected * scale), expected * scale);
    return is_rounded ? std::optional(expected) : std::nullopt;
}

void check_defaults(const RecordObservation& observation, MonitorReport& report) {
    const bool writes = observation.is_created || observation.is_patched;
    if (!writes && !is_settled(observation)) return;
    TrackedRecord& record = observation.record;
    for (std::size_t i = 0; i < record.omitted.size(); ++i) {
        const ValueRule& rule = record.rules->defaults[i];
        if (writes) record_omission(observation, rule, record.omitted[i]);
        check_default(observation, rule, record.omitted[i], report);
    }
}

}  // namespace plumbline::monitors
