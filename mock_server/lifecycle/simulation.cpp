#include "mock_server/lifecycle/simulation.hpp"

#include "spec/base/check.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

/// Initial records of a world have a state, but no timers.
void attach_initial_records(Simulation& simulation) {
    for (const auto& [name, collection] : simulation.model().collections) {
        if (!collection.machine) continue;
        for (const Record* record : simulation.store.all(name)) {
            const Json* value = find(*record->body, collection.machine->field);
            const MachineState* state =
                collection.machine->find_state(value ? as_string(*value).value_or("") : "");
            if (!state) continue;
            simulation.slots.count_change(*record, *collection.machine, state->name);
            simulation.store.set_state(*record, state->name);
        }
    }
}

/// Returns the record of the history with that id, 0 if there is none.
RecordNumber past_record(const Simulation& simulation,
                         const std::string& collection,
                         const std::string& id) {
    const Json filled = fill_named_ids(Json(id), simulation.setup.seed);
    const Record* record = simulation.store.find(collection, as_string(filled).value_or(""));
    return record ? record->number : 0;
}

/// Creates a record of the history, or sends it an event.
void replay_one(Simulation& simulation, const PastRecord& one) {
    const std::uint64_t seed = simulation.setup.seed;
    if (!one.event.empty()) {
        const RecordNumber record = past_record(simulation, one.collection, one.id);
        if (record != 0) send_event(simulation, one.event, record);
        return;
    }
    const std::string& owners = simulation.model().collection(one.collection).parent;
    const Json id = fill_named_ids(Json(one.id), seed);
    (void)create_record(simulation,
                        {one.collection,
                         one.parent.empty() ? 0 : past_record(simulation, owners, one.parent),
                         std::string(tenant_id(simulation.setup.identities, one.tenant)),
                         std::make_shared<const Json>(fill_named_ids(*one.body, seed)),
                         as_string(id).value_or("")});
}

/// Replays the history of the world, as if clients had created each record at its time. Nothing of
/// it is logged.
void replay_history(Simulation& simulation) {
    const World& world = simulation.world();
    if (world.history.empty()) return;
    const std::uint64_t seed = simulation.setup.seed;
    constexpr std::uint64_t kOfThePast = 0x5DEECE66DU;
    simulation.ids = IdSource(seed ^ kOfThePast);
    const Instant start = simulation.clock.now();
    for (const PastRecord& one : world.history) {
        (void)fire_timers_until(simulation, start - one.ago);
        replay_one(simulation, one);
    }
    (void)fire_timers_until(simulation, start);
    simulation.ids = IdSource(seed);
    simulation.transition_log = {};
    simulation.unseen_changes.clear();
}

bool can_auto_advance(const Simulation& simulation) {
    return simulation.clock.can_advance() && simulation.clock.is_auto_advance();
}

/// Advances to the time of a timer, if there is one and it is in the future.
void advance_to(Simulation& simulation, std::optional<Instant> due) {
    if (due && *due > simulation.now()) (void)advance_clock(simulation, *due - simulation.now());
}

/// Marks records as returned to a client; returns whether one of them had changed.
bool mark_shown(Simulation& simulation, const std::vector<const Record*>& records) {
    bool has_changed = false;
    for (const Record* record : records)
        has_changed = simulation.unseen_changes.erase(record->number) > 0 || has_changed;
    return has_changed;
}

}  // namespace

Simulation::Simulation(SimulationSetup initial, const Clock& host_clock)
    : setup(std::move(initial)),
      ids(setup.seed),
      initial_world(populate_store(*setup.world, setup.identities, setup.seed, store)),
      issued(initial_world.issued),
      clock(setup.clock, setup.world->start, host_clock),
      current_time(clock.now()) {
    for (const auto& [name, limit] : model().limits) {
        const auto fault = setup.overrides.limits.find(name);
        const bool is_faulty = fault != setup.overrides.limits.end();
        limits[name] = {limit.is_time,
                        is_faulty ? fault->second : world().limit(name, limit.value)};
    }
    for (const ScriptedIncident& script : world().incidents) {
        const Json id = fill_named_ids(Json(script.record), setup.seed);
        incident_targets.push_back(as_string(id).value_or(""));
    }
    attach_initial_records(*this);
    replay_history(*this);
}

void set_limit(Simulation& simulation, std::string_view name, std::int64_t value) {
    const auto limit = simulation.limits.find(name);
    PLUMBLINE_CHECK(limit != simulation.limits.end(), "only limits that machines define are set");
    if (simulation.setup.overrides.limits.contains(name)) return;
    limit->second.value = value;
    simulation.slots.mark_all_ready();
    process_pending(simulation);
}

std::size_t fire_timers_until(Simulation& simulation, Instant until) {
    std::size_t fired = 0;
    while (const auto timer = simulation.timers.take_due(until)) {
        simulation.current_time = timer->due;
        handle_timer(simulation, *timer);
        process_pending(simulation);
        ++fired;
    }
    simulation.current_time = until;
    return fired;
}

void fire_due_timers(Simulation& simulation) {
    (void)fire_timers_until(simulation, simulation.now());
}

std::size_t advance_clock(Simulation& simulation, Duration time) {
    const Instant until = simulation.now() + time;
    const std::size_t fired = fire_timers_until(simulation, until);
    simulation.clock.set_time(until);
    return fired;
}

void tick(Simulation& simulation) {
    constexpr auto kTick = std::chrono::milliseconds(1);
    if (simulation.clock.can_advance()) (void)advance_clock(simulation, kTick);
}

void auto_advance_for(Simulation& simulation, RecordNumber polled) {
    if (simulation.unseen_changes.erase(polled) > 0 || !can_auto_advance(simulation)) return;
    const auto due = simulation.timers.due_of(polled);
    advance_to(simulation, due ? due : simulation.timers.next_due());
    simulation.unseen_changes.erase(polled);
}

void auto_advance_for_list(Simulation& simulation,
                           const std::string& collection,
                           const RecordQuery& page) {
    const auto records = simulation.store.list(collection, page);
    if (records.empty() || mark_shown(simulation, records) || !can_auto_advance(simulation)) return;
    advance_to(simulation, simulation.timers.next_due());
    (void)mark_shown(simulation, simulation.store.list(collection, page));
}

void mark_changed(Simulation& simulation, RecordNumber record) {
    if (simulation.store.find(record)) simulation.unseen_changes.insert(record);
}

}  // namespace plumbline::mock
