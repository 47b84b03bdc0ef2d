#pragma once
// What became of each entry of the known deviations in a run.

#include "conformance/deviations/known_deviations.hpp"
#include "reports/result.hpp"

#include <map>
#include <string>
#include <vector>

namespace plumbline::deviations {

/// Requirement id → names of the scenarios that check it, selected for the run or not.
using PlannedChecks = std::map<std::string, std::vector<std::string>>;

/// Returns the results of all entries after a run. An entry that covers no finding is
/// - fixed, if a scenario that it names verified its requirement (an entry without one: was played)
///   and no scenario in which the deviation might still be ended early. The first of them gets a
///   finding with the verdict fixed;
/// - else not_exercised, with the reason.
/// Call it once per run, when the results of all scenarios are complete.
[[nodiscard]] std::vector<reports::DeviationResult> deviation_results(
    const KnownDeviations& known,
    const PlannedChecks& planned,
    std::vector<reports::ScenarioResult>& scenarios);

}  // namespace plumbline::deviations
