#pragma once
// Checks that the names used in worlds exist.

#include "mock_server/lifecycle/lifecycle.hpp"
#include "mock_server/store/fixtures.hpp"
#include "mock_server/store/world.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace plumbline::mock {

/// Loads every world, by name, and checks that the rules, states, collections, incidents, limits
/// and records it names exist. Errors: of load_worlds; kInvalid, with the nearest name.
[[nodiscard]] Result<std::map<std::string, std::shared_ptr<const World>, std::less<>>> load_worlds(
    const Fixtures& fixtures, const StateModel& model, const std::set<std::string>& rules);

}  // namespace plumbline::mock
