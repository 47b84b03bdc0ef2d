#include "conformance/runner/player/request_delays.hpp"

#include "conformance/runner/stall_history.hpp"
#include "conformance/runner/waiting.hpp"
#include "conformance/verdicts/severity.hpp"
#include "reports/reports.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::runner {
namespace {

using reports::Finding;
using reports::Verdict;

bool is_failed_criterion(const Finding& finding) {
    return finding.code == "criterion" &&
           (finding.verdict == Verdict::kFailed || finding.verdict == Verdict::kWarned);
}

bool is_late(const Finding& finding) {
    return finding.code == reports::kPrecondition && finding.verdict == Verdict::kNotRun;
}

}  // namespace

Duration RequestDelays::since(const std::string& step) const {
    const auto found = at_.find(step);
    return found == at_.end() ? Duration::zero() : total_ - found->second;
}

void excuse_late_step(const workflow::Step& step, const RequestDelays& delays, Attempt& attempt) {
    if (!step.soon_after || attempt.succeeded || attempt.unmet) return;
    const auto& [other, provide, where] = *step.soon_after;
    const Duration delay = delays.since(other);
    if (delay < kMinStall) return;
    Finding late{std::string(reports::kPrecondition),
                 Verdict::kNotRun,
                 {},
                 where,
                 "to be sent soon after step " + other,
                 fmt::format("delays of {:.1f} s by limits of the request rate", seconds_of(delay)),
                 "give " + provide};
    bool has_failed = false;
    for (const Finding& finding : attempt.result.findings) {
        if (!is_failed_criterion(finding)) continue;
        has_failed = true;
        late.requirements.insert(
            late.requirements.end(), finding.requirements.begin(), finding.requirements.end());
    }
    if (!has_failed) return;
    drop_provisional_findings(attempt.result);
    attempt.unmet = late;
    attempt.result.findings.push_back(std::move(late));
    attempt.result.verdict = verdicts::worst_verdict(attempt.result.findings);
}

bool has_late_step(const reports::ScenarioResult& scenario) {
    return std::ranges::any_of(scenario.steps, [](const reports::StepResult& step) {
        return std::ranges::any_of(step.findings, is_late);
    });
}

}  // namespace plumbline::runner
