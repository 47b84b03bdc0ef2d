#include "conformance/runner/player.hpp"

#include "conformance/runner/attempt.hpp"
#include "conformance/runner/attempt_log.hpp"
#include "conformance/runner/background.hpp"
#include "conformance/runner/choose_action.hpp"
#include "conformance/runner/consistency.hpp"
#include "conformance/runner/handing_over.hpp"
#include "conformance/runner/secrets.hpp"
#include "conformance/runner/standstill.hpp"
#include "conformance/runner/step_credentials.hpp"
#include "conformance/runner/waiting.hpp"
#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>

namespace plumbline::runner {
namespace {

using reports::Verdict;
using workflow::Action;
using workflow::ActionKind;
using workflow::Step;

constexpr int kMaxDepth = 16;  ///< of workflows calling workflows
constexpr const char* kNoInputs =
    "give it in the action's `parameters:`, give the input a default, or give it with --input";

/// Plays one workflow; calls itself for workflows that steps name.
class Player {
  public:
    Player(Scene& scene, const workflow::Workflow& workflow, SharedJson inputs, Call call)
        : scene_(scene), workflow_(workflow), call_(std::move(call)), background_(scene) {
        values_.inputs = std::move(inputs);
        values_.steps = std::make_shared<Json>(Json::object());
        const workflow::Suite& suite = *workflow_.suite;
        SharedJson& sources = scene_.sources[&suite];
        if (!sources) sources = source_values(suite, scene_.environment);
        values_.sources = sources;
        values_.components = suite.components;
        values_.self = suite.self;
        values_.workflows = workflow_values(scene_, suite);
    }

    Played play() {
        std::optional<std::size_t> at = 0;
        while (at && *at < workflow_.steps.size() && !scene_.stage.is_stopped())
            at = play_step(*at);
        end_background();
        completed_ = !scene_.stage.is_stopped();
        for (std::size_t i = 0; i < workflow_.steps.size(); ++i) {
            const Step& step = workflow_.steps[i];
            if (step.finally && !ran_.contains(i) && is_ready(step, scope_of(values_, {})))
                (void)play_step(i, Limit::kPassedOver);
        }
        Played played{passed_ && completed_,
                      values_.inputs,
                      share(outputs_of(workflow_.outputs, scope_of(values_, {}))),
                      scene_.last_write,
                      is_cut_short_};
        scene_.played[&workflow_] = played;
        return played;
    }

  private:
    /// Whether a step counts for the limit of steps: what cleans up at the end is played once.
    enum class Limit { kHolds, kPassedOver };

    /// Plays the step at `index` until nothing more is retried; returns the index of the next one.
    std::optional<std::size_t> play_step(std::size_t index, Limit limit = Limit::kHolds) {
        const Step step = counted(workflow_.steps[index], call_);
        // Retries have bounds of their own: a limit, the deadline of polling, consistency_wait.
        if (limit == Limit::kHolds && --scene_.steps_left < 0) return give_up(step);
        ran_.insert(index);
        if (!step.unsupported.empty()) return pass_over(step);
        if (!join_what_is_needed(step, index)) return std::nullopt;
        if (step.background) return play_beside(step, index);
        AttemptLog log(scene_.steps);
        for (int number = 1;; ++number) {
            Attempt attempt = try_step(step, number);
            if (attempt.is_cut_short) return cut_short(std::move(attempt.result), log);
            const Action* action = next_action(step, attempt);
            if (action && action->kind == ActionKind::kRetry && !scene_.stage.is_stopped()) {
                if (retry(step, *action, attempt, log)) continue;
                return std::nullopt;
            }
            if (came_early(step, attempt)) {
                if (look_again(attempt, log)) continue;
                return std::nullopt;
            }
            if (action) attempt.result.action = describe(*action);
            passed_ = passed_ && attempt.succeeded;
            log.add(std::move(attempt.result));
            return follow(action, index, attempt);
        }
    }

    /// Records a step that is not supported. What it would put out and where it would lead is not
    /// known, so the scenario ends with it, but for what cleans up.
    std::optional<std::size_t> pass_over(const Step& step) {
        scene_.steps.push_back(not_supported(call_.prefix + step.id, step));
        scene_.skip_reason = "step " + call_.prefix + step.id + ": " + step.unsupported[0].message;
        passed_ = false;
        is_cut_short_ = true;
        return std::nullopt;
    }

    /// The same where it is a step of the workflow that a step called: no action follows.
    std::optional<std::size_t> cut_short(reports::StepResult result, AttemptLog& log) {
        log.add(std::move(result));
        passed_ = false;
        is_cut_short_ = true;
        return std::nullopt;
    }

    /// Waits for the exchanges in the background that a step depends on, or that it would begin
    /// once more, and judges each; returns false if the scenario ends with one of them.
    bool join_what_is_needed(const Step& step, std::size_t index) {
        bool succeeded = !background_.has(index) || collect(index);
        for (const std::string& id : step.depends_on) {
            const auto needed = workflow_.find_step(id);
            // Also behind one that has failed: what goes wrong for several is told of each.
            if (needed && background_.has(*needed)) succeeded = collect(*needed) && succeeded;
        }
        return succeeded;
    }

