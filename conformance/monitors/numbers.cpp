// Objects whose names are numbered: 0, 1, 2, ... without a gap, and not too many.

#include "conformance/monitors/sighting.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <set>

namespace plumbline::monitors {
namespace {

/// Returns the number in a name; none if the name does not fit, or writes it another way
/// (`retry_01`).
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

/// Returns what is wrong with the names, "" if nothing is.
std::string misfit_in(const Json& object, const Regex& pattern) {
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

void judge_names(const Sighting& sighting,
                 const Statement& one,
                 const Json& object,
                 Report& report) {
    const std::string misfit = misfit_in(object, *one.pattern);
    if (misfit.empty()) return report.held(one.requirements);
    report.broke(one,
                 title(one, sighting.record) + " to have names that fit " + one.pattern->pattern() +
                     ", numbered from 0 without a gap",
                 misfit);
}

void judge_count(const Sighting& sighting,
                 const Statement& one,
                 const Json& object,
                 Report& report) {
    const Limits& limits = sighting.look.limits;
    const auto own = one.limit.empty() ? limits.end() : limits.find(one.limit);
    const int most = (own == limits.end() ? *one.count : own->second) + one.spare;
    if (object.size() <= static_cast<std::size_t>(most)) return report.held(one.requirements);
    report.broke(one,
                 title(one, sighting.record) + " to have no more than " + std::to_string(most),
                 std::to_string(object.size()));
}

}  // namespace

void watch_numbers(const Sighting& sighting, Report& report) {
    for (const Statement& one : sighting.record.type->numbered) {
        const Json* object = find(sighting.value, one.pointer);
        if (!object || !object->is_object() || object->empty() || !one.pattern) continue;
        (one.count ? judge_count : judge_names)(sighting, one, *object, report);
    }
}

}  // namespace plumbline::monitors
