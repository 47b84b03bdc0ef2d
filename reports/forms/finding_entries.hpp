#pragma once
// What a run finds, as forms that list problems of code show it.

#include "reports/result.hpp"

#include <string>
#include <vector>

namespace plumbline::reports {

/// What a run found against one requirement in one step of a scenario; findings with the same code
/// are one entry. Or a coverage gate that is not met, an expired known deviation, a reason why
/// scenarios were not run.
struct FindingEntry {
    /// Id of the requirement; without one, the finding's code, `not_run`, `coverage` or `expired`.
    std::string rule;
    Verdict verdict = Verdict::kFailed;
    bool from_baseline = false;  ///< known from the baseline
    std::string message;         ///< one line of bounded length
    SourceRef where;
    const ScenarioResult* scenario = nullptr;  ///< of the result; null if there is none
    const StepResult* step = nullptr;          ///< the same
    const Finding* finding = nullptr;          ///< the same; the worst one
    /// 16 hexadecimal digits, equal in all runs with this entry: neither values nor lines count.
    std::string fingerprint;
};

/// Returns all entries, what fails the run first. The result is borrowed.
[[nodiscard]] std::vector<FindingEntry> finding_entries(const RunResult& result);

}  // namespace plumbline::reports
