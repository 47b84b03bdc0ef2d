#pragma once
// Records why a scenario cannot continue, as a separate step.

#include "conformance/workflow/suite.hpp"
#include "reports/result.hpp"

#include <string>

namespace plumbline::runner {

/// Why there is no next step, as the parts of a finding.
struct BlockReason {
    reports::Verdict verdict = reports::Verdict::kNotRun;
    std::string code;
    std::string expected;
    std::string got;
    std::string note;
};

/// Returns the record of a step that is not played because it uses an unsupported feature; it
/// verifies none of its requirements.
[[nodiscard]] reports::StepResult unsupported_step(std::string id, const workflow::Step& step);

/// Returns the record of a step or action `id` at which the scenario cannot continue.
[[nodiscard]] reports::StepResult blocked_step(std::string id,
                                               const SourceRef& where,
                                               BlockReason block_reason);

}  // namespace plumbline::runner
