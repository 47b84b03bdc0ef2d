#pragma once
// Plays the steps of one workflow, their actions, called workflows and background exchanges.

#include "conformance/runner/attempt/attempt.hpp"
#include "conformance/runner/attempt/attempt_log.hpp"
#include "conformance/runner/attempt/missing_values.hpp"
#include "conformance/runner/player/background_exchanges.hpp"
#include "conformance/runner/player/blocked_step.hpp"
#include "conformance/runner/player/choose_action.hpp"
#include "conformance/runner/player/scenario_context.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Plays one workflow, once; creates another player for each workflow that a step or action names.
/// Not thread-safe: nothing guards its state.
class WorkflowPlayer {
  public:
    WorkflowPlayer(ScenarioContext& context,
                   const workflow::Workflow& workflow,
                   SharedJson inputs,
                   CallFrame call);
    [[nodiscard]] WorkflowOutcome play();

  private:
    using Action = workflow::Action;
    using Step = workflow::Step;

    /// Whether a step counts towards the step limit: each clean-up step at the end is played once.
    enum class StepLimit { kCounted, kIgnored };

    // conformance/runner/player/workflow_player.cpp: steps in order.

    /// Plays the step at `index` until nothing is retried; returns the index of the next step.
    std::optional<std::size_t> play_step(std::size_t index, StepLimit limit = StepLimit::kCounted);
    /// Records the last attempt of a step and returns the next step, as play_step.
    std::optional<std::size_t> finish_step(const Step& step,
                                           std::size_t index,
                                           Attempt& attempt,
                                           const Action* action,
                                           AttemptLog& log);
    /// Records a step that is not supported. Its outputs and its actions are unknown, so the
    /// scenario ends after it, except for clean-up steps.
    std::optional<std::size_t> skip_unsupported(const Step& step);
    /// Records that the target's data does not meet a precondition of a step, so that the scenario
    /// ends as skipped unless something failed.
    void skip_scenario(const Step& step, const reports::Finding& unmet);
    /// Does the same for an unsupported step of a called workflow: no action follows it.
    std::optional<std::size_t> abort_workflow(reports::StepResult result, AttemptLog& log);
    Attempt try_step(const Step& step, int number);
    /// Applies the known deviations to a complete attempt; if there is one, outputs of the step may
    /// be missing. If a value for its request is missing for that reason, the scenario ends here,
    /// except for clean-up steps.
    void apply_deviations_to(const Step& step, Attempt& attempt);
    /// Counts an attempt that failed only by known deviations as succeeded, so that the rest of the
    /// scenario is checked.
    void accept(const Step& step, Attempt& attempt);
    void store_outputs(const Step& step, const Attempt& attempt);
    std::optional<std::size_t> fail_step_limit(const Step& step);
    /// Records that the scenario cannot continue after a step or action, so that it has not passed.
    void record_blocked(const std::string& id, const SourceRef& where, BlockReason block_reason);
    bool wait(Duration time);

    // conformance/runner/player/workflow_player_actions.cpp: the actions after a step.

    const Action* next_action(const Step& step, const Attempt& attempt);
    /// Waits and executes the action; returns false if that fails or the run ends before. Unless it
    /// fails, the provisional findings of the attempt are dropped.
    bool retry(const Step& step, const Action& action, Attempt& attempt, AttemptLog& log);
    std::optional<std::size_t> follow_action(const Action* action,
                                             std::size_t index,
                                             const Attempt& attempt);
    /// Returns whether an unsuccessful read may have missed an earlier write.
    [[nodiscard]] bool is_stale_read(const Step& step, const Attempt& attempt) const;
    /// Returns the time from which a read must show the last write. Requires a last write.
    [[nodiscard]] Instant consistent_from() const;
    /// Waits until the read is worth another try; returns false if the run ends before.
    bool retry_stale_read(Attempt& attempt, AttemptLog& log);

    // conformance/runner/player/workflow_player_calls.cpp: workflows that steps call and actions
    // name.

    /// Plays the workflow that an action names and adds its result to this workflow's; returns
    /// whether it passed.
    bool play_action_workflow(const Action& action, const AttemptData& data);
    /// Plays a workflow that the step or action `name` names. Its inputs are those that the caller
    /// passes, else the user's, the environment's, their defaults. Errors: a missing input, or
    /// calls that are nested too deeply.
    Result<WorkflowOutcome> play_called_workflow(const std::string& id,
                                                 const Json& passed_inputs,
                                                 const std::string& name,
                                                 const std::vector<std::string>& verifies = {});
    Attempt call_workflow(const Step& step, int number);

    // conformance/runner/player/workflow_player_background.cpp: steps with a background exchange.

    /// Waits for the background exchanges that a step depends on, or that it would start again, and
    /// checks them; returns false if one of them ends the scenario.
    bool join_dependencies(const Step& step, std::size_t index);
    /// Starts the background exchange of a step; the step gets its verdict when it is joined.
    std::optional<std::size_t> play_in_background(const Step& step, std::size_t index);
    /// Returns whether the background step has succeeded.
    bool join_step(std::size_t index);
    /// Stops and checks the background exchanges if there are known deviations: one of them may be
    /// why they have not produced a value. Returns whether there were any.
    bool join_deviating_background();
    /// Waits for the background exchanges to end; stops them if the workflow was aborted.
    void end_background();

    ScenarioContext& context_;
    const workflow::Workflow& workflow_;
    CallFrame call_;
    WorkflowValues values_;
    BackgroundExchanges background_;
    RetryCounters retries_;
    MissingValues missing_;
    std::set<std::size_t> played_steps_;
    bool passed_ = true;
    bool completed_ = true;
    bool is_aborted_ = false;  ///< see WorkflowOutcome
    bool lacks_precondition_ = false;
};

}  // namespace plumbline::runner
