#pragma once
// The smallest bodies that fail: which members of a generated body matter.

#include "conformance/app/prepare_run.hpp"
#include "reports/reports.hpp"

#include <functional>

namespace plumbline::app {

/// Plays suites as the run did, and returns their result.
using PlaySuites = std::function<reports::RunResult(const runner::Suites& suites)>;

/// For scenarios of `run --api` whose generated body failed, plays the scenario with ever smaller
/// bodies, and adds the smallest one that fails in the same way to the note of the finding. At most
/// kMaxFailures scenarios and kMaxRounds plays for each; it ends at an interrupt.
void add_smallest_bodies(const PreparedRun& run,
                         const std::string& api_file,
                         const api_suite::ApiSuiteOptions& options,
                         const PlaySuites& play,
                         reports::RunResult& result);

inline constexpr int kMaxFailures = 5;
inline constexpr int kMaxRounds = 20;

}  // namespace plumbline::app
