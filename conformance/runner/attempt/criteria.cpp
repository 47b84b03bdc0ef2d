// Checks the suite's criteria on the data of an attempt, and what it presupposes of the target's
// data (x-ct-needs); evaluates its observations.

#include "conformance/runner/attempt/attempt.hpp"
#include "conformance/runner/attempt/ignored_checks.hpp"
#include "conformance/runner/attempt/status_condition.hpp"
#include "conformance/runner/waiting.hpp"
#include "conformance/verdicts/severity.hpp"
#include "reports/reports.hpp"
#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
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

/// Returns what was found instead of what a criterion demands.
const std::string& got_of(const expressions::CriterionResult& judgement) {
    return judgement.unresolved.empty() ? judgement.got : judgement.unresolved;
}

/// `is_judged`: false if judging the criterion took too long.
Finding criterion_finding(const AttemptContext& context,
                          StreamRuleFailure failure,
                          bool is_judged = true) {
    const auto& requirements = failure.verifies.empty() ? context.step.verifies : failure.verifies;
    Finding finding{"criterion",
                    Verdict::kFailed,
                    requirements,
                    std::move(failure.where),
                    std::move(failure.expected),
                    std::move(failure.got),
                    std::move(failure.note)};
    const verdicts::SeverityOptions& severity = context.run.severity;
    rate(severity, verdicts::verdict_for(requirements, context.run.ledger, severity), finding);
    if (failure.is_cut || !is_judged) {
        finding.verdict = Verdict::kNotRun;
        finding.ignored = false;
    }
    return finding;
}

bool has_success_status(const AttemptData& data) {
    return data.exchange && data.exchange->response &&
           http::is_success(data.exchange->response->status);
}

/// Returns the requirements of the finding about a success with an undeclared status; empty unless
/// that finding fails the step.
std::vector<std::string> requirements_of_undeclared_success(const AttemptData& data,
                                                            const std::vector<Finding>& findings) {
    if (!has_success_status(data)) return {};
    const auto found = std::ranges::find(findings, "status", &Finding::code);
    const bool fails = found != findings.end() && found->verdict == Verdict::kFailed;
    return fails ? found->requirements : std::vector<std::string>{};
}

/// Returns whether a criterion that fails is about the status alone, and the response a success: it
/// shows nothing of what the step expects, and may be that of a service that accepts everything.
bool is_unexpected_success(const StatusCondition& condition, const AttemptData& data) {
    return has_success_status(data) && condition.reads_only_status();
}

bool is_complete_stream(const AttemptData& data) {
    const auto& stream = data.stream;
    return stream && stream->is_stream && !stream->is_interrupted &&
           stream->summary.end == client::StreamEnd::kComplete;
}

/// Returns what the response has instead; nothing if it meets the precondition.
std::optional<std::string> mismatch(const workflow::Precondition& need,
                                    const expressions::Scope& scope,
                                    const AttemptData& data) {
    if (need.criterion) {
        const expressions::CriterionResult judgement = need.criterion->evaluate(scope);
        const bool is_met = judgement.holds || judgement.took_too_long;
        return is_met ? std::nullopt : std::optional(got_of(judgement));
    }
    if (!is_complete_stream(data)) return std::nullopt;
    if (need.duration) {
        if (data.stream->duration >= *need.duration) return std::nullopt;
        return fmt::format("a stream of {:.0f} ms", milliseconds_of(data.stream->duration));
    }
    const auto found = data.stream->needed_events.find(&need);
    const std::uint64_t count = found == data.stream->needed_events.end() ? 0 : found->second;
    if (need.events ? count >= *need.events : count <= *need.max_events) return std::nullopt;
    const std::uint64_t all = data.stream->summary.events;
    const std::string number =
        need.filter.empty() ? fmt::format("{}", count) : fmt::format("{} of {}", count, all);
    return fmt::format("{} event{}", number, all == 1 ? "" : "s");
}

