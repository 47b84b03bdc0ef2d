#pragma once
// Evaluates what a suite presupposes of the target's data (x-ct-needs).

#include "conformance/runner/attempt/attempt.hpp"
#include "conformance/workflow/suite.hpp"
#include "reports/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Returns a finding about the first precondition that the response shows to be unmet; nothing if
/// there is none. A refusal, or a stream that did not end properly, shows nothing about the
/// target's data. `scope` is that of the attempt.
[[nodiscard]] std::optional<reports::Finding> unmet_precondition(
    const std::vector<workflow::Precondition>& needs,
    std::vector<std::string> requirements,
    const expressions::Scope& scope,
    const AttemptData& data);

}  // namespace plumbline::runner
