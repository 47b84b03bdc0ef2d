#include "mock_server/lifecycle/events/records.hpp"

#include "mock_server/lifecycle/simulation.hpp"

namespace plumbline::mock {

RecordNumber create_record(Simulation& simulation, NewRecord record) {
    const RecordNumber created = add_record(simulation, std::move(record));
    process_pending(simulation);
    return created;
}

RecordNumber add_record(Simulation& simulation, NewRecord record) {
    const Collection& collection = simulation.model().collection(record.collection);
    Record created;
    created.ref = {std::move(record.collection),
                   record.id.empty() ? simulation.ids.uuid() : std::move(record.id)};
    created.owner = record.owner;
    created.tenant = std::move(record.tenant);
    created.body = std::move(record.body);
    const RecordNumber number = simulation.store.insert(std::move(created)).number;
    apply_effects(simulation, collection.on_create, number);
    const Record* existing = simulation.store.find(number);
    if (existing && collection.machine)
        enter_state(simulation, *existing, collection.machine->initial, kCreationCause);
    inject_scripted_incidents(simulation, number);
    return number;
}

void remove_record(Simulation& simulation, const Record& self) {
    for (const Record* child : simulation.store.children(self)) remove_record(simulation, *child);
    simulation.timers.cancel(self.number);
    simulation.slots.forget(self.number);
    simulation.incidents.erase(self.number);
    simulation.unseen_changes.erase(self.number);
    if (simulation.setup.overrides.retains_deleted) return simulation.store.mark_deleted(self);
    simulation.store.remove(self);
}

}  // namespace plumbline::mock
