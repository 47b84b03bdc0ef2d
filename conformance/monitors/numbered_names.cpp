// Checks objects whose member names are numbered 0, 1, 2, ... without a gap and up to a limit.

#include "conformance/monitors/monitors.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <set>

namespace plumbline::monitors {
namespace {

/// Returns the number in a name; none if the name does not match, or writes the number in another
/// form (`retry_01`).
std::optional<std::size_t> number_of(const Regex& pattern, const std::string& name) {
    const auto digits = pattern.first_group(name);
    std::size_t number = 0;
    if (!digits) return std::nullopt;
    const char* end = digits->data() + digits->size();
    const auto [read_to, problem] = std::from_chars(digits->data(), end, number);
    const bool is_plain = problem == std::errc() && read_to == end && !digits->empty() &&
                          std::to_string(number) == *digits;
    return is_plain ? std::optional(number) : std::nullopt;
}

/// Returns what is wrong with the names; "": nothing.
std::string name_mismatch(const Json& object, const Regex& pattern) {
    std::set<std::size_t> numbers;
    for (const auto& [name, value] : object.items()) {
        const auto number = number_of(pattern, name);
        if (!number) return '"' + name + '"';
        numbers.insert(*number);
    }
    std::size_t next = 0;
    for (const std::size_t number : numbers) {
        if (number != next)
            return "number " + std::to_string(number) + " without number " + std::to_string(next);
        ++next;
    }
    return "";
}

void check_names(const RecordObservation& observation,
                 const ValueRule& rule,
                 const Json& object,
                 MonitorReport& report) {
    const std::string mismatch = name_mismatch(object, *rule.pattern);
    if (mismatch.empty()) return report.add_verified(rule.requirements);
    report.add_contradiction(rule,
                             title(rule, observation.record) + " to have names that match " +
                                 rule.pattern->pattern() + ", numbered from 0 without a gap",
                             mismatch);
}

void check_count(const RecordObservation& observation,
                 const ValueRule& rule,
                 const Json& object,
                 MonitorReport& report) {
    const TargetLimits& limits = observation.context.limits;
    const auto own = rule.limit_name.empty() ? limits.end() : limits.find(rule.limit_name);
    const int most = (own == limits.end() ? *rule.count : own->second) + rule.tolerance;
    if (object.size() <= static_cast<std::size_t>(most))
        return report.add_verified(rule.requirements);
    report.add_contradiction(
        rule,
        title(rule, observation.record) + " to have at most " + std::to_string(most),
        std::to_string(object.size()));
}

}  // namespace

void check_numbered_names(const RecordObservation& observation, MonitorReport& report) {
    for (const ValueRule& rule : observation.record.rules->numbered) {
        const Json* object = find(observation.value, rule.pointer);
        if (!object || !object->is_object() || object->empty() || !rule.pattern) continue;
        (rule.count ? check_count : check_names)(observation, rule, *object, report);
    }
}

}  // namespace plumbline::monitors
