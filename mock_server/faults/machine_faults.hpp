#pragma once
// What faults change about machines: limits, timings, events, transitions, effects of states.

#include "mock_server/lifecycle/lifecycle.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"

namespace plumbline::mock {

/// Reads the members of a fault that concern machines into `overrides`, and checks that all names
/// in them exist. Errors: kInvalid, with position.
[[nodiscard]] Result<void> read_machine_faults(const FixtureValue& fault,
                                               const StateModel& model,
                                               FaultOverrides& overrides);

}  // namespace plumbline::mock
