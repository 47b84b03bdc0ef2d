#pragma once
// The failures of a run, in a form that can be compared with those of another run.

#include "reports/result.hpp"

#include <compare>
#include <string>
#include <vector>

namespace plumbline::reports {

/// What a failure is recognized by in another run, however the target's values differ.
struct FailureKey {
    std::string scenario;
    std::string requirement;  ///< ledger id; "" if the finding names none
    std::string code;         ///< of the finding; `not_run` for a scenario that was not run
    /// The step, and the line of the check within it: unchanged by what is added to a suite
    /// elsewhere.
    std::string place;

    auto operator<=>(const FailureKey&) const = default;
};

struct Failure {
    FailureKey key;
    std::string text;  ///< what was expected and got, or the reason
};

/// Returns a failure for each requirement of each finding with the verdict failed or not_run (one
/// for a finding without requirements), and for each scenario that was not run and has no such
/// finding.
[[nodiscard]] std::vector<Failure> failures_of(const RunResult& result);

/// Checks that a result can be compared: it is of a whole run that neither was interrupted nor
/// lacked a response. Errors: kInvalid, with what to do.
[[nodiscard]] Result<void> check_comparable(const RunResult& result);

/// Applies a baseline: marks as `known` what failed in `former`, too; `file` names it. A finding is
/// known if all its failures are among those of `former`. A scenario that failed or was not run is
/// known if all its failures are.
void mark_known(const RunResult& former, const std::string& file, RunResult& result);

}  // namespace plumbline::reports
