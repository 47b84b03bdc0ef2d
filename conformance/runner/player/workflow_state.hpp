#pragma once
// The state of one workflow while it is played, and what an attempt of a step changes in it.

#include "conformance/runner/attempt/attempt.hpp"
#include "conformance/runner/attempt/deviated_attempt.hpp"
#include "conformance/runner/player/play_workflow.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace plumbline::runner {

/// What the player of a workflow, its background steps and the workflows that it calls share. Not
/// thread-safe: only the workflow's thread uses it.
struct WorkflowState {
    WorkflowState(ScenarioContext& its_scenario,
                  const workflow::Workflow& its_workflow,
                  SharedJson inputs,
                  CallFrame its_call);

    /// Returns the step with its requirements; without its own, those of the calling step. So a
    /// table of cases names a requirement per case, and the called workflow checks the response.
    [[nodiscard]] workflow::Step step_at(std::size_t index) const;
    /// Returns what an attempt of a step reads; this and the step must outlive it.
    [[nodiscard]] AttemptContext context_of(const workflow::Step& step) const {
        return {scenario.run, step, values, scenario.environment};
    }
    /// Returns what expressions outside of an attempt read.
    [[nodiscard]] expressions::Scope scope() const { return scope_of(values, {}); }

    ScenarioContext& scenario;
    const workflow::Workflow& workflow;
    const CallFrame call;
    WorkflowValues values;
    MissingValues missing;
    bool passed = true;
    bool is_aborted = false;  ///< see WorkflowOutcome
    bool lacks_precondition = false;
};

/// Returns {id: {"inputs": {}, "outputs": {}}} of the suite's workflows played so far. Workflows of
/// other documents may have the same ids, and no expression can name them.
[[nodiscard]] SharedJson workflow_values(const ScenarioContext& scenario,
                                         const workflow::Suite& suite);

/// Returns the outputs that have a value, by name. An output without a value is omitted: an
/// expression that needs it reports "unresolved" with its own position.
[[nodiscard]] Json outputs_of(const std::vector<workflow::OutputDefinition>& outputs,
                              const expressions::Scope& scope);

/// Completes an attempt: applies the known deviations to it, and keeps its outputs if it succeeded.
/// After a deviation, outputs of the step may be missing. If a value for its request is missing for
/// that reason, the scenario ends here, except for clean-up steps.
void complete_attempt(WorkflowState& state, const workflow::Step& step, Attempt& attempt);

/// Counts an attempt that failed only by known deviations as succeeded, so that the rest of the
/// scenario is checked.
void accept(WorkflowState& state, const workflow::Step& step, Attempt& attempt);

/// Records that the target's data does not meet a precondition of a step, so that the scenario ends
/// as skipped unless something failed.
void skip_scenario(WorkflowState& state, const workflow::Step& step, const reports::Finding& unmet);

/// Records, as a separate step, why the scenario cannot continue after the step or action `id`, so
/// that it has not passed.
void record_blocked(WorkflowState& state, const std::string& id, reports::Finding finding);

}  // namespace plumbline::runner
