#include "mock_server/lifecycle/fault_overrides.hpp"

namespace plumbline::mock {
namespace {

template <typename Map>
void append_lists(Map& all, const Map& more) {
    for (const auto& [name, list] : more)
        all[name].insert(all[name].end(), list.begin(), list.end());
}

}  // namespace

void FaultOverrides::merge(const FaultOverrides& other) {
    disabled_effects.insert(other.disabled_effects.begin(), other.disabled_effects.end());
    forced_effects.insert(other.forced_effects.begin(), other.forced_effects.end());
    frozen_machines.insert(other.frozen_machines.begin(), other.frozen_machines.end());
    disabled_conditions.insert(other.disabled_conditions.begin(), other.disabled_conditions.end());
    retains_deleted = retains_deleted || other.retains_deleted;
    limits.insert(other.limits.begin(), other.limits.end());
    timings.insert(other.timings.begin(), other.timings.end());
    append_lists(on_enter, other.on_enter);
    append_lists(transitions, other.transitions);
    for (const auto& [machine, events] : other.event_replacements)
        event_replacements[machine].insert(events.begin(), events.end());
}

}  // namespace plumbline::mock
