#pragma once
// Selects the scenarios of a run and divides them into groups by their dependencies.

#include "conformance/runner/run.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/contract/contract.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace plumbline::runner {

/// A scenario to play and its index in the result. Borrows from the suites.
struct ScheduledScenario {
    const workflow::Workflow* workflow = nullptr;
    std::size_t index = 0;
    std::string assistant{};  ///< with which of several assistants it is played; "" if with none
    SharedJson inputs{};      ///< inputs that name the assistant; null if there is none

    /// Returns the name in the result: `suite/workflow`, or `suite/workflow@ASSISTANT`.
    [[nodiscard]] std::string name() const {
        return assistant.empty() ? workflow->name : workflow->name + '@' + assistant;
    }
};

/// Scenarios that are played together, in this order: those that depend on one another,
/// dependencies first; after join_sharing_groups also those that share a call.
using ScenarioGroup = std::vector<ScheduledScenario>;

/// Returns the scenarios that `options` select and their dependencies, in the order of the suites.
/// Each is in one group, once; scenarios of any assistant once for each of several assistants. If
/// `options` name a shard, returns only its groups.
[[nodiscard]] std::vector<ScenarioGroup> scenario_groups(const Suites& suites,
                                                         const RunOptions& options);

/// Returns the areas of the contract that a run tests: those that `options` name; else the areas of
/// the documents that the suites use as sources, directly or through other suites, and the areas of
/// the requirements that their scenarios name. Empty if all suites test other services.
[[nodiscard]] std::vector<std::string> tested_areas(const Suites& suites,
                                                    const Ledger& ledger,
                                                    const RunOptions& options);

}  // namespace plumbline::runner
