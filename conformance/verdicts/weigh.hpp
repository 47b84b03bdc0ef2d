#pragma once
// From findings to verdicts: of a check, a step, a scenario.

#include "reports/result.hpp"
#include "spec/contract/ledger.hpp"

#include <string>
#include <vector>

namespace plumbline::verdicts {

/// How severe a run is with what the description does not settle.
struct Severity {
    bool strict = false;          ///< a broken `assumed` requirement fails
    bool strict_cleanup = false;  ///< a failed clean-up step fails its scenario
};

/// Returns the verdict on a broken requirement of this basis: failed if the description says or
/// implies it, warned if we assumed it, observed if it is open.
[[nodiscard]] reports::Verdict broken(Basis basis, const Severity& severity);

/// Returns the verdict on a broken check that names these requirements: the most severe of theirs;
/// failed if it names none or one the ledger does not know.
[[nodiscard]] reports::Verdict broken(const std::vector<std::string>& requirements,
                                      const Ledger& ledger,
                                      const Severity& severity);

/// Returns the more severe of two verdicts: failed, fixed, not_run, warned, deviated, skipped,
/// observed, passed, in this order.
[[nodiscard]] reports::Verdict worst(reports::Verdict a, reports::Verdict b);

/// Returns the verdict on a step with these findings; passed if there are none.
[[nodiscard]] reports::Verdict weigh(const std::vector<reports::Finding>& findings);

}  // namespace plumbline::verdicts
