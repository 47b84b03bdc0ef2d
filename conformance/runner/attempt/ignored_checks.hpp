#pragma once
// Checks whose severity the user has changed: what their findings count for, and what an ignored
// check no longer verifies.

#include "conformance/runner/attempt/attempt.hpp"

#include <string>
#include <vector>

namespace plumbline::runner {

/// Sets the verdict of a finding by its usual `verdict` and the severity of its check.
void rate(const verdicts::SeverityOptions& severity,
          reports::Verdict verdict,
          reports::Finding& finding);

/// Removes the findings of ignored checks; returns whether there were any. They are kept until
/// then, as they explain why a step failed.
bool drop_ignored_findings(std::vector<reports::StepResult>& steps);

/// What verified a requirement.
enum class EvidenceSource { kResponse, kStream, kHistory };

/// Removes from `verified` the requirements of which an ignored check would find a violation:
/// without the check, nothing shows that they are fulfilled.
void drop_unchecked(const AttemptContext& context,
                    const AttemptData& data,
                    EvidenceSource source,
                    std::vector<std::string>& verified);

}  // namespace plumbline::runner