    /// Begins a step whose exchange goes on; its verdict falls when it is joined.
    std::optional<std::size_t> play_beside(const Step& step, std::size_t index) {
        learn_credentials(step, scope_of(values_, {}), scene_.environment.secrets);
        Attempt attempt = prepare_operation(scene_.stage, step, values_, scene_.environment, 1);
        attempt.result.id = call_.prefix + step.id;
        if (!attempt.evidence.request) {
            passed_ = false;
            scene_.steps.push_back(std::move(attempt.result));
            return std::nullopt;
        }
        const bool is_released =
            background_.start(index, step, std::move(attempt), values_.snapshot());
        values_.set_outputs(step.id, background_.outputs(index));
        // One that is over already is judged in its turn all the same: else the order of the record
        // would be that in which exchanges happen to end.
        const bool goes_on = is_released || collect(index);
        return goes_on ? std::optional(index + 1) : std::nullopt;
    }

    /// Returns whether the step in the background has succeeded.
    bool collect(std::size_t index) {
        const Step step = counted(workflow_.steps[index], call_);
        Attempt attempt = background_.join(index);
        if (may_have_written(step, attempt)) scene_.last_write = scene_.stage.clock.now();
        if (attempt.succeeded) keep_outputs(step, attempt);
        passed_ = passed_ && attempt.succeeded;
        const bool succeeded = attempt.succeeded;
        scene_.steps.push_back(std::move(attempt.result));
        return succeeded;
    }

    /// What goes on ends by itself, unless the workflow has broken off: then nobody waits for it.
    void end_background() {
        if (!passed_ || scene_.stage.is_stopped()) background_.leave();
        for (const std::size_t place : background_.places()) (void)collect(place);
    }

    Attempt try_step(const Step& step, int number) {
        learn_credentials(step, scope_of(values_, {}), scene_.environment.secrets);
        Attempt attempt = step.operation
                              ? try_operation(scene_.stage,
                                              step,
                                              values_,
                                              scene_.environment,
                                              step.finally ? scene_.clean_up : scene_.send,
                                              number)
                              : call_workflow(step, number);
        attempt.result.id = call_.prefix + step.id;
        if (may_have_written(step, attempt)) scene_.last_write = scene_.stage.clock.now();
        if (attempt.succeeded) keep_outputs(step, attempt);
        return attempt;
    }

    /// Says whether a read that did not go well may have missed what was written before.
    bool came_early(const Step& step, const Attempt& attempt) const {
        return scene_.last_write && may_be_stale(step, attempt) &&
               attempt.evidence.exchange->started < consistent_from() && !scene_.stage.is_stopped();
    }

    /// From when on a read must show the last write. Only where there was one.
    Instant consistent_from() const {
        return *scene_.last_write + scene_.stage.target.consistency_wait;
    }

    /// Waits until the read is worth another try; returns false if the run ends before.
    bool look_again(Attempt& attempt, AttemptLog& log) {
        forget_not_yet(attempt.result, is_not_found(attempt));
        attempt.result.action = "again: within consistency_wait";
        log.add(std::move(attempt.result));
        constexpr Duration kLeast = std::chrono::milliseconds(1);  // 0 would be no pause at all
        const auto& polling = scene_.stage.target.polling;
        const Duration interval = polling ? Duration(polling->interval) : kLeast;
        const Duration left = consistent_from() - scene_.stage.clock.now();
        return wait(std::max(kLeast, std::min(interval, left)));
    }

    const Action* next_action(const Step& step, const Attempt& attempt) {
        return choose_action(attempt.succeeded ? step.on_success : step.on_failure,
                             step.id,
                             scope_of(values_, attempt.evidence),
                             retries_,
                             scene_.stage.target.polling,
                             scene_.stage.clock.now());
    }

    /// Waits and does what the action asks for; returns false if that fails or the run ends before.
    /// Unless it fails, the attempt was no more than "not yet".
    bool retry(const Step& step, const Action& action, Attempt& attempt, AttemptLog& log) {
        const auto& exchange = attempt.evidence.exchange;
        const http::Response* response =
            exchange && exchange->response ? &*exchange->response : nullptr;
        const auto& polling = scene_.stage.target.polling;
        const Instant now = scene_.stage.clock.now();
        Duration delay = retry_delay(action, response, polling, scene_.stage.max_retry_after, now);
        if (const auto left = retries_.time_left(step.id, action, polling, now))
            delay = std::min(delay, *left);
        attempt.result.action = describe(action);
        reports::StepResult judged = attempt.result;
        forget_not_yet(attempt.result);
        log.add(std::move(attempt.result));
        if (!wait(delay)) return false;
        if (const auto before = workflow_.find_step(action.step)) (void)play_step(*before);
        if (!action.workflow.empty() && !lead_to(action, attempt.evidence)) {
            if (!scene_.stage.is_stopped() && !is_cut_short_) log.replace_last(std::move(judged));
            return false;
        }
        return !scene_.stage.is_stopped();
    }

