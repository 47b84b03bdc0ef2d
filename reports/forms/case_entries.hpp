#pragma once
// The test cases of a run, as forms that list tests show them.

#include "reports/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plumbline::reports {

/// A scenario, a coverage gate, or an expired known deviation: all that can fail a run.
/// The texts are single lines of bounded length.
struct CaseEntry {
    std::string area;   ///< of the scenario; `coverage`; `known deviations`
    std::string suite;  ///< of the scenario, else ""
    std::string name;
    Verdict verdict = Verdict::kPassed;
    /// It is covered by known deviations or is known from the baseline: it does not fail the run.
    bool known = false;
    std::string message;  ///< why it did not pass, "" if it did
    double took_ms = 0;
    SourceRef where;
    const ScenarioResult* scenario = nullptr;  ///< of the result; null for another case

    [[nodiscard]] bool fails() const { return fails_run(verdict) && !known; }
    /// Returns `AREA.SUITE`.
    [[nodiscard]] std::string group() const { return suite.empty() ? area : area + '.' + suite; }
    /// Returns a text that identifies the case in every run.
    [[nodiscard]] std::string id() const { return group() + '/' + name; }
};

/// Returns all cases, scenarios first. The result is borrowed.
[[nodiscard]] std::vector<CaseEntry> case_entries(const RunResult& result);

/// Returns `CP-1, CP-2: expected X, got Y` on one line.
[[nodiscard]] std::string finding_line(const Finding& finding);
/// Returns the first finding with the verdict of the scenario; null if there is none.
[[nodiscard]] const Finding* deciding_finding(const ScenarioResult& scenario);
/// Returns why a scenario has its verdict, on one line: its deciding finding, else the reason.
[[nodiscard]] std::string verdict_line(const ScenarioResult& scenario);
/// Returns the suite of a scenario: its name up to the first slash.
[[nodiscard]] std::string_view suite_name(const ScenarioResult& scenario);

/// Returns the ids of the requirements that a scenario verified or violated, sorted.
[[nodiscard]] std::vector<std::string> requirement_ids(const ScenarioResult& scenario);

/// The requirements of a result by their ids.
using RequirementIndex = std::unordered_map<std::string_view, const RequirementResult*>;
/// The result is borrowed.
[[nodiscard]] RequirementIndex index_requirements(const RunResult& result);
/// Returns the basis of a requirement, "" if it is not in the index.
[[nodiscard]] std::string_view basis_of(const RequirementIndex& index, const std::string& id);

/// Returns the path in the user's repository of the file of a position, "" if it has none there: a
/// built-in suite.
[[nodiscard]] std::string repository_path(const RunResult& result, const SourceRef& where);

/// A period. Unit: milliseconds since 1970, as CI tools expect it.
struct EpochSpan {
    std::int64_t start = 0;
    std::int64_t stop = 0;
};
/// Returns when the run took place; a scenario or a step: from its first request.
[[nodiscard]] EpochSpan time_span(const RunResult& result);
[[nodiscard]] EpochSpan time_span(const EpochSpan& run, const CaseEntry& entry);
[[nodiscard]] EpochSpan time_span(const EpochSpan& run, const StepResult& step);

}  // namespace plumbline::reports
