#pragma once
// Applies incidents to the records of a simulation.

#include "mock_server/store/store.hpp"
#include "spec/base/result.hpp"

#include <cstddef>

namespace plumbline::mock {

struct Incident;
struct MachineState;
struct Simulation;

/// Injects an incident into a record, `times` times: immediately if the record is in one of the
/// incident's states, and again each time it enters one. Errors: kUnsupported for a record in a
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

}  // namespace plumbline::mock
