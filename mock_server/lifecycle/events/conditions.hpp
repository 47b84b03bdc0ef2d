#pragma once
// Evaluates conditions on the records of a simulation.

#include "mock_server/lifecycle/definition/condition.hpp"
#include "mock_server/store/store.hpp"
#include "spec/json/json_fwd.hpp"

#include <vector>

namespace plumbline::mock {

struct Simulation;

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

}  // namespace plumbline::mock
