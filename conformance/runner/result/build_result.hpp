#pragma once
// Builds the result of a run from the results of its scenarios.

#include "conformance/runner/run.hpp"

#include <map>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Returns the result of a run with these scenarios, without its requirements.
[[nodiscard]] reports::RunResult build_result(const Target& target,
                                              const RunOptions& options,
                                              std::vector<reports::ScenarioResult> scenarios,
                                              Instant started,
                                              Instant ended);

/// Returns the names of the scenarios that check each requirement.
[[nodiscard]] std::map<std::string, std::vector<std::string>> planned_checks(const Suites& suites);

/// Adds the results of the requirements of the tested areas.
void add_requirements(const Suites& suites,
                      const Ledger& ledger,
                      const RunOptions& options,
                      reports::RunResult& result);

}  // namespace plumbline::runner
