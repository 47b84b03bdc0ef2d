#include "conformance/results/complete_result.hpp"

#include "conformance/deviations/deviations.hpp"
#include "reports/reports.hpp"

#include <algorithm>

namespace plumbline::results {

void complete_result(const RunCriteria& criteria, reports::RunResult& result) {
    reports::deduplicate_run_observations(result.scenarios);
    reports::limit_arrivals(result.scenarios);
    result.interrupted = std::ranges::any_of(result.scenarios, [](const auto& each) {
        return each.reason == reports::kInterruptedReason;
    });
    const auto part = result.shard ? deviations::RunPart::kShard : deviations::RunPart::kWhole;
    result.deviations = deviations::deviation_results(
        criteria.deviations, criteria.coverage.planned, part, result.scenarios);
    result.requirements =
        verdicts::requirement_results(criteria.ledger, result.scenarios, criteria.coverage);
    result.gates = result.shard ? verdicts::undecided_gates(criteria.gates)
                                : verdicts::coverage_gates(criteria.gates, result);
}

}  // namespace plumbline::results
