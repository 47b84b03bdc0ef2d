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
    if (step.success_criteria.empty() || step.sse)
        subjects.insert(step.verifies.begin(), step.verifies.end());
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

Finding unmet_demand(const Stage& stage, const workflow::Step& step, const Unmet& unmet) {
    Finding finding;
    finding.code = "criterion";
    finding.where = unmet.where;
    finding.requirements = unmet.verifies.empty() ? step.verifies : unmet.verifies;
    finding.verdict = verdicts::broken(finding.requirements, stage.ledger, stage.severity);
    finding.expected = unmet.expected;
    finding.got = unmet.got;
    finding.note = unmet.note;
    return finding;
}

/// Adds what the suite asks of a stream and was not met, and says which requirements held.
void add_heard(const Stage& stage,
               const workflow::Step& step,
               Attempt& attempt,
               std::set<std::string>& held) {
    if (!attempt.evidence.heard) return;
    const Heard& heard = *attempt.evidence.heard;
    held.insert(heard.held.begin(), heard.held.end());
    if (heard.is_cut_short) held.clear();
    for (const Unmet& unmet : heard.unmet) {
        attempt.succeeded = false;
        attempt.result.findings.push_back(unmet_demand(stage, step, unmet));
        for (const std::string& id : attempt.result.findings.back().requirements) held.erase(id);
    }
}

/// Returns what an observation sees: of a stream the event that answers it.
expressions::Scope seen_by(const workflow::Step& step,
                           std::size_t index,
                           expressions::Scope scope,
                           const Attempt& attempt) {
    const auto& heard = attempt.evidence.heard;
    if (heard && step.sse && heard->answers[index]) heard->answers[index]->enter(scope);
    return scope;
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
    add_heard(stage, step, attempt, held);
    if (step.finally && !stage.severity.strict_cleanup) soften(attempt.result.findings);
    for (std::size_t i = 0; i < step.observations.size(); ++i) {
        const workflow::Observation& one = step.observations[i];
        // A value counts only where all is as the suite expects it.
        if (one.value ? attempt.succeeded : answered)
            attempt.result.findings.push_back(
                seen(one, seen_by(step, i, scope, attempt), stage.ledger));
    }
    if (answered && attempt.succeeded) {
        attempt.result.verified.insert(attempt.result.verified.end(), held.begin(), held.end());
    }
    attempt.result.verdict = verdicts::weigh(attempt.result.findings);
    // A suite goes its way by what it asks itself: an answer that breaks the contract beside that
    // is a finding, no reason to poll on or to leave out what follows.
    if (!step.success_criteria.empty() || step.sse) return;
    attempt.succeeded = attempt.succeeded && attempt.result.verdict != Verdict::kFailed &&
                        attempt.result.verdict != Verdict::kNotRun;
}

}  // namespace plumbline::runner
