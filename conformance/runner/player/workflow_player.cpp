#include "conformance/runner/player/workflow_player.hpp"

#include "conformance/runner/attempt/consistency.hpp"
#include "conformance/runner/attempt/deviated_attempt.hpp"
#include "conformance/runner/interruptible_wait.hpp"
#include "conformance/runner/player/inputs_outputs.hpp"
#include "conformance/runner/player/play_workflow.hpp"
#include "conformance/runner/request/step_credentials.hpp"
#include "reports/reports.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {

namespace {

using reports::Verdict;
using workflow::ActionType;

}  // namespace

WorkflowPlayer::WorkflowPlayer(ScenarioContext& context,
                               const workflow::Workflow& workflow,
                               SharedJson inputs,
                               CallFrame call)
    : context_(context), workflow_(workflow), call_(std::move(call)), background_(context) {
    values_.inputs = std::move(inputs);
    values_.steps = std::make_shared<Json>(Json::object());
    const workflow::Suite& suite = *workflow_.suite;
    SharedJson& sources = context_.sources[&suite];
    if (!sources) sources = source_values(suite, context_.environment);
    values_.sources = sources;
    values_.components = suite.components;
    values_.self = suite.self;
    values_.workflows = workflow_values(context_, suite);
    for (const auto& [one, played] : context_.outcomes) {
        if (played.has_deviated && one->suite == &suite) missing_.add_workflow(one->id);
    }
    if (call_.may_lack_inputs) missing_.add_inputs();
}

WorkflowOutcome WorkflowPlayer::play() {
    std::optional<std::size_t> at = 0;
    while (at && *at < workflow_.steps.size() && !context_.run.is_stopped()) at = play_step(*at);
    end_background();
    completed_ = !context_.run.is_stopped();
    for (std::size_t i = 0; i < workflow_.steps.size(); ++i) {
        const Step& step = workflow_.steps[i];
        if (step.finally && !played_steps_.contains(i) &&
            has_parameter_values(step, scope_of(values_, {})))
            (void)play_step(i, StepLimit::kIgnored);
    }
    WorkflowOutcome played{passed_ && completed_,
                           values_.inputs,
                           make_shared_json(outputs_of(workflow_.outputs, scope_of(values_, {}))),
                           context_.last_write,
                           is_aborted_,
                           !missing_.empty()};
    context_.outcomes[&workflow_] = played;
    return played;
}

std::optional<std::size_t> WorkflowPlayer::play_step(std::size_t index, StepLimit limit) {
    const Step step = with_inherited_requirements(workflow_.steps[index], call_);
    // Retries have their own limits: a retry limit, the poll deadline, consistency_wait.
    if (limit == StepLimit::kCounted && --context_.steps_left < 0) return fail_step_limit(step);
    played_steps_.insert(index);
    if (!step.unsupported.empty()) return skip_unsupported(step);
    if (!join_dependencies(step, index)) return std::nullopt;
    if (step.background) return play_in_background(step, index);
    AttemptLog log(context_.steps);
    for (int number = 1;; ++number) {
        Attempt attempt = try_step(step, number);
        if (attempt.is_aborted) return abort_workflow(std::move(attempt.result), log);
        if (excuse_of(step, attempt) == ExcuseLevel::kMissing) accept(step, attempt);
        const Action* action = next_action(step, attempt);
        if (action && action->type == ActionType::kRetry && !context_.run.is_stopped()) {
            if (retry(step, *action, attempt, log)) continue;
            return std::nullopt;
        }
        if (is_stale_read(step, attempt)) {
            if (retry_stale_read(attempt, log)) continue;
            return std::nullopt;
        }
        return finish_step(step, index, attempt, action, log);
    }
}

std::optional<std::size_t> WorkflowPlayer::finish_step(
    const Step& step, std::size_t index, Attempt& attempt, const Action* action, AttemptLog& log) {
    if (attempt.unmet) {
        skip_scenario(step, *attempt.unmet);
        return abort_workflow(std::move(attempt.result), log);
    }
    if (excuse_of(step, attempt) == ExcuseLevel::kDeviation) {
        accept(step, attempt);
        action = next_action(step, attempt);
    }
    if (action) attempt.result.action = describe(*action);
    passed_ = passed_ && attempt.succeeded;
    log.add(std::move(attempt.result));
    return follow_action(action, index, attempt);
}

