#pragma once
// Maps findings to verdicts of checks, steps and scenarios.

#include "reports/result.hpp"
#include "spec/contract/contract.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::verdicts {

/// How to rate what a check finds, instead of by its requirements.
enum class CheckSeverity { kFail, kWarn, kIgnore };

[[nodiscard]] std::string_view to_text(CheckSeverity severity);
[[nodiscard]] std::optional<CheckSeverity> parse_check_severity(std::string_view text);

/// The changed severities by the code of the findings.
using CheckSeverities = std::map<std::string, CheckSeverity, std::less<>>;

/// How severely to rate what the description leaves open, and what single checks find.
struct SeverityOptions {
    bool strict = false;          ///< a broken `assumed` requirement fails
    bool strict_cleanup = false;  ///< a failed clean-up step fails its scenario
    CheckSeverities checks{};

    [[nodiscard]] bool ignores(std::string_view code) const;
    [[nodiscard]] bool ignores_any() const;
};

/// Returns the verdict on a finding with this code that would be `verdict`: the severity of its
/// check decides between failed and warned. That of an ignored check is warned until it is removed.
[[nodiscard]] reports::Verdict changed_verdict(reports::Verdict verdict,
                                               std::string_view code,
                                               const SeverityOptions& severity);

/// Returns the verdict on a broken requirement of this basis: failed if the description states or
/// implies it, warned if we assumed it, observed if it is open.
[[nodiscard]] reports::Verdict verdict_for(Basis basis, const SeverityOptions& severity);

/// Returns the verdict on a failed check that names these requirements: the most severe of theirs;
/// failed if it names none or an unknown one.
[[nodiscard]] reports::Verdict verdict_for(const std::vector<std::string>& requirements,
                                           const Ledger& ledger,
                                           const SeverityOptions& severity);

/// Returns the more severe of two verdicts: failed, fixed, not_run, warned, deviated, skipped,
/// observed, passed, in this order.
[[nodiscard]] reports::Verdict worst(reports::Verdict a, reports::Verdict b);

/// Returns the verdict on a step with these findings; passed if there are none.
[[nodiscard]] reports::Verdict worst_verdict(const std::vector<reports::Finding>& findings);

}  // namespace plumbline::verdicts
