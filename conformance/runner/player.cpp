#include "conformance/runner/player.hpp"

#include "conformance/runner/consistency.hpp"
#include "conformance/runner/handing_over.hpp"
#include "conformance/runner/step_credentials.hpp"
#include "conformance/runner/waiting.hpp"
#include "conformance/runner/workflow_player.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {

namespace {

using reports::Verdict;
using workflow::ActionKind;

}  // namespace

Player::Player(Scene& scene, const workflow::Workflow& workflow, SharedJson inputs, Call call)
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

Played Player::play() {
    std::optional<std::size_t> at = 0;
    while (at && *at < workflow_.steps.size() && !scene_.stage.is_stopped()) at = play_step(*at);
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

std::optional<std::size_t> Player::play_step(std::size_t index, Limit limit) {
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

std::optional<std::size_t> Player::pass_over(const Step& step) {
    scene_.steps.push_back(not_supported(call_.prefix + step.id, step));
    scene_.skip_reason = "step " + call_.prefix + step.id + ": " + step.unsupported[0].message;
    passed_ = false;
    is_cut_short_ = true;
    return std::nullopt;
}

std::optional<std::size_t> Player::cut_short(reports::StepResult result, AttemptLog& log) {
    log.add(std::move(result));
    passed_ = false;
    is_cut_short_ = true;
    return std::nullopt;
}

Attempt Player::try_step(const Step& step, int number) {
    learn_credentials(step, scope_of(values_, {}), scene_.environment.secrets);
    Attempt attempt = step.operation ? try_operation(scene_.stage,
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

void Player::keep_outputs(const Step& step, const Attempt& attempt) {
    Json outputs = outputs_of(step.outputs, scope_of(values_, attempt.evidence));
    if (attempt.evidence.heard) outputs.update(*attempt.evidence.heard->outputs);
    values_.set_outputs(step.id, std::move(outputs));
}

std::optional<std::size_t> Player::give_up(const Step& step) {
    stand_still(step.id,
                step.where,
                {Verdict::kFailed,
                 "steps",
                 "the scenario to end within " + std::to_string(scene_.stage.max_steps) + " steps",
                 "still going on",
                 "a goto without a way out?"});
    return std::nullopt;
}

void Player::stand_still(const std::string& id, const SourceRef& where, Obstacle obstacle) {
    scene_.steps.push_back(standstill(call_.prefix + id, where, std::move(obstacle)));
    passed_ = false;
}

bool Player::wait(Duration time) {
    return wait_unless(scene_.stage.stop, scene_.stage.clock, time);
}

Played play_workflow(Scene& scene,
                     const workflow::Workflow& workflow,
                     SharedJson inputs,
                     Call call) {
    return Player(scene, workflow, std::move(inputs), std::move(call)).play();
}

}  // namespace plumbline::runner
