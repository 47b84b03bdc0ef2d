// The suite's own criteria and questions, judged on what an attempt brought.

#include "conformance/runner/attempt.hpp"
#include "conformance/runner/observing.hpp"
#include "conformance/verdicts/weigh.hpp"

#include <set>

namespace plumbline::runner {
namespace {

using reports::Finding;
using reports::Verdict;

/// A clean-up that does not work is told, but is not what the scenario is about. What it breaks of
/// the contract still counts. See docs/writing_scenarios.md, x-ct-finally.
void soften(std::vector<Finding>& findings) {
    for (Finding& finding : findings) {
        if (finding.code != "criterion" && finding.code != "transport") continue;
        finding.verdict = Verdict::kWarned;
        add_note(finding, "clean-up: something may be left at the target");
    }
}

/// Returns the requirements that a criterion is about: its own or those of its step.
const std::vector<std::string>& subject_of(const workflow::Check& check,
                                           const workflow::Step& step) {
    return check.verifies.empty() ? step.verifies : check.verifies;
}

std::set<std::string> subjects_of(const workflow::Step& step) {
    std::set<std::string> subjects;
    for (const workflow::Check& check : step.success_criteria) {
        const auto& ids = subject_of(check, step);
        subjects.insert(ids.begin(), ids.end());
    }
    // Where each criterion counts for something else, none has judged what the step names.
    if (step.success_criteria.empty()) subjects.insert(step.verifies.begin(), step.verifies.end());
    return subjects;
}

Finding broken_criterion(const Stage& stage,
                         const workflow::Step& step,
                         const workflow::Check& check,
                         const expressions::Judgement& judgement) {
    Finding finding;
    finding.code = "criterion";
    finding.where = check.criterion.text().where;
    finding.requirements = subject_of(check, step);
    finding.verdict = verdicts::broken(finding.requirements, stage.ledger, stage.severity);
    finding.expected = judgement.expected;
    finding.got = judgement.unresolved.empty() ? judgement.got : judgement.unresolved;
    return finding;
}

}  // namespace

void judge_criteria(const Stage& stage,
                    const workflow::Step& step,
                    const Values& values,
                    Attempt& attempt) {
    const expressions::Scope scope = scope_of(values, attempt.evidence);
    const bool answered = !attempt.evidence.exchange || attempt.evidence.exchange->response;
    std::set<std::string> held = subjects_of(step);
    attempt.succeeded = answered;
    for (const workflow::Check& check : step.success_criteria) {
        if (!answered) break;  // one transport finding says more than ten unresolved criteria
        const expressions::Judgement judgement = check.criterion.judge(scope);
        if (judgement.holds) continue;
        attempt.succeeded = false;
        for (const std::string& id : subject_of(check, step)) held.erase(id);
        attempt.result.findings.push_back(broken_criterion(stage, step, check, judgement));
    }
    if (step.finally && !stage.severity.strict_cleanup) soften(attempt.result.findings);
    for (const workflow::Observation& one : step.observations) {
        // A value counts only where all is as the suite expects it.
        if (one.value ? attempt.succeeded : answered)
            attempt.result.findings.push_back(seen(one, scope, stage.ledger));
    }
    if (answered && attempt.succeeded) {
        attempt.result.verified.insert(attempt.result.verified.end(), held.begin(), held.end());
    }
    attempt.result.verdict = verdicts::weigh(attempt.result.findings);
    // A suite goes its way by what it asks itself: an answer that breaks the contract beside that
    // is a finding, no reason to poll on or to leave out what follows.
    if (!step.success_criteria.empty()) return;
    attempt.succeeded = attempt.succeeded && attempt.result.verdict != Verdict::kFailed &&
                        attempt.result.verdict != Verdict::kNotRun;
}

}  // namespace plumbline::runner
