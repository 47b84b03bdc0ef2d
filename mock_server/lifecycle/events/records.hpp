#pragma once
// Creates and removes the records of a simulation.

#include "mock_server/store/store.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>

namespace plumbline::mock {

struct Simulation;

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

}  // namespace plumbline::mock
