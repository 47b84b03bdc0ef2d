#pragma once
// Grants the slots of machines to waiting records.

#include "mock_server/lifecycle/slots/slot_pools.hpp"
#include "mock_server/store/store.hpp"

#include <string_view>

namespace plumbline::mock {

struct Collection;
struct Simulation;

/// Makes a record wait for a slot of its machine, to enter the state `to`.
void join_slot_queue(Simulation& simulation,
                     const Record& self,
                     std::string_view slot,
                     std::string_view to);
/// Grants free slots in FIFO order; a record whose conditions are not met keeps its position.
void grant_slots(Simulation& simulation, const SlotPool& pool);
/// Marks the pools that a state change of the record may affect: it may free a slot of its own
/// machine and may satisfy the conditions of its children's slots.
void mark_slots_ready(Simulation& simulation, const Record& record, const Collection& collection);

}  // namespace plumbline::mock
