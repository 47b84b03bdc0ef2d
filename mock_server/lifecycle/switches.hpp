#pragma once
// What faults switch in a workspace's life.

#include "mock_server/lifecycle/machine.hpp"
#include "spec/base/clock.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace plumbline::mock {

/// All of it together. Machines, states, events and limits are named as fixtures name them.
struct Switches {
    std::set<std::string, std::less<>> disabled_effects;
    std::set<std::string, std::less<>> forced_effects;  ///< happen without their trigger
    std::set<std::string, std::less<>> frozen_machines;
    std::set<std::string, std::less<>> disabled_conditions;  ///< these always hold
    bool keeps_deleted = false;  ///< what is deleted stays, marked as such
    std::map<std::string, std::int64_t, std::less<>> limits;  ///< stay so whoever sets them
    std::map<std::string, Duration> timings;                  ///< as World::timings, before them
    std::map<std::string, std::vector<Effect>> on_enter;      ///< `machine/state` → more effects
    std::map<std::string, std::vector<Transition>>
        transitions;  ///< machine → more, before its own; also out of final states
    std::map<std::string, std::map<std::string, std::string>>
        fire_instead;  ///< machine → event → the one it takes it for, "" for none

    /// Adds all of another fault's.
    void add(const Switches& other);
};

}  // namespace plumbline::mock
