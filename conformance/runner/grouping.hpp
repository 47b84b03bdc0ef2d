#pragma once
// Which scenarios of the suites a run plays, and which of them together.

#include "conformance/runner/run.hpp"
#include "conformance/workflow/plan.hpp"
#include "spec/contract/ledger.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace plumbline::runner {

/// One scenario to be played and its place in the result. Borrows from the suites.
struct Item {
    const workflow::Workflow* workflow = nullptr;
    std::size_t place = 0;
};

/// Scenarios that depend on one another, dependencies first.
using Group = std::vector<Item>;

/// Returns the scenarios that `options` select and what they depend on, in the suites' order. Each
/// is in one group, once.
[[nodiscard]] std::vector<Group> groups_of(const Suites& suites, const RunOptions& options);

/// Returns the areas of the contract that a run is about: those that `options` name, else those
/// whose documents the suites and what they lead to have as sources, and those of the requirements
/// that their scenarios name. None where all suites are about other services.
[[nodiscard]] std::vector<std::string> areas_of(const Suites& suites,
                                                const Ledger& ledger,
                                                const RunOptions& options);

}  // namespace plumbline::runner
