// The slots of a life: who waits for one, and who gets it.

#include "mock_server/lifecycle/life.hpp"

namespace plumbline::mock {
namespace {

Share share_of(const Record& record, const Slot& slot) {
    return {record.ref.collection,
            slot.name,
            slot.of_tenant ? std::string(record.tenant) : "",
            slot.of_tenant ? 0 : record.owner};
}

}  // namespace

void Life::wait_for(const Record& self, std::string_view slot, std::string_view to) {
    const Machine& machine = *laws().machine_of(self.ref.collection);
    queues_.join(share_of(self, *machine.find_slot(slot)), self.number, to);
}

std::size_t Life::free_slots(const Slot& slot, const Share& share) const {
    std::size_t held = 0;
    for (const std::string& state : slot.held_in) {
        held += slot.of_tenant ? tally_.of_tenant(share.collection, share.tenant, state)
                               : children_in(share.collection, share.parent, state);
    }
    const auto all = static_cast<std::size_t>(limits_.find(slot.name)->second.value);
    return all > held ? all - held : 0;
}

/// Gives free slots away in the order of coming; who may not have one yet keeps the place.
void Life::admit(const Share& share) {
    const Slot& slot = *laws().machine_of(share.collection)->find_slot(share.slot);
    std::uint64_t number = 0;
    while (free_slots(slot, share) > 0) {
        const auto next = queues_.next(share, number);
        if (!next) return;
        number = next->first;
        const auto& [record, to] = next->second;
        const Record& waiting = *store_.find(record);
        if (holds(slot.when, waiting)) move(waiting, to, kByFreeSlot);
    }
}

/// Where a record moves, a slot of its own kind may become free, and what the slots of its children
/// ask of it may come true.
void Life::stir_shares(const Record& record, const Machine& machine) {
    if (queues_.are_empty()) return;
    for (const Slot& slot : machine.slots()) queues_.stir(share_of(record, slot));
    for (const std::string& collection : laws().children_of(record.ref.collection)) {
        const Machine* of_child = laws().machine_of(collection);
        if (!of_child) continue;
        for (const Slot& slot : of_child->slots()) {
            if (!slot.of_tenant) queues_.stir({collection, slot.name, "", record.number});
        }
    }
}

}  // namespace plumbline::mock
