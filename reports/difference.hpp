#pragma once
// What differs between the results of two runs.

#include "reports/failures.hpp"
#include "reports/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace plumbline::reports {

/// A requirement that fails in a scenario, or no longer does.
struct DifferentFailure {
    std::string scenario;
    std::string requirement;  ///< "" for a finding without requirements
    /// What was expected and got; of no_longer_checked, why it is not known to be fixed.
    std::string text;
};

/// A requirement that only one of the runs verified.
struct DifferentCoverage {
    std::string requirement;
    std::string outcome;  ///< in the run that did not verify it
    std::string reason;
};

struct DifferentDuration {
    std::string scenario;
    double old_ms = 0;
    double new_ms = 0;
};

struct ResultDifference {
    std::vector<DifferentFailure> newly_failing;
    /// In the new run the scenario verified the requirement, or does not fail.
    std::vector<DifferentFailure> no_longer_failing;
    std::vector<DifferentFailure>
        no_longer_checked;                          ///< all others that failed only in the old run
    std::vector<DifferentCoverage> lost_coverage;   ///< only the old run verified it
    std::vector<DifferentCoverage> newly_verified;  ///< only the new run verified it
    /// Scenarios that took at least kSlowerFactor times as long, and kSlowerByMs longer.
    std::vector<DifferentDuration> slower;
};
inline constexpr double kSlowerFactor = 1.5;
inline constexpr double kSlowerByMs = 100;

/// Compares two results by scenario and requirement.
[[nodiscard]] ResultDifference compare_results(const RunResult& before, const RunResult& after);

/// Renders lists and, last, their counts.
[[nodiscard]] std::string render_difference(const ResultDifference& difference);
/// Returns the lists as members of an object.
[[nodiscard]] Json to_json(const ResultDifference& difference);

}  // namespace plumbline::reports
