// How many records of a list are in a state at once.

#include "conformance/monitors/sighting.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

int count_fitting(const Json& items, const Statement& one) {
    const auto count = std::count_if(items.begin(), items.end(), [&](const Json& item) {
        const Json* value = find(item, one.field);
        return value && value->is_string() &&
               one.pattern->search(value->get_ref<const std::string&>());
    });
    return static_cast<int>(count);
}

}  // namespace

void watch_numbers_at_once(const Listing& listing, Report& report) {
    for (const Statement& one : listing.type.at_once) {
        if (!one.pattern || !one.count) continue;
        const int count = count_fitting(listing.items, one);
        const int most = std::max(*one.count, one.also.value_or(0));
        if (count > most) {
            report.broke(one,
                         "no more than " + std::to_string(most) + " items whose " +
                             one.field.to_text() + " fits " + one.pattern->pattern() + " at once",
                         std::to_string(count));
            continue;
        }
        if (count > 0) report.held(one.requirements);
        // Up to the smaller of two numbers nobody can tell which of them holds.
        if (one.also && count > std::min(*one.count, *one.also)) {
            report.observed(
                one,
                "at most " + std::to_string(*one.count) + ", or " + std::to_string(*one.also),
                count);
        }
    }
}

}  // namespace plumbline::monitors
