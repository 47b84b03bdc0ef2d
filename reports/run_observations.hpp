#pragma once
// Observations that a run reports once: observed values where the description contradicts itself,
// and observed names where the description states none. They do not affect verdicts. Properties of
// the target's data that a suite needs skip a scenario.

#include "reports/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// The code of a finding with an observed value of a contradiction; each value is reported once.
inline constexpr std::string_view kContradiction = "contradiction";
/// The same for an observed number; only the greatest is reported.
inline constexpr std::string_view kMaxObserved = "max-observed";
/// The code of a finding with an observed name of a member.
inline constexpr std::string_view kAcceptedName = "accepted-name";
/// The code of a finding with the variant of correct behaviour that the target implements.
inline constexpr std::string_view kVariantSeen = "variant-seen";

/// The code of a finding about a body that its schema cannot judge.
inline constexpr std::string_view kNotJudged = "not-judged";

/// The code of a finding about a property that a suite needs and the target's data does not have;
/// its verdict is skipped.
inline constexpr std::string_view kPrecondition = "precondition";
/// Returns such a finding as a reason: `needs 6 events, saw 4 events; give ...`.
[[nodiscard]] std::string precondition_text(const Finding& finding);

/// Returns the finding of an observed `value`; `expected` lists the values in the description.
[[nodiscard]] Finding contradiction_finding(const std::string& requirement,
                                            std::string expected,
                                            std::string value,
                                            SourceRef where);
/// Returns the finding of an observed number.
[[nodiscard]] Finding max_observed_finding(const std::string& requirement,
                                           std::string expected,
                                           int number,
                                           SourceRef where);

/// Returns whether a finding reports an observed value of a contradiction.
[[nodiscard]] bool is_contradiction(const Finding& finding);
/// Returns the reason in the row of the requirement: `contradiction: observed 45, 5`.
[[nodiscard]] std::string contradiction_text(const std::vector<std::string>& values);
/// Returns whether the row of a requirement has such a reason.
[[nodiscard]] bool is_contradiction(const RequirementResult& requirement);

/// Returns whether a run reports a finding only once.
[[nodiscard]] bool is_run_observation(const Finding& finding);
/// Adds the run observations of step `from` to step `into`, unless `into` reports the same or a
/// greater value.
void merge_run_observations(const StepResult& from, StepResult& into);

/// Returns the scenario without run observations, for output before the end of the run: only then
/// it is known which scenario reports them.
[[nodiscard]] ScenarioResult without_run_observations(ScenarioResult scenario);
/// Removes repeated run observations: keeps the first of equal ones, and the greatest number.
void deduplicate_run_observations(std::vector<ScenarioResult>& scenarios);

}  // namespace plumbline::reports
