#pragma once
// Where the description contradicts itself a run tells what it saw, once for each requirement.

#include "reports/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::reports {

/// The code of such a finding.
inline constexpr std::string_view kContradiction = "contradiction";

/// Returns the finding that `value` was seen; `expected` lists the values that the description
/// gives. It is observed, whatever the requirement's basis.
[[nodiscard]] Finding contradiction(const std::string& requirement,
                                    std::string expected,
                                    std::string value,
                                    SourceRef where);

/// Says whether a value tells more than one seen before: the greater number, of other texts the
/// later.
[[nodiscard]] bool tells_more(std::string_view value, std::string_view before);

/// Takes away all but one of these findings for each requirement: the first of those that tell
/// most.
void keep_one_contradiction_each(std::vector<ScenarioResult>& scenarios);

}  // namespace plumbline::reports
