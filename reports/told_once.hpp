#pragma once
// What a run tells once: what it saw where the description contradicts itself, and which names it
// met where the description gives none.

#include "reports/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// The code of such a finding.
inline constexpr std::string_view kContradiction = "contradiction";
/// The code of a finding that tells which other name of a member was met.
inline constexpr std::string_view kAcceptedName = "accepted-name";

/// Returns the finding that `value` was seen; `expected` lists the values that the description
/// gives. It is observed, whatever the requirement's basis.
[[nodiscard]] Finding contradiction(const std::string& requirement,
                                    std::string expected,
                                    std::string value,
                                    SourceRef where);

/// Says whether a value tells more than one seen before: the greater number, of other texts the
/// later.
[[nodiscard]] bool tells_more(std::string_view value, std::string_view before);

/// Says whether this is what a run says of such a requirement.
[[nodiscard]] bool tells_contradiction(const RequirementResult& requirement);

/// Takes away what is told more than once in a run: of contradictions all but the first of those
/// that tell most, for each requirement; of names that were accepted all but the first.
void tell_once(std::vector<ScenarioResult>& scenarios);

}  // namespace plumbline::reports
