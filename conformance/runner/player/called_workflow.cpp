#include "conformance/runner/player/called_workflow.hpp"

#include "conformance/runner/access/secrets.hpp"
#include "conformance/runner/shared_calls.hpp"
#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace plumbline::runner {
namespace {

using reports::Verdict;

constexpr int kMaxDepth = 16;  ///< nesting of workflow calls
constexpr const char* kNoInputs =
    "give it in the action's `parameters:`, give the input a default, or give it with --input";

/// Returns the inputs that a step or action passes to a workflow by these parameters. Errors:
/// kUnresolved.
Result<Json> inputs_from(const std::vector<workflow::ParameterValue>& parameters,
                         const expressions::Scope& scope) {
    Json inputs = Json::object();
    for (const workflow::ParameterValue& parameter : parameters) {
        if (parameter.location) continue;
        auto value = parameter.value.evaluate(scope);
        if (!value) return fail(value.error().code, value.error().message);
        inputs[parameter.name] = std::move(*value);
    }
    return inputs;
}

/// Plays a workflow that the step or action `name` names. Its inputs are those that the caller
/// passes, else the user's, the environment's, their defaults. Errors: a missing input, or calls
/// that are nested too deeply.
Result<WorkflowOutcome> play_called(WorkflowState& caller,
                                    const std::string& id,
                                    const Json& passed_inputs,
                                    const std::string& name,
                                    const std::vector<std::string>& verifies = {}) {
    const workflow::Workflow* other = caller.workflow.find_workflow(id);
    if (!other) return fail(ErrorCode::kNotFound, "unknown workflow " + id);
    if (caller.call.depth >= kMaxDepth) {
        return fail(ErrorCode::kLimit,
                    "workflow calls are nested " + std::to_string(kMaxDepth) +
                        " levels deep, and the last one calls the workflow " + id,
                    {},
                    {"end the cycle with an action that has criteria, or use a stepId"});
    }
    Environment& environment = caller.scenario.environment;
    Json overrides = environment.given_inputs ? *environment.given_inputs : Json::object();
    overrides.update(passed_inputs);
    add_secrets(*other, overrides, environment.secrets);  // an error message may contain one
    auto inputs = inputs_for(*other, environment, overrides);
    if (!inputs)
        return fail(inputs.error().code, "the workflow " + id + ": " + inputs.error().message);
    add_secrets(*other, *inputs, environment.secrets);
    WorkflowOutcome played = play_workflow(caller.scenario,
                                           *other,
                                           std::make_shared<const Json>(std::move(*inputs)),
                                           {caller.call.prefix + name + '/',
                                            caller.call.depth + 1,
                                            verifies,
                                            !caller.missing.empty()});
    if (played.may_lack_outputs) caller.missing.add_workflow(other->id);
    return played;
}

/// Returns the scenario's shared calls if the step is one; null otherwise.
SharedCalls* shared_calls_of(const WorkflowState& caller, const workflow::Step& step) {
    const bool is_shared = !step.shared.empty() && caller.call.depth == 0;
    return is_shared ? caller.scenario.environment.shared_calls.get() : nullptr;
}

/// Completes the attempt of a shared call that an earlier scenario has played: it verifies nothing.
Attempt reuse_call(WorkflowState& caller,
                   const SharedCalls::SharedOutcome& earlier,
                   Attempt attempt) {
    attempt.data.outputs = earlier.outcome.outputs;
    attempt.result.action = "uses what " + earlier.scenario + " has created";
    attempt.is_judged = true;
    attempt.succeeded = true;
    caller.scenario.last_write = std::max(caller.scenario.last_write, earlier.outcome.last_write);
    return attempt;
}

/// Records that the workflow of an action could not be played.
void record_unplayed(WorkflowState& caller, const workflow::Action& action, const Error& why) {
    const std::string expected = "the workflow " + action.workflow + " to be played";
    if (caller.missing.explain(why.message)) {
        const char* note = "not played: an excused step left it without this value";
        record_blocked(
            caller,
            action.name,
            {"request", Verdict::kSkipped, {}, action.where, expected, why.message, note});
        caller.scenario.skip_reason = "action " + action.name + ": " + why.message;
        caller.is_aborted = true;
        return;
    }
    const std::string note = why.code == ErrorCode::kNotFound ? kNoInputs : join(why.notes, "; ");
    record_blocked(caller,
                   action.name,
                   {"request", Verdict::kNotRun, {}, action.where, expected, why.message, note});
}

}  // namespace

bool play_action_workflow(WorkflowState& caller,
                          const workflow::Action& action,
                          const AttemptData& data) {
    const auto played = inputs_from(action.parameters, scope_of(caller.values, data))
                            .and_then([&](const Json& inputs) {
                                return play_called(caller, action.workflow, inputs, action.name);
                            });
    if (!played) record_unplayed(caller, action, played.error());
    const bool passed = played && played->passed;
    caller.is_aborted = caller.is_aborted || (played && played->is_aborted);
    caller.passed = caller.passed && passed;
    return passed;
}

Attempt call_workflow(WorkflowState& caller, const workflow::Step& step, int number) {
    Attempt attempt = new_attempt(step, number);
    SharedCalls* const shared = shared_calls_of(caller, step);
    if (const auto* earlier = shared ? shared->take() : nullptr)
        return reuse_call(caller, *earlier, std::move(attempt));
    const auto played = inputs_from(step.parameters, caller.scope()).and_then([&](const Json& own) {
        return play_called(caller, step.workflow, own, step.id, step.verifies);
    });
    if (!played) {
        return not_run(
            std::move(attempt), "the workflow " + step.workflow + " to be called", played.error());
    }
    if (played->is_aborted) {
        attempt.is_aborted = true;
        attempt.result.verdict = Verdict::kSkipped;
        return attempt;
    }
    if (shared) shared->set_played(*played, caller.scenario.name);
    attempt.data.outputs = played->outputs;
    caller.missing.set_outputs(played->may_lack_outputs);
    if (played->may_lack_outputs) caller.missing.add_step(step.id);
    caller.values.workflows = workflow_values(caller.scenario, *caller.workflow.suite);
    check_criteria(caller.context_of(step), attempt);
    if (!played->passed) attempt.result.verified.clear();
    attempt.is_judged = played->passed;
    attempt.succeeded = attempt.succeeded && played->passed;
    return attempt;
}

}  // namespace plumbline::runner
