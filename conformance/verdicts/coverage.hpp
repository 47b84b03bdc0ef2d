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

/// Which rows of the ledger to list, and how severely to rate them.
struct CoverageOptions {
    std::optional<std::vector<std::string>> areas{};  ///< all areas if not set
    SeverityOptions severity{};
    /// Requirement id → scenarios that check it, including those that the run did not select.
    std::map<std::string, std::vector<std::string>> planned{};
};

/// Returns a row for each requirement, in the ledger's order:
/// - `failed` or `warned`: a check that names it failed, rated by the requirement's own basis (the
/// check may name others that are more severe);
/// - `deviated`: the worst that happened is a known deviation;
/// - `verified`: checks that name it passed and none failed;
/// - `observed`: it is open and something was observed, or the description contradicts itself and
/// the target's variant was observed (`contradiction: observed VALUE`);
/// - `not_checkable` with the ledger's reason;
/// - otherwise `not_exercised` with the reason: a check that could not be made, its scenarios were
/// skipped or not selected, or no check reached it.
///
/// `reason` quotes the first finding; `scenarios` are those with checks that named it and were
/// made.
[[nodiscard]] std::vector<reports::RequirementResult> requirement_results(
    const Ledger& ledger,
    const std::vector<reports::ScenarioResult>& scenarios,
    const CoverageOptions& options = {});

}  // namespace plumbline::verdicts
