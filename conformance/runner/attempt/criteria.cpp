// Checks the suite's criteria on the data of an attempt, and evaluates its observations.

#include "conformance/runner/attempt/attempt.hpp"
#include "conformance/runner/attempt/observations.hpp"
#include "conformance/runner/attempt/preconditions.hpp"
#include "conformance/verdicts/severity.hpp"

#include <set>

namespace plumbline::runner {
namespace {

using reports::Finding;
using reports::Verdict;

/// Turns findings of a clean-up step into warnings, as the scenario is not about clean-up. Its
/// contract findings still count. See docs/writing_scenarios.md, x-ct-finally.
void downgrade_cleanup_findings(std::vector<Finding>& findings) {
    for (Finding& finding : findings) {
        if (finding.code != "criterion" && finding.code != "transport") continue;
        finding.verdict = Verdict::kWarned;
        add_note(finding, "clean-up: resources may be left at the target");
    }
}

/// Returns the requirements that a criterion checks: its own or those of its step.
const std::vector<std::string>& criterion_requirements(const workflow::SuccessCriterion& check,
                                                       const workflow::Step& step) {
    return check.verifies.empty() ? step.verifies : check.verifies;
}

std::set<std::string> checked_requirements(const workflow::Step& step) {
    std::set<std::string> subjects;
    for (const workflow::SuccessCriterion& check : step.success_criteria) {
        const auto& ids = criterion_requirements(check, step);
        subjects.insert(ids.begin(), ids.end());
    }
    // If each criterion names its own requirements, none of them checks those of the step.
    if (step.success_criteria.empty()) subjects.insert(step.verifies.begin(), step.verifies.end());
    return subjects;
}

Finding criterion_finding(const RunContext& run,
                          const workflow::Step& step,
                          const workflow::SuccessCriterion& check,
                          const expressions::CriterionResult& judgement) {
    Finding finding;
    finding.code = "criterion";
    finding.where = check.criterion.text().where;
    finding.requirements = criterion_requirements(check, step);
    finding.verdict = verdicts::verdict_for(finding.requirements, run.ledger, run.severity);
    finding.expected = judgement.expected;
    finding.got = judgement.unresolved.empty() ? judgement.got : judgement.unresolved;
    return finding;
}

Finding stream_rule_finding(const RunContext& run,
                            const workflow::Step& step,
                            const StreamRuleFailure& failure) {
    Finding finding;
    finding.code = "criterion";
    finding.where = failure.where;
    finding.requirements = failure.verifies.empty() ? step.verifies : failure.verifies;
    finding.verdict = verdicts::verdict_for(finding.requirements, run.ledger, run.severity);
    finding.expected = failure.expected;
    finding.got = failure.got;
    finding.note = failure.note;
    return finding;
}

/// Adds the finding about a criterion or rule that failed. If a precondition of it is not met, that
/// is reported instead.
void add_failure(const std::vector<workflow::Precondition>& needs,
                 Finding finding,
                 const expressions::Scope& scope,
                 Attempt& attempt) {
    attempt.succeeded = false;
    if (auto unmet = unmet_precondition(needs, finding.requirements, scope, attempt.data)) {
        if (!attempt.unmet) attempt.unmet = unmet;
        finding = std::move(*unmet);
    }
    attempt.result.findings.push_back(std::move(finding));
}

bool is_refused(const Attempt& attempt) {
    return attempt.data.exchange && attempt.data.exchange->response &&
           !http::is_success(attempt.data.exchange->response->status);
}

/// Adds the suite's rules that a stream does not satisfy, and updates the verified requirements.
void add_stream_findings(const RunContext& run,
                         const workflow::Step& step,
                         const expressions::Scope& scope,
                         const std::optional<Finding>& unmet,
                         Attempt& attempt,
                         std::set<std::string>& verified) {
    static const std::vector<workflow::Precondition> kNoNeeds;
    if (!attempt.data.stream) return;
    const StreamOutcome& stream = *attempt.data.stream;
    verified.insert(stream.verified.begin(), stream.verified.end());
    // A stream without events shows nothing that the suite requires of streams.
    const bool shows_nothing = step.sse && stream.is_stream && stream.summary.events == 0;
    if (stream.is_interrupted || shows_nothing) verified.clear();
    for (const StreamRuleFailure& failure : stream.failures) {
        // A criterion on the status has already said why a refusal is no stream.
        if (!stream.is_stream && is_refused(attempt) && !attempt.succeeded) continue;
        // A stream that is too short for the suite lacks other events as well.
        if (failure.is_absence && unmet) continue;
        add_failure(failure.needs ? *failure.needs : kNoNeeds,
                    stream_rule_finding(run, step, failure),
                    scope,
                    attempt);
        for (const std::string& id : attempt.result.findings.back().requirements)
            verified.erase(id);
    }
}

/// Returns the scope of an observation: for a stream, the event that answers it is added.
expressions::Scope observation_scope(const workflow::Step& step,
                                     std::size_t index,
                                     expressions::Scope scope,
                                     const Attempt& attempt) {
    const auto& stream = attempt.data.stream;
    if (stream && step.sse && stream->observed_events[index])
        stream->observed_events[index]->add_to(scope);
    return scope;
}

}  // namespace

void check_criteria(const RunContext& run,
                    const workflow::Step& step,
                    const WorkflowValues& values,
                    Attempt& attempt) {
    const expressions::Scope scope = scope_of(values, attempt.data);
    const bool answered = !attempt.data.exchange || attempt.data.exchange->response;
    std::set<std::string> verified = checked_requirements(step);
    attempt.succeeded = answered;
    for (const workflow::SuccessCriterion& check : step.success_criteria) {
        if (!answered) break;  // one transport finding is clearer than many unresolved criteria
        const expressions::CriterionResult judgement = check.criterion.evaluate(scope);
        if (judgement.holds) continue;
        for (const std::string& id : criterion_requirements(check, step)) verified.erase(id);
        add_failure(check.needs, criterion_finding(run, step, check, judgement), scope, attempt);
    }
    const auto unmet =
        unmet_precondition(step.needs, step.named_requirements(), scope, attempt.data);
    add_stream_findings(run, step, scope, unmet, attempt, verified);
    if (unmet) {
        attempt.succeeded = false;
        attempt.unmet = unmet;
        attempt.result.findings.push_back(*unmet);
    }
    if (step.finally && !run.severity.strict_cleanup)
        downgrade_cleanup_findings(attempt.result.findings);
    for (std::size_t i = 0; i < step.observations.size(); ++i) {
        const workflow::StepObservation& one = step.observations[i];
        // A value is recorded only if the response is as the suite expects it.
        if (one.value ? attempt.succeeded : answered)
            attempt.result.findings.push_back(
                observation_finding(one, observation_scope(step, i, scope, attempt), run.ledger));
    }
    attempt.is_judged = answered;
    if (answered) {
        auto& held = attempt.succeeded ? attempt.result.verified : attempt.held;
        held.insert(held.end(), verified.begin(), verified.end());
    }
    attempt.result.verdict = verdicts::worst_verdict(attempt.result.findings);
    // The suite's own criteria decide what is played next: a response that also violates the
    // contract is a finding, but no reason to continue a poll or to skip later steps.
    if (!step.success_criteria.empty() || step.sse) return;
    attempt.succeeded = attempt.succeeded && attempt.result.verdict != Verdict::kFailed &&
                        attempt.result.verdict != Verdict::kNotRun;
}

}  // namespace plumbline::runner
