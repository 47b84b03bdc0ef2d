#pragma once
// The simulation of one workspace: its records, and the functions that change them: effects,
// machines, timers, slots, incidents, the clock.

#include "mock_server/lifecycle/definition/placeholders.hpp"
#include "mock_server/lifecycle/events/conditions.hpp"
#include "mock_server/lifecycle/events/effects.hpp"
#include "mock_server/lifecycle/events/incidents.hpp"
#include "mock_server/lifecycle/events/records.hpp"
#include "mock_server/lifecycle/events/transitions.hpp"
#include "mock_server/lifecycle/fault_overrides.hpp"
#include "mock_server/lifecycle/history/transition_log.hpp"
#include "mock_server/lifecycle/slots/slot_pools.hpp"
#include "mock_server/lifecycle/state_model.hpp"
#include "mock_server/lifecycle/timing/advance.hpp"
#include "mock_server/lifecycle/timing/timer_queue.hpp"
#include "mock_server/lifecycle/timing/world_clock.hpp"
#include "mock_server/store/store.hpp"
#include "mock_server/store/world.hpp"
#include "spec/base/ids.hpp"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace plumbline::mock {

/// Initial parameters of a simulation.
struct SimulationSetup {
    std::shared_ptr<const StateModel> model;
    std::shared_ptr<const World> world;
    std::vector<Identity> identities;
    FaultOverrides overrides;
    std::uint64_t seed = 0;
    ClockSetting clock;
};

/// An event to be handled by a record. `event` points into the state model or the caller's string.
struct QueuedEvent {
    std::string_view event;
    RecordNumber record = 0;
    bool even_if_final = false;
};

/// An incident still to be applied to a record.
struct PendingIncident {
    const Incident* incident = nullptr;
    std::size_t remaining = 0;
};

/// The state of one workspace. Only the functions of this module change it. Not thread-safe; the
/// workspace guards it.
struct Simulation {
    /// Makes the records of the world and replays its history. `host_clock` must outlive it.
    Simulation(SimulationSetup initial, const Clock& host_clock);

    [[nodiscard]] const World& world() const { return *setup.world; }
    [[nodiscard]] const StateModel& model() const { return *setup.model; }
    [[nodiscard]] Instant now() const { return clock.now(); }
    /// Returns the machine of a record, null if it has none.
    [[nodiscard]] const Machine* machine_of(const Record& record) const {
        return setup.model->machine_of(record.ref.collection);
    }
    /// Returns the value of an existing limit.
    [[nodiscard]] std::int64_t limit(std::string_view name) const {
        return limits.find(name)->second.value;
    }

    SimulationSetup setup;
    Store store;
    IdSource ids;
    InitialWorld initial_world;
    IssuedValues issued;
    WorldClock clock;
    Instant current_time;  ///< the value of {now}: the clock, or the due time of the firing timer
    TimerQueue timers;
    SlotPools slots;
    TransitionLog transition_log;
    std::map<std::string, MachineLimit, std::less<>> limits;
    std::deque<QueuedEvent> events;  ///< handled when the current effects have run
    bool is_processing = false;      ///< events are being handled
    std::map<RecordNumber, std::vector<PendingIncident>> incidents;
    std::vector<std::string> incident_targets;        ///< ids of records in the world's incidents
    std::unordered_set<RecordNumber> unseen_changes;  ///< records with changes not yet shown
};

/// Changes an existing limit, unless a fault fixes it, and assigns freed slots to waiting records.
/// Timers that are already scheduled are not changed.
void set_limit(Simulation& simulation, std::string_view name, std::int64_t value);

}  // namespace plumbline::mock
