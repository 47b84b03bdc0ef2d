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

/// What the scenarios are that entries are judged by.
enum class RunPart { kWhole, kShard };

/// Returns the results of entries, given as KnownDeviations::entries() returns them, after a run.
/// An entry that covers no finding is
/// - undecided in a shard of a run; its scenarios are those in which it would be fixed;
/// - fixed, if a scenario that it names verified its requirement (an entry without one: was played)
///   and no scenario in which the deviation might still be ended early. The first of them gets a
///   finding with the verdict fixed;
/// - else not_exercised, with the reason.
/// Call it once per run, when the results of all scenarios are complete.
[[nodiscard]] std::vector<reports::DeviationResult> deviation_results(
    std::vector<reports::DeviationResult> entries,
    const PlannedChecks& planned,
    RunPart part,
    std::vector<reports::ScenarioResult>& scenarios);

/// Returns entries before a run, from their results in a shard of it.
[[nodiscard]] std::vector<reports::DeviationResult> entries_before_run(
    std::vector<reports::DeviationResult> results);

}  // namespace plumbline::deviations
