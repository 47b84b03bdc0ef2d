#pragma once
// The simulation of one workspace: its records, and the functions that change them (effects,
// machines, timers, slots, incidents, the clock).

#include "mock_server/lifecycle/definition/effect.hpp"
#include "mock_server/lifecycle/definition/placeholders.hpp"
#include "mock_server/lifecycle/fault_overrides.hpp"
#include "mock_server/lifecycle/history/transition_log.hpp"
#include "mock_server/lifecycle/slots/slot_pools.hpp"
#include "mock_server/lifecycle/state_model.hpp"
#include "mock_server/lifecycle/timing/timer_queue.hpp"
#include "mock_server/lifecycle/timing/world_clock.hpp"
#include "mock_server/store/store.hpp"
#include "mock_server/store/world.hpp"
#include "spec/base/clock.hpp"
#include "spec/base/ids.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <cstdint>
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
    std::map<std::string, std::int64_t, std::less<>> last_ids;  ///< of collections with numbers
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

/// Changes an existing limit, unless a fault sets it for good, and assigns freed slots to waiting
/// records. Timers that are already scheduled are not changed.
void set_limit(Simulation& simulation, std::string_view name, std::int64_t value);

// Conditions and effects:

/// Returns whether a record meets all conditions. `payload` is the event's payload, null if there
/// is no event.
[[nodiscard]] bool holds(const Simulation& simulation,
                         const std::vector<RecordCondition>& conditions,
                         const Record& self,
                         const Json* payload = nullptr);

/// Returns the records that a condition or effect of `self` refers to.
[[nodiscard]] std::vector<const Record*> related_records(const Simulation& simulation,
                                                         RecordRelation on,
                                                         const Record& self);

/// Runs effects on a record that a request, an event or a transition has created or changed, and
/// everything that follows from them.
void run_effects(Simulation& simulation,
                 const std::vector<Effect>& effects,
                 RecordNumber self,
                 const EffectContext& context);

/// Runs effects, but leaves the events they send in the queue. An effect may remove the record.
void apply_effects(Simulation& simulation,
                   const std::vector<Effect>& effects,
                   RecordNumber self,
                   const EffectContext& context = {});

/// Dispatches an event that no request causes, e.g. a push to a repository: runs its effects on
/// every record that meets its conditions, and returns those records.
std::vector<RecordRef> dispatch_event(Simulation& simulation,
                                      const ExternalEvent& event,
                                      const Json& payload);

// Records:

/// A record to create.
struct NewRecord {
    std::string collection;
    RecordNumber owner = 0;  ///< the parent, 0 if there is none
    std::string tenant;
    SharedJson body;
    std::string id;  ///< generated if empty
};

/// Creates a record: runs the effects of its collection, enters the machine's initial state, and
/// handles what follows.
RecordNumber create_record(Simulation& simulation, NewRecord record);
/// Does the same, but leaves the events that are sent in the queue.
RecordNumber add_record(Simulation& simulation, NewRecord record);
/// Removes a record, all its descendants, and everything that is scheduled for them.
void remove_record(Simulation& simulation, const Record& self);

// State changes: events, timers, incidents:

/// The event that removes a record without a machine.
inline constexpr std::string_view kDeleteEvent = "delete";
/// The alarm name of a pending incident's timer.
inline constexpr std::string_view kIncidentAlarm = "(incident)";

/// Sends an event to a record's machine, and handles what follows. A record without a machine is
/// removed immediately by kDeleteEvent. `even_if_final`: wildcard transitions (from `*`) also apply
/// to final states.
void send_event(Simulation& simulation,
                std::string_view event,
                RecordNumber self,
                bool even_if_final = false);

/// Handles queued events, then grants slots, until nothing is left to do. Everything in progress is
/// finished first: an event is handled after the effects that sent it, and slots are granted when
/// no event is left. So an effect reads only
/// records whose earlier effects have all run.
void process_pending(Simulation& simulation);

/// Performs the action of a due timer on its record.
void handle_timer(Simulation& simulation, const Timer& timer);

/// Makes a record enter a state: runs effects and sets timers.
void enter_state(Simulation& simulation,
                 const Record& self,
                 std::string_view name,
                 std::string_view cause);

/// Injects an incident into a record, at most `times` times: now, if the record is in one of the
/// incident's states, and each time it enters one. Errors: kUnsupported for a record in a
/// final state.
Result<void> inject_incident(Simulation& simulation,
                             const Incident& incident,
                             RecordNumber self,
                             std::size_t times);
/// Injects the incidents that the world lists for a new record.
void inject_scripted_incidents(Simulation& simulation, RecordNumber created);
/// Applies the next incident that is pending for the record's state.
void run_incident(Simulation& simulation, const Record& self);
/// Sets the timer of the next incident that is pending for a state that a record has entered.
void schedule_incident(Simulation& simulation, const Record& self, const MachineState& state);

// Time:

/// Fires all timers that are due until `until`, in order; returns how many.
std::size_t fire_timers_until(Simulation& simulation, Instant until);
/// Fires the timers that are due now. Every request calls it first when it has locked the
/// workspace.
void fire_due_timers(Simulation& simulation);
/// Advances the clock and fires the timers that become due. Returns how many fired.
std::size_t advance_clock(Simulation& simulation, Duration time);
/// Advances virtual time for a writing request, so that no two writes have the same time.
void tick(Simulation& simulation);
/// Advances virtual time for a polling request: to the timer of `polled`, or to the next timer of
/// any record if it has none. Time does not advance if the record has changed since it was last
/// returned, so that the client sees that change first.
void auto_advance_for(Simulation& simulation, RecordNumber polled);
/// Advances virtual time for a page of a list: to the next timer of any record, unless a record on
/// the page has changed. An empty page does not advance time.
void auto_advance_for_list(Simulation& simulation,
                           const std::string& collection,
                           const RecordQuery& page);
/// Marks a record as changed by a request, so that the next polling request returns the change
/// before time advances.
void mark_changed(Simulation& simulation, RecordNumber record);

}  // namespace plumbline::mock
