#pragma once
// Maps findings to verdicts of checks, steps and scenarios.

#include "reports/result.hpp"
#include "spec/contract/contract.hpp"

#include <string>
#include <vector>

namespace plumbline::verdicts {

/// How severely to rate what the description leaves open.
struct SeverityOptions {
    bool strict = false;          ///< a broken `assumed` requirement fails
    bool strict_cleanup = false;  ///< a failed clean-up step fails its scenario
};

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
