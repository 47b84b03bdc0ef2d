#pragma once
// What a run says of each requirement of the ledger.

#include "conformance/verdicts/weigh.hpp"
#include "reports/result.hpp"
#include "spec/contract/ledger.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::verdicts {

/// Which rows of the ledger to list, and how to judge them.
struct CoverageOptions {
    std::optional<std::vector<std::string>> areas{};  ///< nothing: all
    Severity severity{};
    /// Requirement id → scenarios that would check it, also those that the run left out.
    std::map<std::string, std::vector<std::string>> planned{};
};

/// Returns a row for each requirement, in the ledger's order:
/// - `failed` or `warned` where a check that names it was broken, by the requirement's own basis (a
/// check may
///   name others that weigh more); a known deviation warns;
/// - `verified` where checks that name it held and none was broken;
/// - `observed` where it is open and something was seen of it, or the description contradicts
///   itself and it was seen which way the target goes (`contradiction: observed VALUE`);
/// - `not_checkable` with the ledger's reason, else `not_exercised` with what kept it so: a check
/// that could not be judged, its scenarios skipped or left out, or that nothing reaches it.
/// `reason` quotes the first finding; `scenarios` are those whose checks named it and were judged.
[[nodiscard]] std::vector<reports::RequirementResult> requirement_results(
    const Ledger& ledger,
    const std::vector<reports::ScenarioResult>& scenarios,
    const CoverageOptions& options = {});

}  // namespace plumbline::verdicts
