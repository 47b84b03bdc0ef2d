#pragma once
// What faults change about machines: limits, timings, events, transitions, effects of states.

#include "mock_server/lifecycle/laws.hpp"
#include "mock_server/lifecycle/switches.hpp"
#include "mock_server/store/fixtures.hpp"
#include "spec/base/result.hpp"

#include <string>

namespace plumbline::mock {

/// Reads the members of the fault at `pointer` that are about machines into `switches`, and checks
/// that all they name is there. Errors: kInvalid, with position.
[[nodiscard]] Result<void> read_machine_faults(const Document& fixture,
                                               const std::string& pointer,
                                               const Laws& laws,
                                               Switches& switches);

}  // namespace plumbline::mock