    std::optional<std::size_t> follow(const Action* action,
                                      std::size_t index,
                                      const Attempt& attempt) {
        if (!action) return attempt.succeeded ? std::optional(index + 1) : std::nullopt;
        if (action->kind == ActionKind::kEnd) {
            if (!action->skip_reason.empty()) scene_.skip_reason = action->skip_reason;
            return std::nullopt;
        }
        if (action->workflow.empty()) return workflow_.find_step(action->step);
        (void)lead_to(*action, attempt.evidence);
        return std::nullopt;
    }

    /// Plays the workflow that an action names, with the inputs that the scenario was given and
    /// those of the action, which go first, and counts what came of it; returns whether it passed.
    bool lead_to(const Action& action, const Evidence& evidence) {
        const auto other =
            inputs_from(action.parameters, scope_of(values_, evidence)).and_then([&](Json own) {
                Json given = *scene_.environment.given;
                given.update(own);
                return play_other(action.workflow, given, action.name);
            });
        if (!other) {
            const Error& why = other.error();
            stand_still(action.name,
                        action.where,
                        {Verdict::kNotRun,
                         "request",
                         "the workflow " + action.workflow + " to be played",
                         why.message,
                         why.code == ErrorCode::kNotFound ? kNoInputs : join(why.notes, "; ")});
        }
        const bool passed = other && other->passed;
        is_cut_short_ = is_cut_short_ || (other && other->is_cut_short);
        passed_ = passed_ && passed;
        return passed;
    }

    bool wait(Duration time) { return wait_unless(scene_.stage.stop, scene_.stage.clock, time); }

    std::optional<std::size_t> give_up(const Step& step) {
        stand_still(
            step.id,
            step.where,
            {Verdict::kFailed,
             "steps",
             "the scenario to end within " + std::to_string(scene_.stage.max_steps) + " steps",
             "still going on",
             "a goto without a way out?"});
        return std::nullopt;
    }

    /// Records that the scenario cannot go on at a step or action; then it has not passed.
    void stand_still(const std::string& id, const SourceRef& where, Obstacle obstacle) {
        scene_.steps.push_back(standstill(call_.prefix + id, where, std::move(obstacle)));
        passed_ = false;
    }

    /// Plays a workflow that the step or action `name` names. Errors: it lacks an input, or calls
    /// itself without an end.
    Result<Played> play_other(const std::string& id,
                              const Json& given,
                              const std::string& name,
                              const std::vector<std::string>& verifies = {}) {
        const workflow::Workflow* other = workflow_.other(id);
        if (!other) return fail(ErrorCode::kNotFound, "there is no workflow " + id);
        if (call_.depth >= kMaxDepth) {
            return fail(ErrorCode::kLimit,
                        "workflows call one another " + std::to_string(kMaxDepth) +
                            " deep, and the last wants the workflow " + id,
                        {},
                        {"end such a circle with an action that has criteria, or use a stepId"});
        }
        std::vector<std::string>& secrets = scene_.environment.secrets;
        add_secrets(*other, given, secrets);  // an error may tell one
        auto inputs = inputs_for(*other, scene_.environment, given);
        if (!inputs) {
            return fail(inputs.error().code, "the workflow " + id + ": " + inputs.error().message);
        }
        add_secrets(*other, *inputs, secrets);
        Call call{call_.prefix + name + '/', call_.depth + 1, verifies};
        return Player(scene_, *other, share(std::move(*inputs)), std::move(call)).play();
    }

    Attempt call_workflow(const Step& step, int number) {
        const std::string wanted = "the workflow " + step.workflow + " to be called";
        Attempt attempt = begin_attempt(step, number);
        const auto given = inputs_from(step.parameters, scope_of(values_, {}));
        if (!given) return not_run(std::move(attempt), wanted, given.error());
        const auto played = play_other(step.workflow, *given, step.id, step.verifies);
        if (!played) return not_run(std::move(attempt), wanted, played.error());
        if (played->is_cut_short) {
            attempt.is_cut_short = true;
            attempt.result.verdict = Verdict::kSkipped;
            return attempt;
        }
        attempt.evidence.outputs = played->outputs;
        values_.workflows = workflow_values(scene_, *workflow_.suite);
        judge_criteria(scene_.stage, step, values_, attempt);
        if (!played->passed) attempt.result.verified.clear();
        attempt.succeeded = attempt.succeeded && played->passed;
        return attempt;
    }

    void keep_outputs(const Step& step, const Attempt& attempt) {
        Json outputs = outputs_of(step.outputs, scope_of(values_, attempt.evidence));
        if (attempt.evidence.heard) outputs.update(*attempt.evidence.heard->outputs);
        values_.set_outputs(step.id, std::move(outputs));
    }

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

}  // namespace

Played play_workflow(Scene& scene,
                     const workflow::Workflow& workflow,
                     SharedJson inputs,
                     Call call) {
    return Player(scene, workflow, std::move(inputs), std::move(call)).play();
}

}  // namespace plumbline::runner
