#pragma once
// Why a scenario cannot go on where an action wants it to, as a step of its own in the record.

#include "conformance/workflow/plan.hpp"
#include "reports/result.hpp"

#include <string>

namespace plumbline::runner {

/// Why there is no next step, in a finding's terms.
struct Obstacle {
    reports::Verdict verdict = reports::Verdict::kNotRun;
    std::string code;
    std::string expected;
    std::string got;
    std::string note;
};

/// Returns the record of a step that is not played since it uses what is not supported; it checks
/// nothing of its requirements.
[[nodiscard]] reports::StepResult not_supported(std::string id, const workflow::Step& step);

/// Returns the record of a standstill at the step or action `id`.
[[nodiscard]] reports::StepResult standstill(std::string id,
                                             const SourceRef& where,
                                             Obstacle obstacle);

}  // namespace plumbline::runner
