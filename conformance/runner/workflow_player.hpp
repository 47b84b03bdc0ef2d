#pragma once
// How one workflow is played: its steps, where they lead, what goes on beside them.

#include "conformance/runner/attempt.hpp"
#include "conformance/runner/attempt_log.hpp"
#include "conformance/runner/background.hpp"
#include "conformance/runner/choose_action.hpp"
#include "conformance/runner/scene.hpp"
#include "conformance/runner/standstill.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Plays one workflow, once; makes another Player for each workflow that a step or action names.
/// Thread: one.
class Player {
  public:
    Player(Scene& scene, const workflow::Workflow& workflow, SharedJson inputs, Call call);
    [[nodiscard]] Played play();

  private:
    using Action = workflow::Action;
    using Step = workflow::Step;

    /// Whether a step counts for the limit of steps: what cleans up at the end is played once.
    enum class Limit { kHolds, kPassedOver };

    // player.cpp: steps, one after the other.

    /// Plays the step at `index` until nothing more is retried; returns the index of the next one.
    std::optional<std::size_t> play_step(std::size_t index, Limit limit = Limit::kHolds);
    /// Records a step that is not supported. What it would put out and where it would lead is not
    /// known, so the scenario ends with it, but for what cleans up.
    std::optional<std::size_t> pass_over(const Step& step);
    /// The same where it is a step of the workflow that a step called: no action follows.
    std::optional<std::size_t> cut_short(reports::StepResult result, AttemptLog& log);
    Attempt try_step(const Step& step, int number);
    void keep_outputs(const Step& step, const Attempt& attempt);
    std::optional<std::size_t> give_up(const Step& step);
    /// Records that the scenario cannot go on at a step or action; then it has not passed.
    void stand_still(const std::string& id, const SourceRef& where, Obstacle obstacle);
    bool wait(Duration time);

    // player_actions.cpp: what follows a step.

    const Action* next_action(const Step& step, const Attempt& attempt);
    /// Waits and does what the action asks for; returns false if that fails or the run ends before.
    /// Unless it fails, the attempt was no more than "not yet".
    bool retry(const Step& step, const Action& action, Attempt& attempt, AttemptLog& log);
    std::optional<std::size_t> follow(const Action* action,
                                      std::size_t index,
                                      const Attempt& attempt);
    /// Says whether a read that did not go well may have missed what was written before.
    [[nodiscard]] bool came_early(const Step& step, const Attempt& attempt) const;
    /// From when on a read must show the last write. Only where there was one.
    [[nodiscard]] Instant consistent_from() const;
    /// Waits until the read is worth another try; returns false if the run ends before.
    bool look_again(Attempt& attempt, AttemptLog& log);

    // player_calls.cpp: workflows that steps call and actions lead to.

    /// Plays the workflow that an action names, with the inputs that the scenario was given and
    /// those of the action, which go first, and counts what came of it; returns whether it passed.
    bool lead_to(const Action& action, const Evidence& evidence);
    /// Plays a workflow that the step or action `name` names. Errors: it lacks an input, or calls
    /// itself without an end.
    Result<Played> play_other(const std::string& id,
                              const Json& given,
                              const std::string& name,
                              const std::vector<std::string>& verifies = {});
    Attempt call_workflow(const Step& step, int number);

    // player_background.cpp: steps whose exchange goes on.

    /// Waits for the exchanges in the background that a step depends on, or that it would begin
    /// once more, and judges each; returns false if the scenario ends with one of them.
    bool join_what_is_needed(const Step& step, std::size_t index);
    /// Begins a step whose exchange goes on; its verdict falls when it is joined.
    std::optional<std::size_t> play_beside(const Step& step, std::size_t index);
    /// Returns whether the step in the background has succeeded.
    bool collect(std::size_t index);
    /// What goes on ends by itself, unless the workflow has broken off: then nobody waits for it.
    void end_background();

    Scene& scene_;
    const workflow::Workflow& workflow_;
    Call call_;
    Values values_;
    Background background_;
    RetryBook retries_;
    std::set<std::size_t> ran_;
    bool passed_ = true;
    bool completed_ = true;
    bool is_cut_short_ = false;  ///< see Played
};

}  // namespace plumbline::runner
