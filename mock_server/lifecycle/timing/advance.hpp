#pragma once
// Advances the time of a simulation: by requests, by polling clients, by real time.

#include "mock_server/store/store.hpp"
#include "spec/base/clock.hpp"

#include <cstddef>
#include <string>

namespace plumbline::mock {

struct Simulation;

/// Fires all timers that are due until then, in order; returns how many.
std::size_t fire_timers_until(Simulation& simulation, Instant until);
/// Fires the timers that are due now. Every request calls it first.
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