std::optional<std::size_t> WorkflowPlayer::skip_unsupported(const Step& step) {
    context_.steps.push_back(unsupported_step(call_.prefix + step.id, step));
    context_.skip_reason = "step " + call_.prefix + step.id + ": " + step.unsupported[0].message;
    passed_ = false;
    is_aborted_ = true;
    return std::nullopt;
}

void WorkflowPlayer::skip_scenario(const Step& step, const reports::Finding& unmet) {
    context_.skip_reason =
        "step " + call_.prefix + step.id + ": " + reports::precondition_text(unmet);
    lacks_precondition_ = true;
    is_aborted_ = true;
}

std::optional<std::size_t> WorkflowPlayer::abort_workflow(reports::StepResult result,
                                                          AttemptLog& log) {
    log.add(std::move(result));
    passed_ = false;
    is_aborted_ = true;
    return std::nullopt;
}

Attempt WorkflowPlayer::try_step(const Step& step, int number) {
    add_step_credentials(step, scope_of(values_, {}), context_.environment.secrets);
    Attempt attempt = step.operation
                          ? try_operation(context_.run,
                                          step,
                                          values_,
                                          context_.environment,
                                          step.finally ? context_.cleanup_send : context_.send,
                                          number)
                          : call_workflow(step, number);
    attempt.result.id = call_.prefix + step.id;
    apply_deviations_to(step, attempt);
    if (may_have_written(step, attempt)) context_.last_write = context_.run.clock.now();
    if (attempt.succeeded) store_outputs(step, attempt);
    return attempt;
}

void WorkflowPlayer::apply_deviations_to(const Step& step, Attempt& attempt) {
    const bool was_aborted = attempt.is_aborted;
    apply_deviations(context_.run, context_.scenario, missing_, attempt);
    if (is_blocked(attempt) && join_deviating_background())
        apply_deviations(context_.run, context_.scenario, missing_, attempt);
    if (has_deviated(attempt)) missing_.add_step(step.id);
    if (attempt.is_aborted && !was_aborted)
        context_.skip_reason =
            "step " + attempt.result.id + ": " + attempt.result.findings.back().got;
}

void WorkflowPlayer::accept(const Step& step, Attempt& attempt) {
    accept_attempt(attempt);
    store_outputs(step, attempt);
}

void WorkflowPlayer::store_outputs(const Step& step, const Attempt& attempt) {
    const expressions::Scope scope = scope_of(values_, attempt.data);
    Json outputs = outputs_of(step.outputs, scope);
    if (attempt.data.stream) outputs.update(*attempt.data.stream->outputs);
    // An output that passes on a missing value is missing, too.
    for (const workflow::OutputDefinition& output : step.outputs) {
        if (missing_.empty() || outputs.contains(output.name)) continue;
        const auto value = output.value.evaluate(scope);
        if (!value && missing_.explain(value.error().message)) missing_.add_step(step.id);
    }
    values_.set_outputs(step.id, std::move(outputs));
}

std::optional<std::size_t> WorkflowPlayer::fail_step_limit(const Step& step) {
    record_blocked(
        step.id,
        step.where,
        {Verdict::kFailed,
         "steps",
         "the scenario to end within " + std::to_string(context_.run.max_steps) + " steps",
         "more steps to play",
         "is there a goto cycle without an exit?"});
    return std::nullopt;
}

void WorkflowPlayer::record_blocked(const std::string& id,
                                    const SourceRef& where,
                                    BlockReason block_reason) {
    context_.steps.push_back(blocked_step(call_.prefix + id, where, std::move(block_reason)));
    passed_ = false;
}

bool WorkflowPlayer::wait(Duration time) {
    return wait_unless_stopped(context_.run.stop, context_.run.clock, time);
}

WorkflowOutcome play_workflow(ScenarioContext& context,
                              const workflow::Workflow& workflow,
                              SharedJson inputs,
                              CallFrame call) {
    return WorkflowPlayer(context, workflow, std::move(inputs), std::move(call)).play();
}

}  // namespace plumbline::runner
