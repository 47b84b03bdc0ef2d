// Checks positions in a stream of data: they move on with what has been read.

#include "conformance/monitors/monitors.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::monitors {
namespace {

/// A record is read often; a position that comes back is mostly the first or a recent one.
constexpr std::size_t kMaxPositions = 16;

void store(std::vector<ReachedPosition>& reached, ReachedPosition one) {
    if (reached.size() >= kMaxPositions) reached.erase(reached.begin() + 1);
    reached.push_back(std::move(one));
}

/// Returns what an earlier position shows to be wrong, "" if nothing: a number or time that is less
/// although no less has been read, or a position that was already that of less.
std::string mismatch(const ReachedPosition& earlier,
                     const NumberOrTime& reached,
                     const Json& position) {
    if (is_less(reached, earlier.reached)) return "";
    const auto before = number_or_time(earlier.position.get());
    const auto now = number_or_time(&position);
    if (before && now && is_less(*now, *before)) return "moves back";
    const bool is_again = is_less(earlier.reached, reached) && *earlier.position == position;
    return is_again ? "is still that of " + text_of(earlier.reached) : "";
}

}  // namespace

void check_position(const RecordObservation& observation,
                    const ValueRule& rule,
                    std::vector<ReachedPosition>& reached,
                    MonitorReport& report) {
    const ExchangeContext& context = observation.context;
    const auto now = number_or_time(find(observation.value, rule.field));
    const Json* position = find(observation.value, rule.pointer);
    const bool is_shown = position && !position->is_null();
    if (!now) return;
    for (const ReachedPosition& earlier : reached) {
        if (!context.must_show(earlier.exchange)) continue;
        const std::string why = is_shown ? mismatch(earlier, *now, *position) : "is missing";
        if (why.empty()) {
            if (is_less(earlier.reached, *now)) report.add_verified(rule.requirements);
            continue;
        }
        report.add_contradiction(rule,
                                 title(rule, observation.record) + " to move on from " +
                                     to_short_text(*earlier.position) + " with " +
                                     rule.field.to_text() + ", now " + text_of(*now),
                                 is_shown ? to_short_text(*position) + ", which " + why : "nothing",
                                 earlier.exchange.get());
        reached.clear();  // what is wrong is reported once
        break;
    }
    if (is_shown && context.is_storable)
        store(reached, {*now, std::make_shared<const Json>(*position), context.exchange});
}

}  // namespace plumbline::monitors
