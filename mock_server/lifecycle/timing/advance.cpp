#include "mock_server/lifecycle/timing/advance.hpp"

#include "mock_server/lifecycle/simulation.hpp"

namespace plumbline::mock {
namespace {

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
