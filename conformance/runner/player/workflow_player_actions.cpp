#include "conformance/runner/attempt/consistency.hpp"
#include "conformance/runner/player/workflow_player.hpp"

#include <algorithm>

namespace plumbline::runner {

namespace {

using workflow::ActionType;

}  // namespace

const workflow::Action* WorkflowPlayer::next_action(const Step& step, const Attempt& attempt) {
    return choose_action(attempt.succeeded ? step.on_success : step.on_failure,
                         step.id,
                         scope_of(values_, attempt.data),
                         retries_,
                         context_.run.target.polling,
                         context_.run.clock.now());
}

bool WorkflowPlayer::retry(const Step& step,
                           const Action& action,
                           Attempt& attempt,
                           AttemptLog& log) {
    const auto& exchange = attempt.data.exchange;
    const http::Response* response =
        exchange && exchange->response ? &*exchange->response : nullptr;
    const auto& polling = context_.run.target.polling;
    const Instant now = context_.run.clock.now();
    Duration delay = retry_delay(action, response, polling, context_.run.max_retry_after, now);
    if (const auto left = retries_.time_left(step.id, action, polling, now))
        delay = std::min(delay, *left);
    attempt.result.action = describe(action);
    reports::StepResult full_result = attempt.result;
    drop_provisional_findings(attempt.result);
    log.add(std::move(attempt.result));
    if (!wait(delay)) return false;
    if (const auto before = workflow_.find_step(action.step)) (void)play_step(*before);
    if (!action.workflow.empty() && !play_action_workflow(action, attempt.data)) {
        if (!context_.run.is_stopped() && !is_aborted_) log.replace_last(std::move(full_result));
        return false;
    }
    return !context_.run.is_stopped();
}

std::optional<std::size_t> WorkflowPlayer::follow_action(const Action* action,
                                                         std::size_t index,
                                                         const Attempt& attempt) {
    if (!action) return attempt.succeeded ? std::optional(index + 1) : std::nullopt;
    if (action->type == ActionType::kEnd) {
        if (!action->skip_reason.empty()) context_.skip_reason = action->skip_reason;
        return std::nullopt;
    }
    if (action->workflow.empty()) return workflow_.find_step(action->step);
    (void)play_action_workflow(*action, attempt.data);
    return std::nullopt;
}

bool WorkflowPlayer::is_stale_read(const Step& step, const Attempt& attempt) const {
    return context_.last_write && may_be_stale(step, attempt) &&
           attempt.data.exchange->started < consistent_from() && !context_.run.is_stopped();
}

Instant WorkflowPlayer::consistent_from() const {
    return *context_.last_write + context_.run.target.consistency_wait;
}

bool WorkflowPlayer::retry_stale_read(Attempt& attempt, AttemptLog& log) {
    drop_provisional_findings(attempt.result, is_not_found(attempt));
    attempt.result.action = "retry: within consistency_wait";
    log.add(std::move(attempt.result));
    constexpr Duration kMinPause = std::chrono::milliseconds(1);  // 0 would not be a pause
    const auto& polling = context_.run.target.polling;
    const Duration interval = polling ? Duration(polling->interval) : kMinPause;
    const Duration left = consistent_from() - context_.run.clock.now();
    return wait(std::max(kMinPause, std::min(interval, left)));
}

}  // namespace plumbline::runner