/// Returns a finding about the first precondition that the response shows to be unmet; nothing if
/// there is none. A refusal, or a stream that did not end properly, shows nothing about the
/// target's data. `scope` is that of the attempt.
std::optional<Finding> unmet_precondition(const std::vector<workflow::Precondition>& needs,
                                          const std::vector<std::string>& requirements,
                                          const expressions::Scope& scope,
                                          const AttemptData& data) {
    const bool shows_data = data.exchange && data.exchange->response &&
                            http::is_success(data.exchange->response->status);
    if (!shows_data) return std::nullopt;
    for (const workflow::Precondition& need : needs) {
        if (auto got = mismatch(need, scope, data)) {
            return Finding{std::string(reports::kPrecondition),
                           Verdict::kSkipped,
                           requirements,
                           need.where,
                           need.expected_text(),
                           std::move(*got),
                           "give " + need.provide};
        }
    }
    return std::nullopt;
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
void add_stream_findings(const AttemptContext& context,
                         const expressions::Scope& scope,
                         const std::optional<Finding>& unmet,
                         Attempt& attempt,
                         std::set<std::string>& verified) {
    static const std::vector<workflow::Precondition> kNoNeeds;
    if (!attempt.data.stream) return;
    const StreamOutcome& stream = *attempt.data.stream;
    verified.insert(stream.verified.begin(), stream.verified.end());
    // A stream without events shows nothing that the suite requires of streams.
    const bool shows_nothing = context.step.sse && stream.is_stream && stream.summary.events == 0;
    if (stream.is_interrupted || shows_nothing) verified.clear();
    for (const StreamRuleFailure& failure : stream.failures) {
        // A criterion on the status has already said why a refusal is no stream.
        if (!stream.is_stream && is_refused(attempt) && !attempt.succeeded) continue;
        // A stream that is too short for the suite lacks other events as well.
        if (failure.is_absence && unmet) continue;
        add_failure(failure.needs ? *failure.needs : kNoNeeds,
                    criterion_finding(context, failure),
                    scope,
                    attempt);
        for (const std::string& id : attempt.result.findings.back().requirements)
            verified.erase(id);
    }
}

/// Returns the answer to an open question, or the value by which the target decides a
/// contradiction: they never affect a verdict.
Finding observation_finding(const workflow::StepObservation& one,
                            const expressions::Scope& scope,
                            const Ledger& ledger) {
    Finding finding{"observation", Verdict::kObserved, {one.question}, one.where, "", "", ""};
    if (!one.value) {
        const expressions::CriterionResult judgement = one.criterion->evaluate(scope);
        finding.expected = "to find out whether " + judgement.expected;
        const char* answer = judgement.took_too_long ? "unknown: "
                             : judgement.holds       ? "yes: "
                                                     : "no: ";
        finding.got = answer + got_of(judgement);
        finding.note = one.note;
        return finding;
    }
    const Requirement* requirement = ledger.find(one.question);
    std::string values = requirement ? join(requirement->contradiction, " or ") : "";
    const auto value = one.value->evaluate(scope);
    if (value) {
        return reports::contradiction_finding(
            one.question, std::move(values), plain_text(*value), one.where);
    }
    // Because of an error in the suite, or because the response has no such value: the
    // contradiction stays undecided.
    finding.expected = "to find out which value applies: " + values;
    finding.got = value.error().message;
    return finding;
}

void add_observations(const AttemptContext& context,
                      const expressions::Scope& scope,
                      Attempt& attempt) {
    const auto& stream = attempt.data.stream;
    const auto& observations = context.step.observations;
    for (std::size_t i = 0; i < observations.size(); ++i) {
        // A value is recorded only if the response is as the suite expects it.
        if (observations[i].value ? !attempt.succeeded : !attempt.is_judged) continue;
        expressions::Scope own = scope;
        if (stream && context.step.sse && stream->observed_events[i])
            stream->observed_events[i]->add_to(own);
        attempt.result.findings.push_back(
            observation_finding(observations[i], own, context.run.ledger));
    }
}

/// Adds the findings of the criteria that do not hold, and removes their requirements from the
/// verified ones. Returns false if the response is a success that the step does not expect.
bool add_criterion_findings(const AttemptContext& context,
                            const expressions::Scope& scope,
                            Attempt& attempt,
                            std::set<std::string>& verified) {
    const workflow::Step& step = context.step;
    bool is_expected = true;
    const std::vector<std::string> undeclared =
        requirements_of_undeclared_success(attempt.data, attempt.result.findings);
    for (const workflow::SuccessCriterion& check : step.success_criteria) {
        const expressions::CriterionResult judgement = check.criterion.evaluate(scope);
        if (judgement.holds) continue;
        for (const std::string& id : criterion_requirements(check, step)) verified.erase(id);
        const StatusCondition condition(check.criterion.text());
        if (is_unexpected_success(condition, attempt.data)) is_expected = false;
        // Another success violates what the contract says about the status, and not what the suite
        // shows by the success.
        const bool is_status_only = !undeclared.empty() && condition.requires_success();
        StreamRuleFailure failure{check.criterion.text().where,
                                  is_status_only ? undeclared : check.verifies,
                                  judgement.expected,
                                  got_of(judgement)};
        add_failure(check.needs,
                    criterion_finding(context, std::move(failure), !judgement.took_too_long),
                    scope,
                    attempt);
    }
    return is_expected;
}

}  // namespace

void check_criteria(const AttemptContext& context, Attempt& attempt) {
    const workflow::Step& step = context.step;
    const expressions::Scope scope = scope_of(context.values, attempt.data);
    const bool answered = !attempt.data.exchange || attempt.data.exchange->response;
    std::set<std::string> verified = checked_requirements(step);
    attempt.succeeded = answered;
    attempt.is_judged = answered;
    // One transport finding is clearer than many unresolved criteria.
    const bool is_expected = !answered || add_criterion_findings(context, scope, attempt, verified);
    const auto unmet =
        unmet_precondition(step.needs, step.named_requirements(), scope, attempt.data);
    add_stream_findings(context, scope, unmet, attempt, verified);
    if (context.run.severity.ignores("criterion")) verified.clear();
    if (attempt.has_other_body || !is_expected) {
        attempt.shows_nothing = true;
        attempt.result.verified.clear();
        verified.clear();
    }
    if (unmet) {
        attempt.succeeded = false;
        attempt.unmet = unmet;
        attempt.result.findings.push_back(*unmet);
    }
    if (step.finally && !context.run.severity.strict_cleanup)
        downgrade_cleanup_findings(attempt.result.findings);
    add_observations(context, scope, attempt);
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
