#include "conformance/deviations/deviations.hpp"
#include "conformance/runner/attempt/consistency.hpp"
#include "conformance/runner/attempt/deviated_attempt.hpp"
#include "conformance/runner/player/workflow_player.hpp"
#include "conformance/runner/request/step_credentials.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {

bool WorkflowPlayer::join_dependencies(const Step& step, std::size_t index) {
    bool succeeded = !background_.has(index) || join_step(index);
    for (const std::string& id : step.depends_on) {
        const auto needed = workflow_.find_step(id);
        // Continue after a failed one: each failure is reported.
        if (needed && background_.has(*needed)) succeeded = join_step(*needed) && succeeded;
    }
    return succeeded;
}

std::optional<std::size_t> WorkflowPlayer::play_in_background(const Step& step, std::size_t index) {
    add_step_credentials(step, scope_of(values_, {}), context_.environment.secrets);
    Attempt attempt = prepare_operation(context_.run, step, values_, context_.environment, 1);
    attempt.result.id = call_.prefix + step.id;
    if (!attempt.data.request) {
        apply_deviations_to(step, attempt);
        is_aborted_ = is_aborted_ || attempt.is_aborted;
        passed_ = false;
        context_.steps.push_back(std::move(attempt.result));
        return std::nullopt;
    }
    const bool is_released = background_.start(index, step, std::move(attempt), values_.snapshot());
    values_.set_outputs(step.id, background_.outputs(index));
    // An exchange that has ended already is still checked in its turn: otherwise the order of the
    // record would depend on when exchanges happen to end.
    const bool continues = is_released || join_step(index);
    return continues ? std::optional(index + 1) : std::nullopt;
}

bool WorkflowPlayer::join_step(std::size_t index) {
    const Step step = with_inherited_requirements(workflow_.steps[index], call_);
    Attempt attempt = background_.join(index);
    apply_deviations_to(step, attempt);
    if (excuse_of(step, attempt) != ExcuseLevel::kNone) accept(step, attempt);
    if (may_have_written(step, attempt)) context_.last_write = context_.run.clock.now();
    if (attempt.succeeded) store_outputs(step, attempt);
    // The criteria of other exchanges depend on what the target does not have.
    if (lacks_precondition_)
        drop_provisional_findings(attempt.result);
    else if (attempt.unmet)
        skip_scenario(step, *attempt.unmet);
    passed_ = passed_ && attempt.succeeded;
    const bool succeeded = attempt.succeeded;
    context_.steps.push_back(std::move(attempt.result));
    return succeeded;
}

bool WorkflowPlayer::join_deviating_background() {
    const deviations::KnownDeviations* known = context_.run.deviations;
    if (!known || known->entries().empty() || background_.indexes().empty()) return false;
    background_.stop_all();
    for (const std::size_t index : background_.indexes()) (void)join_step(index);
    return true;
}

void WorkflowPlayer::end_background() {
    if (!passed_ || context_.run.is_stopped()) background_.stop_all();
    for (const std::size_t index : background_.indexes()) (void)join_step(index);
}

}  // namespace plumbline::runner
