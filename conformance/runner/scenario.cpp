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
void add_dependencies(const workflow::Suite& suite,
                      const workflow::Workflow& workflow,
                      const std::map<std::string, Played>& played,
                      std::map<std::string, Played>& visible) {
    for (const std::string& id : workflow.depends_on) {
        const auto found = played.find(id);
        if (found == played.end() || !visible.insert(*found).second) continue;
        if (const auto* next = suite.find_workflow(id))
            add_dependencies(suite, *next, played, visible);
    }
}

}  // namespace

reports::ScenarioResult play_scenario(const Stage& stage,
                                      const workflow::Suite& suite,
                                      const workflow::Workflow& workflow,
                                      Environment& environment,
                                      const SharedJson& inputs,
                                      const Send& send,
                                      std::map<std::string, Played>& others) {
    const Instant started = stage.clock.now();
    const Send late = insisting(send, stage.stop);
    std::map<std::string, Played> visible;
    add_dependencies(suite, workflow, others, visible);
    Scene scene{stage, suite, environment, send, late, visible, {}, stage.max_steps, {}, {}, {}};
    scene.sources = source_values(suite, environment);
    for (const std::string& id : workflow.depends_on) {
        const auto needed = others.find(id);
        if (needed != others.end())
            scene.last_write = std::max(scene.last_write, needed->second.last_write);
    }
    const Played played = play_workflow(scene, workflow, inputs, {});
    others[workflow.id] = played;
    reports::ScenarioResult result;
    result.name = workflow.name;
    result.summary = workflow.summary;
    result.area = workflow.area;
    result.where = workflow.where;
    result.steps = std::move(scene.steps);
    result.verdict = verdict_of(result.steps, played.passed);
    if (result.verdict == Verdict::kPassed && !scene.skip_reason.empty()) {
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
