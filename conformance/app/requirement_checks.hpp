#pragma once
// The checks of each requirement: scenarios, checks of responses, locations in the contract.

#include "conformance/runner/runner.hpp"
#include "spec/contract/contract.hpp"

#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace plumbline::app {

/// Requirement id → descriptions of its checks: the name of a scenario, `every createDeployment
/// 201`, `contract: createDeployment /name`, `rule: immutable:/name (patchDeployment)`.
using RequirementChecks = std::map<std::string, std::set<std::string>>;

/// Collects the checks of suites (what their steps name, and the checks of every response to their
/// operations) and the locations in the contract that cases are generated from.
[[nodiscard]] RequirementChecks requirement_checks(const runner::Suites& suites,
                                                   const Contract& contract);

/// What a target has to offer, or to allow, for a scenario; each includes those before it.
enum class RequirementNeed {
    kNothing,  ///< reads of what exists
    kWrites,   ///< permission to write
    kGraph,    ///< a graph that the profile names
    kControl,  ///< the control interface of a mock
};
[[nodiscard]] std::string_view to_text(RequirementNeed need);
inline constexpr std::array kAllNeeds{RequirementNeed::kNothing,
                                      RequirementNeed::kWrites,
                                      RequirementNeed::kGraph,
                                      RequirementNeed::kControl};

/// Returns the least need of the scenarios that can verify each requirement.
[[nodiscard]] std::map<std::string, RequirementNeed> requirement_needs(
    const runner::Suites& suites);

}  // namespace plumbline::app
