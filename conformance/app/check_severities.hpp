#pragma once
// The severities of checks that --severity and profiles give.

#include "conformance/verdicts/severity.hpp"
#include "spec/base/result.hpp"

#include <string>
#include <vector>

namespace plumbline::app {

/// Reads `CODE`, a code of findings, and its severity. Errors: kUsage, with the nearest code.
[[nodiscard]] Result<verdicts::CheckSeverity> read_check_severity(const std::string& code,
                                                                  const std::string& severity);

/// Reads values CODE=fail|warn|ignore of --severity into `severities`, of which they replace those
/// of the same checks. Errors: kUsage.
[[nodiscard]] Result<void> read_check_severities(const std::vector<std::string>& options,
                                                 verdicts::CheckSeverities& severities);

}  // namespace plumbline::app
