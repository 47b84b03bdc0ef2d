#pragma once
// The result of a run for each requirement of the ledger.

#include "conformance/verdicts/coverage_gates.hpp"
#include "conformance/verdicts/severity.hpp"
#include "reports/result.hpp"
#include "spec/contract/contract.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::verdicts {

/// Which rows of the ledger to list, and how to rate failed checks.
struct CoverageOptions {
    std::optional<std::vector<std::string>> areas{};  ///< all areas if not set
    SeverityOptions severity{};
    /// Requirement id → scenarios that check it, including those that the run did not select.
    std::map<std::string, std::vector<std::string>> planned{};
};

/// Returns a result for each requirement of the selected areas, in the ledger's order:
/// - `failed` or `warned`: a check that names it failed. This requirement's basis decides which of
/// the two, even if the check names others with a stricter basis;
/// - `deviated`: checks that name it failed, all only by known deviations;
/// - `verified`: checks that name it passed and none failed;
/// - `observed`: the description leaves it open and something was observed, or the description
/// contradicts itself and it was observed which statement the target follows (`contradiction:
/// observed VALUE`);
/// - `not_checkable` with the ledger's reason;
/// - otherwise `not_exercised` with one of the reasons: a check could not be made; a scenario that
/// checks it ended early because of a failure; its scenarios were skipped or not selected; no check
/// applied.
///
/// For `failed`, `warned` and `deviated`, `reason` quotes the first finding. `scenarios` are those
/// in which a check of it was made.
[[nodiscard]] std::vector<reports::RequirementResult> requirement_results(
    const Ledger& ledger,
    const std::vector<reports::ScenarioResult>& scenarios,
    const CoverageOptions& options = {});

}  // namespace plumbline::verdicts
