#include "mock_server/lifecycle/slots/grant_slots.hpp"

#include "mock_server/lifecycle/simulation.hpp"

namespace plumbline::mock {

void join_slot_queue(Simulation& simulation,
                     const Record& self,
                     std::string_view slot,
                     std::string_view to) {
    const SlotDefinition& definition = *simulation.machine_of(self)->find_slot(slot);
    simulation.slots.enqueue(slot_pool_of(self, definition), self.number, to);
}

void grant_slots(Simulation& simulation, const SlotPool& pool) {
    const SlotDefinition& slot =
        *simulation.model().machine_of(pool.collection)->find_slot(pool.slot);
    const auto all = static_cast<std::size_t>(simulation.limit(slot.name));
    std::uint64_t position = 0;
    while (simulation.slots.occupied(pool) < all) {
        const auto next = simulation.slots.next_after(pool, position);
        if (!next) return;
        position = next->first;
        const auto& [number, to] = next->second;
        const Record& waiting = *simulation.store.find(number);
        if (holds(simulation, slot.when, waiting))
            change_state(simulation, waiting, to, kSlotCause);
    }
}

void mark_slots_ready(Simulation& simulation, const Record& record, const Collection& collection) {
    for (const SlotDefinition& slot : collection.machine->slots)
        simulation.slots.mark_ready(slot_pool_of(record, slot));
    for (const std::string& name : collection.children) {
        const Machine* machine = simulation.model().machine_of(name);
        if (!machine) continue;
        for (const SlotDefinition& slot : machine->slots) {
            if (!slot.per_tenant) simulation.slots.mark_ready({name, slot.name, "", record.number});
        }
    }
}

}  // namespace plumbline::mock
