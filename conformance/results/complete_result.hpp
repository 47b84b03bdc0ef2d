#pragma once
// What the result of a run says beyond its scenarios.

#include "conformance/verdicts/coverage.hpp"
#include "reports/result.hpp"
#include "spec/contract/contract.hpp"

#include <vector>

namespace plumbline::results {

/// By what the scenarios of a run are judged together.
struct RunCriteria {
    const Ledger& ledger;
    verdicts::CoverageOptions coverage;
    std::vector<reports::DeviationResult> deviations;  ///< entries before the run
    verdicts::CoverageGateOptions gates;
};

/// Completes a result that has all its scenarios and, if it is one, its shard: reports observations
/// once, limits recorded arrivals, and adds what became of known deviations, the outcome of each
/// requirement and the gates. In a shard, what only all scenarios can show is left undecided.
void complete_result(const RunCriteria& criteria, reports::RunResult& result);

}  // namespace plumbline::results
