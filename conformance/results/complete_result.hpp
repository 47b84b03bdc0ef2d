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
    std::vector<reports::DeviationResult> deviations;  ///< entries, without what the run shows
    verdicts::CoverageGateOptions gates;
};

/// Completes a result that has all its scenarios and, in a shard, its `shard` record: reports
/// observations once, limits the arrivals of streams, and adds what became of known deviations, the
/// outcome of each requirement and the coverage gates. In a shard, what only all scenarios can show
/// is left undecided.
void complete_result(const RunCriteria& criteria, reports::RunResult& result);

}  // namespace plumbline::results
