#pragma once
// How faults change the simulation of a workspace.

#include "mock_server/lifecycle/definition/machine.hpp"
#include "spec/base/clock.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace plumbline::mock {

/// The overrides of all active faults. Machines, states, events and limits have the names used in
/// fixtures.
struct FaultOverrides {
    std::set<std::string, std::less<>> disabled_effects;
    std::set<std::string, std::less<>> forced_effects;  ///< effects that run without their trigger
    std::set<std::string, std::less<>> frozen_machines;
    std::set<std::string, std::less<>> disabled_conditions;  ///< conditions that are always met
    bool retains_deleted = false;  ///< deleted records stay in the store, marked as deleted
    /// Limits that are fixed for the simulation.
    std::map<std::string, std::int64_t, std::less<>> limits;
    std::map<std::string, Duration> timings;  ///< as World::timings; take precedence over them
    std::map<std::string, std::vector<Effect>> on_enter;  ///< `machine/state` → additional effects
    std::map<std::string, std::vector<Transition>>
        transitions;  ///< machine → transitions tried first; may leave final states
    std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>>
        event_replacements;  ///< machine → event → its replacement, empty if there is none

    /// Adds the overrides of another fault.
    void merge(const FaultOverrides& other);
};

}  // namespace plumbline::mock
