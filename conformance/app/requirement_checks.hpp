#pragma once
// The checks of each requirement: scenarios, checks of responses, locations in the contract.

#include "conformance/runner/runner.hpp"
#include "spec/contract/contract.hpp"

#include <map>
#include <set>
#include <string>

namespace plumbline::app {

/// Requirement id → descriptions of its checks: the name of a scenario, `every createDeployment
/// 201`, `contract: createDeployment /name`, `rule: immutable:/name (patchDeployment)`.
using RequirementChecks = std::map<std::string, std::set<std::string>>;

/// Collects the checks of suites (what their steps name, and the checks of every response to their
/// operations) and the locations in the contract that cases are generated from.
[[nodiscard]] RequirementChecks requirement_checks(const runner::Suites& suites,
                                                   const Contract& contract);

}  // namespace plumbline::app
