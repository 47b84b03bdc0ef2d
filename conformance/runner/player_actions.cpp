#include "conformance/runner/consistency.hpp"
#include "conformance/runner/workflow_player.hpp"

#include <algorithm>

namespace plumbline::runner {

namespace {

using workflow::ActionKind;

}  // namespace

const workflow::Action* Player::next_action(const Step& step, const Attempt& attempt) {
    return choose_action(attempt.succeeded ? step.on_success : step.on_failure,
                         step.id,
                         scope_of(values_, attempt.evidence),
                         retries_,
                         scene_.stage.target.polling,
                         scene_.stage.clock.now());
}

bool Player::retry(const Step& step, const Action& action, Attempt& attempt, AttemptLog& log) {
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

std::optional<std::size_t> Player::follow(const Action* action,
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

bool Player::came_early(const Step& step, const Attempt& attempt) const {
    return scene_.last_write && may_be_stale(step, attempt) &&
           attempt.evidence.exchange->started < consistent_from() && !scene_.stage.is_stopped();
}

Instant Player::consistent_from() const {
    return *scene_.last_write + scene_.stage.target.consistency_wait;
}

bool Player::look_again(Attempt& attempt, AttemptLog& log) {
    forget_not_yet(attempt.result, is_not_found(attempt));
    attempt.result.action = "again: within consistency_wait";
    log.add(std::move(attempt.result));
    constexpr Duration kLeast = std::chrono::milliseconds(1);  // 0 would be no pause at all
    const auto& polling = scene_.stage.target.polling;
    const Duration interval = polling ? Duration(polling->interval) : kLeast;
    const Duration left = consistent_from() - scene_.stage.clock.now();
    return wait(std::max(kLeast, std::min(interval, left)));
}

}  // namespace plumbline::runner
