#pragma once
// What checks each requirement: scenarios, answers that are judged by it, places of the contract.

#include "conformance/runner/run.hpp"
#include "spec/contract/contract.hpp"

#include <map>
#include <set>
#include <string>

namespace plumbline::app {

/// Requirement id → what checks it, for people: the name of a scenario, `every createDeployment
/// 201`, `contract: createDeployment /name`, `rule: immutable:/name (patchDeployment)`.
using RequirementChecks = std::map<std::string, std::set<std::string>>;

/// Gathers the checks of suites (what their steps name, and what every answer to their operations
/// is judged by) and the places of the contract that cases are generated from.
[[nodiscard]] RequirementChecks requirement_checks(const runner::Suites& suites,
                                                   const Contract& contract);

}  // namespace plumbline::app
