#include "conformance/runner/scenario.hpp"

#include "conformance/runner/attempt/ignored_checks.hpp"
#include "conformance/runner/call_wrappers.hpp"
#include "conformance/runner/player/play_workflow.hpp"
#include "conformance/runner/waiting.hpp"
#include "conformance/verdicts/severity.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

using reports::Verdict;

/// Returns the most severe verdict of the steps; observations count as passed.
Verdict verdict_of(const std::vector<reports::StepResult>& steps) {
    Verdict verdict = Verdict::kPassed;
    for (const reports::StepResult& step : steps) {
        Verdict one = step.verdict == Verdict::kObserved ? Verdict::kPassed : step.verdict;
        verdict = verdicts::worst(verdict, one);
    }
    return verdict;
}

/// Returns the verdict of a scenario with this outcome.
Verdict verdict_of(const std::vector<reports::StepResult>& steps, const WorkflowOutcome& outcome) {
    const Verdict verdict = verdict_of(steps);
    // A step that failed without its own finding (a called workflow, an exhausted poll) still
    // counts. What is excused does not make a step fail.
    const bool is_excused = verdict == Verdict::kDeviated || verdict == Verdict::kWarned;
    const bool is_mild = verdict == Verdict::kPassed || (is_excused && !outcome.is_aborted);
    return !outcome.passed && is_mild ? Verdict::kFailed : verdict;
}

/// Collects the outcomes that the workflow can read: those of its dependencies and of their
/// dependencies. It cannot read the rest of its group.
void add_dependencies(const workflow::Workflow& workflow,
                      const WorkflowOutcomes& outcome,
                      WorkflowOutcomes& visible) {
    for (const workflow::WorkflowDependency& dependency : workflow.depends_on) {
        const auto found = outcome.find(workflow.find_workflow(dependency.workflow));
        if (found == outcome.end() || !visible.insert(*found).second) continue;
        add_dependencies(*found->first, outcome, visible);
    }
}

}  // namespace

reports::ScenarioResult play_scenario(const RunContext& run,
                                      const workflow::Workflow& workflow,
                                      Environment& environment,
                                      const SharedJson& inputs,
                                      const Send& send,
                                      WorkflowOutcomes& outcomes) {
    const Instant started = run.clock.now();
    const Send resend = with_retry_after_interrupt(send, run.stop);
    WorkflowOutcomes visible;
    add_dependencies(workflow, outcomes, visible);
    ScenarioContext context{run, environment, send, resend, visible, workflow.name, run.max_steps};
    for (const workflow::WorkflowDependency& dependency : workflow.depends_on) {
        const auto needed = outcomes.find(workflow.find_workflow(dependency.workflow));
        if (needed != outcomes.end())
            context.last_write = std::max(context.last_write, needed->second.last_write);
    }
    const WorkflowOutcome outcome = play_workflow(context, workflow, inputs, {});
    outcomes[&workflow] = outcome;
    reports::ScenarioResult result;
    result.name = workflow.name;
    result.summary = workflow.summary;
    result.area = workflow.area;
    result.where = workflow.where;
    result.steps = std::move(context.steps);
    result.verdict = verdict_of(result.steps, outcome);
    // Until here they explain why a step did not succeed.
    if (drop_ignored_findings(result.steps) && result.verdict == Verdict::kWarned)
        result.verdict = verdict_of(result.steps);
    const bool is_whole = result.verdict == Verdict::kPassed || result.verdict == Verdict::kSkipped;
    if (is_whole && !context.skip_reason.empty()) {
        result.verdict = Verdict::kSkipped;
        result.reason = context.skip_reason;
    }
    const bool may_end_early = result.verdict == Verdict::kDeviated ||
                               result.verdict == Verdict::kWarned ||
                               result.verdict == Verdict::kNotRun;
    if (may_end_early) result.reason = context.skip_reason;
    if (run.is_stopped() && !outcome.passed) {
        result.verdict = Verdict::kNotRun;
        result.reason = reports::kInterruptedReason;
    }
    result.took_ms = milliseconds_of(run.clock.now() - started);
    return result;
}

}  // namespace plumbline::runner
