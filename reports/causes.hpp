#pragma once
// Groups the scenarios of a run that did not pass by cause: one defect of a target often breaks
// hundreds of scenarios.

#include "reports/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// Scenarios with the same verdict whose worst findings have the same cause_text or, if they have
/// no findings, with the same reason.
struct FailureCause {
    Verdict verdict = Verdict::kFailed;
    bool known = false;                            ///< known from the baseline
    std::vector<const ScenarioResult*> scenarios;  ///< of the result, in its order; at least one
};

/// Returns a text with ID, TIME and N in place of ids (UUIDs, hexadecimal words), times (RFC 3339)
/// and numbers.
[[nodiscard]] std::string without_values(std::string_view text);

/// Returns the text that all findings with one cause have in common: their verdict, code and
/// requirements, and what was expected and got without values.
[[nodiscard]] std::string cause_text(const Finding& finding);
/// The same for a scenario that did not pass and has no findings: its verdict and reason.
[[nodiscard]] std::string cause_text(const ScenarioResult& scenario);

/// A finding and the step that reports it, both of the result.
struct FindingOfStep {
    const StepResult* step;
    const Finding* finding;
};
/// Returns the findings of a scenario, the worst first.
[[nodiscard]] std::vector<FindingOfStep> findings_worst_first(const ScenarioResult& scenario);

/// Returns the causes of all scenarios that neither passed nor were skipped, the most important
/// first: by verdict (what is known from the baseline counts as deviated), then by the number of
/// scenarios. The result is borrowed.
[[nodiscard]] std::vector<FailureCause> failure_causes(const RunResult& result);

}  // namespace plumbline::reports
