#include "conformance/runner/scenario.hpp"

#include "conformance/runner/pacer.hpp"
#include "conformance/runner/player.hpp"
#include "conformance/verdicts/weigh.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

using reports::Verdict;

/// An answered question is no blemish; everything else counts by its gravity.
Verdict verdict_of(const std::vector<reports::StepResult>& steps, bool passed) {
    Verdict verdict = Verdict::kPassed;
    for (const reports::StepResult& step : steps) {
        Verdict one = step.verdict == Verdict::kObserved ? Verdict::kPassed : step.verdict;
        verdict = verdicts::worst(verdict, one);
    }
    // A step that failed without a finding of its own (a called workflow, an exhausted poll) still
    // counts.
    if (!passed && verdict == Verdict::kPassed) return Verdict::kFailed;
    return verdict;
}

/// Gathers what the workflow may see of others: what it depends on, and what that depends on. The
/// rest of its group is no business of its own.
void add_dependencies(const workflow::Workflow& workflow,
                      const PlayedWorkflows& played,
                      PlayedWorkflows& visible) {
    for (const workflow::Dependency& dependency : workflow.depends_on) {
        const auto found = played.find(workflow.other(dependency.workflow));
        if (found == played.end() || !visible.insert(*found).second) continue;
        add_dependencies(*found->first, played, visible);
    }
}

}  // namespace

reports::ScenarioResult play_scenario(const Stage& stage,
                                      const workflow::Workflow& workflow,
                                      Environment& environment,
                                      const SharedJson& inputs,
                                      const Send& send,
                                      PlayedWorkflows& others) {
    const Instant started = stage.clock.now();
    const Send late = insisting(send, stage.stop);
    PlayedWorkflows visible;
    add_dependencies(workflow, others, visible);
    Scene scene{stage, environment, send, late, visible, {}, stage.max_steps, {}};
    for (const workflow::Dependency& dependency : workflow.depends_on) {
        const auto needed = others.find(workflow.other(dependency.workflow));
        if (needed != others.end())
            scene.last_write = std::max(scene.last_write, needed->second.last_write);
    }
    const Played played = play_workflow(scene, workflow, inputs, {});
    others[&workflow] = played;
    reports::ScenarioResult result;
    result.name = workflow.name;
    result.summary = workflow.summary;
    result.area = workflow.area;
    result.where = workflow.where;
    result.steps = std::move(scene.steps);
    result.verdict = verdict_of(result.steps, played.passed);
    const bool is_whole = result.verdict == Verdict::kPassed || result.verdict == Verdict::kSkipped;
    if (is_whole && !scene.skip_reason.empty()) {
        result.verdict = Verdict::kSkipped;
        result.reason = scene.skip_reason;
    }
    if (stage.is_stopped() && !played.passed) {
        result.verdict = Verdict::kNotRun;
        result.reason = "interrupted";
    }
    result.took_ms = std::chrono::duration<double, std::milli>(stage.clock.now() - started).count();
    return result;
}

}  // namespace plumbline::runner
