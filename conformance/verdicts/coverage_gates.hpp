#pragma once
// Coverage gates: conditions on the coverage that a run has to meet.

#include "reports/result.hpp"
#include "spec/base/result.hpp"
#include "spec/contract/contract.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::verdicts {

/// A number of requirements, or a part of the checkable ones.
struct CoverageAmount {
    int number = 0;
    bool is_percent = false;

    /// Returns `118` or `40%`.
    [[nodiscard]] std::string to_text() const;
};

/// Parses `118` or `40%`. Errors: kUsage (no whole number, more than 100 percent).
[[nodiscard]] Result<CoverageAmount> parse_coverage_amount(const std::string& text);

/// The conditions of --min-verified, --require, --fail-on-skipped and --strict-schemas.
struct CoverageGateOptions {
    std::optional<CoverageAmount> min_verified;
    /// `ID`, `AREA` (all its requirements) or `AREA=AMOUNT`.
    std::vector<std::string> required;
    bool fail_on_skipped = false;
    bool strict_schemas = false;  ///< every part of the schemas is judged
};

/// Checks that each required id or area exists and each amount is valid. Errors: kUsage, with the
/// nearest known name.
[[nodiscard]] Result<void> check_coverage_gates(const CoverageGateOptions& options,
                                                const Ledger& ledger);

/// Returns the outcome of each condition, in the order of the members of the options. A requirement
/// whose outcome is `observed` counts for `required` like a verified one, not for `min_verified`.
/// If a broken assumption prevented the check of stated or implied requirements, one more gate is
/// added, not met, which lists these requirements.
[[nodiscard]] std::vector<reports::CoverageGate> coverage_gates(const CoverageGateOptions& options,
                                                                const reports::RunResult& result);

/// Returns the conditions for a shard of a run: met, because only the merge of all shards decides.
[[nodiscard]] std::vector<reports::CoverageGate> undecided_gates(
    const CoverageGateOptions& options);
/// Returns the options of which coverage_gates made these; the additional gate about prevented
/// checks has none. Errors: kInvalid (a text that no gate has).
[[nodiscard]] Result<CoverageGateOptions> gate_options_of(
    const std::vector<reports::CoverageGate>& gates);

}  // namespace plumbline::verdicts
