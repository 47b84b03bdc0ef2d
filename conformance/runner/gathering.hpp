#pragma once
// Puts the result of a run together from what its scenarios came to.

#include "conformance/runner/run.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns the result of a run whose scenarios are played by then, its requirements still to come.
[[nodiscard]] reports::RunResult result_of(const Target& target,
                                           const RunOptions& options,
                                           std::vector<reports::ScenarioResult> scenarios,
                                           Instant started,
                                           Instant ended);

/// Adds what became of the requirements of the areas that were played.
void add_requirements(const Suites& suites,
                      const Ledger& ledger,
                      const RunOptions& options,
                      reports::RunResult& result);

}  // namespace plumbline::runner
