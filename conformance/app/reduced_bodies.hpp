#pragma once
// Smaller bodies that a service does not accept, either: which members of a generated body matter.

#include "conformance/app/prepare_run.hpp"
#include "reports/reports.hpp"

#include <functional>

namespace plumbline::app {

/// Plays suites as the run did, and returns their result.
using PlaySuites = std::function<reports::RunResult(const runner::Suites& suites)>;

/// For failed scenarios of `run --api` whose generated body got a status that may depend on it
/// (400, 422, 500, 501), so that no record was created, leaves out members as long as the status is
/// the same, and adds what is left to the note of the finding. Plays at most kMaxBodies bodies in
/// all, each with the creates of its parents, and ends at an interrupt. Scenarios that are known
/// from the baseline are left alone.
void add_reduced_bodies(const PreparedRun& run,
                        const std::string& api_file,
                        const api_suite::ApiSuiteOptions& options,
                        const PlaySuites& play,
                        reports::RunResult& result);

inline constexpr std::size_t kMaxBodies = 150;

}  // namespace plumbline::app
