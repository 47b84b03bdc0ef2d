#pragma once
// Refuses what breaks a rule of the contract, in the form the contract states.

#include "mock_server/lifecycle/life.hpp"
#include "mock_server/validation/answers.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/judge.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// Returns what the rules must know about a workspace, for a request of `tenant`, whose text must
/// outlive it. Use it only while the life is held.
[[nodiscard]] Facts facts_of(const Life& life,
                             std::string_view tenant,
                             const std::set<std::string, std::less<>>& disabled_rules);

/// Returns the refusal of a request that breaks rules, nothing if it breaks none. Every broken rule
/// is named; 400 only if each of them is answered so.
/// Source: description, "Errors"; design decision "status for a rule broken in PATCH".
[[nodiscard]] std::optional<Reply> refusal_of(const Operation& operation,
                                              const Json& request,
                                              const std::vector<RuleViolation>& violations);

}  // namespace plumbline::mock
