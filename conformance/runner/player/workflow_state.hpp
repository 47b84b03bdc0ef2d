#pragma once
// The state of one workflow while it is played, and what an attempt of a step changes in it.

#include "conformance/runner/attempt/attempt.hpp"
#include "conformance/runner/attempt/excused_attempt.hpp"
#include "conformance/runner/player/output_sizes.hpp"
#include "conformance/runner/player/play_workflow.hpp"
#include "conformance/runner/player/request_delays.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Shared by the workflow's player, its background steps and its calls of other workflows; a called
/// workflow has a state of its own. Not thread-safe: only the workflow's thread uses it, which
/// takes the results of background exchanges when they have ended.
struct WorkflowState {
    WorkflowState(ScenarioContext& its_scenario,
                  const workflow::Workflow& its_workflow,
                  SharedJson inputs,
                  CallFrame its_call);

    /// Returns the step. If it names no requirements, it gets those of the step that called this
    /// workflow: many steps can then share one called workflow and name a requirement each.
    [[nodiscard]] workflow::Step step_at(std::size_t index) const;
    /// Returns what an attempt of a step reads; the state and the step must outlive it.
    [[nodiscard]] AttemptContext context_of(const workflow::Step& step) const {
        return {scenario.run, step, values, scenario.environment};
    }
    /// Returns what expressions outside of an attempt read.
    [[nodiscard]] expressions::Scope scope() const { return scope_of(values, {}); }

    ScenarioContext& scenario;
    const workflow::Workflow& workflow;
    const CallFrame call;
    OutputSizes output_sizes;
    WorkflowValues values;
    MissingValues missing;  ///< values that excused steps did not give
    RequestDelays delays;
    bool passed = true;
    bool is_aborted = false;          ///< a step is not supported, so the rest is unknown
    bool lacks_precondition = false;  ///< the target's data does not meet one of a step
};

/// Returns {id: {"inputs": {}, "outputs": {}}} of the suite's workflows played so far. Workflows of
/// other documents are omitted: no expression can name them.
[[nodiscard]] SharedJson workflow_values(const ScenarioContext& scenario,
                                         const workflow::Suite& suite);

/// Returns the outputs that have a value, by name. An output without a value is omitted: an
/// expression that needs it reports "unresolved" with its own position.
[[nodiscard]] Json outputs_of(const std::vector<workflow::OutputDefinition>& outputs,
                              const expressions::Scope& scope);

/// Completes an attempt: applies the known deviations to it, and keeps its outputs if it succeeded.
/// If a check of it is excused, outputs of the step may be missing. If a value for its request is
/// missing for that reason, the scenario ends here, except for clean-up steps.
void complete_attempt(WorkflowState& state, const workflow::Step& step, Attempt& attempt);

/// Counts an attempt with an excuse as succeeded, so that the rest of the scenario is checked.
void accept(WorkflowState& state, const workflow::Step& step, Attempt& attempt);

/// Records that the target's data does not meet a precondition of a step, so that the scenario ends
/// as skipped unless something failed; or that the step was sent too late: then it is not judged.
void skip_scenario(WorkflowState& state, const workflow::Step& step, const reports::Finding& unmet);

/// Records, as a separate step, why the scenario cannot continue after the step or action `id`, so
/// that it has not passed.
void record_blocked(WorkflowState& state, const std::string& id, reports::Finding finding);

}  // namespace plumbline::runner
