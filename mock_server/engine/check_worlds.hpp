#pragma once
// Whether what worlds name is there.

#include "mock_server/lifecycle/laws.hpp"
#include "mock_server/store/world.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace plumbline::mock {

/// Loads every world, by name, and checks that it names rules, states, collections, incidents,
/// limits and records that there are. Errors: of load_worlds; kInvalid, with the nearest name.
[[nodiscard]] Result<std::map<std::string, std::shared_ptr<const World>>> load_worlds(
    const Fixtures& fixtures, const Laws& laws, const std::set<std::string>& rules);

}  // namespace plumbline::mock
