#include "conformance/runner/consistency.hpp"
#include "conformance/runner/step_credentials.hpp"
#include "conformance/runner/workflow_player.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {

bool Player::join_what_is_needed(const Step& step, std::size_t index) {
    bool succeeded = !background_.has(index) || collect(index);
    for (const std::string& id : step.depends_on) {
        const auto needed = workflow_.find_step(id);
        // Also behind one that has failed: what goes wrong for several is told of each.
        if (needed && background_.has(*needed)) succeeded = collect(*needed) && succeeded;
    }
    return succeeded;
}

std::optional<std::size_t> Player::play_beside(const Step& step, std::size_t index) {
    learn_credentials(step, scope_of(values_, {}), scene_.environment.secrets);
    Attempt attempt = prepare_operation(scene_.stage, step, values_, scene_.environment, 1);
    attempt.result.id = call_.prefix + step.id;
    if (!attempt.evidence.request) {
        passed_ = false;
        scene_.steps.push_back(std::move(attempt.result));
        return std::nullopt;
    }
    const bool is_released = background_.start(index, step, std::move(attempt), values_.snapshot());
    values_.set_outputs(step.id, background_.outputs(index));
    // One that is over already is judged in its turn all the same: else the order of the record
    // would be that in which exchanges happen to end.
    const bool goes_on = is_released || collect(index);
    return goes_on ? std::optional(index + 1) : std::nullopt;
}

bool Player::collect(std::size_t index) {
    const Step step = counted(workflow_.steps[index], call_);
    Attempt attempt = background_.join(index);
    if (may_have_written(step, attempt)) scene_.last_write = scene_.stage.clock.now();
    if (attempt.succeeded) keep_outputs(step, attempt);
    passed_ = passed_ && attempt.succeeded;
    const bool succeeded = attempt.succeeded;
    scene_.steps.push_back(std::move(attempt.result));
    return succeeded;
}

void Player::end_background() {
    if (!passed_ || scene_.stage.is_stopped()) background_.leave();
    for (const std::size_t place : background_.places()) (void)collect(place);
}

}  // namespace plumbline::runner
