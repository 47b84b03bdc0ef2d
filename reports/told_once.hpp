#pragma once
// What a run tells once: what it saw where the description contradicts itself, and which names it
// met where the description gives none. None of it weighs.

#include "reports/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// The code of a finding that tells which of contradicting values was seen; each is told once.
inline constexpr std::string_view kContradiction = "contradiction";
/// The same of a number up to which something was seen; the greatest is told.
inline constexpr std::string_view kMostSeen = "most-seen";
/// The code of a finding that tells which other name of a member was met.
inline constexpr std::string_view kAcceptedName = "accepted-name";
/// The code of a finding that tells which of several sound ways a target goes.
inline constexpr std::string_view kWayMet = "way-met";

/// Returns the finding that `value` was seen; `expected` says which the description gives.
[[nodiscard]] Finding contradiction(const std::string& requirement,
                                    std::string expected,
                                    std::string value,
                                    SourceRef where);
/// Returns the finding that so many were seen.
[[nodiscard]] Finding most_seen(const std::string& requirement,
                                std::string expected,
                                int number,
                                SourceRef where);

/// Says whether a finding tells what was seen of a contradiction.
[[nodiscard]] bool tells_contradiction(const Finding& finding);
/// Returns what a requirement's row says of it: `contradiction: observed 45, 5`.
[[nodiscard]] std::string contradiction_text(const std::vector<std::string>& values);
/// Says whether a row says so.
[[nodiscard]] bool tells_contradiction(const RequirementResult& requirement);

/// Says whether a finding is told once in a run.
[[nodiscard]] bool is_told_once(const Finding& finding);
/// Hands what a step tells once on to another, unless that tells the same or more.
void hand_on_what_is_told_once(const StepResult& gone, StepResult& next);

/// Returns the scenario without what is told once: for those that are told of it before the run
/// ends, and so before it is known where that will be.
[[nodiscard]] ScenarioResult without_told_once(ScenarioResult scenario);
/// Takes away all but the first of what says the same, or most, in a run.
void tell_once(std::vector<ScenarioResult>& scenarios);

}  // namespace plumbline::reports
