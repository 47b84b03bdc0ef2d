#pragma once
// Refuses requests that break rules of the contract, in the format the contract defines.

#include "mock_server/lifecycle/simulation.hpp"
#include "mock_server/response/engine_response.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/request_rules.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// Returns the data about a workspace that the rules need, for a request of `tenant`, whose text
/// must outlive the result. Valid while the simulation is locked.
[[nodiscard]] RuleContext rule_context_of(const Simulation& simulation,
                                          std::string_view tenant,
                                          const std::set<std::string, std::less<>>& disabled_rules);

/// Returns the refusal of a request that breaks rules, nothing if it breaks none. Lists every
/// broken rule; the status is 400 only if it is 400 for each of them. Source: description,
/// "Errors"; design decision "status for a rule broken in PATCH".
[[nodiscard]] std::optional<EngineResponse> refusal_of(
    const Operation& operation, const Json& request, const std::vector<RuleViolation>& violations);

}  // namespace plumbline::mock
