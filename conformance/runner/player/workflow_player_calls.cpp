#include "conformance/runner/access/secrets.hpp"
#include "conformance/runner/player/inputs_outputs.hpp"
#include "conformance/runner/player/workflow_player.hpp"
#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

using reports::Verdict;

constexpr int kMaxDepth = 16;  ///< nesting of workflow calls
constexpr const char* kNoInputs =
    "give it in the action's `parameters:`, give the input a default, or give it with --input";

/// Returns the inputs of a called workflow that override those of the environment: the ones that
/// its caller passes, else the user's.
Json overriding_inputs(const Environment& environment, const Json& passed_inputs) {
    Json inputs = environment.given_inputs ? *environment.given_inputs : Json::object();
    inputs.update(passed_inputs);
    return inputs;
}

}  // namespace

bool WorkflowPlayer::play_action_workflow(const Action& action, const AttemptData& data) {
    const auto other =
        inputs_from(action.parameters, scope_of(values_, data)).and_then([&](const Json& own) {
            return play_called_workflow(action.workflow, own, action.name);
        });
    if (!other && missing_.explain(other.error().message)) {
        record_blocked(action.name,
                       action.where,
                       {Verdict::kSkipped,
                        "request",
                        "the workflow " + action.workflow + " to be played",
                        other.error().message,
                        "not played: a known deviation left it without this value"});
        context_.skip_reason = "action " + action.name + ": " + other.error().message;
        is_aborted_ = true;
    } else if (!other) {
        const Error& why = other.error();
        record_blocked(action.name,
                       action.where,
                       {Verdict::kNotRun,
                        "request",
                        "the workflow " + action.workflow + " to be played",
                        why.message,
                        why.code == ErrorCode::kNotFound ? kNoInputs : join(why.notes, "; ")});
    }
    const bool passed = other && other->passed;
    is_aborted_ = is_aborted_ || (other && other->is_aborted);
    passed_ = passed_ && passed;
    return passed;
}

Result<WorkflowOutcome> WorkflowPlayer::play_called_workflow(
    const std::string& id,
    const Json& passed_inputs,
    const std::string& name,
    const std::vector<std::string>& verifies) {
    const workflow::Workflow* other = workflow_.find_workflow(id);
    if (!other) return fail(ErrorCode::kNotFound, "unknown workflow " + id);
    if (call_.depth >= kMaxDepth) {
        return fail(ErrorCode::kLimit,
                    "workflow calls are nested " + std::to_string(kMaxDepth) +
                        " levels deep, and the last one calls the workflow " + id,
                    {},
                    {"end the cycle with an action that has criteria, or use a stepId"});
    }
    std::vector<std::string>& secrets = context_.environment.secrets;
    const Json overrides = overriding_inputs(context_.environment, passed_inputs);
    add_secrets(*other, overrides, secrets);  // an error message may contain one
    auto inputs = inputs_for(*other, context_.environment, overrides);
    if (!inputs) {
        return fail(inputs.error().code, "the workflow " + id + ": " + inputs.error().message);
    }
    add_secrets(*other, *inputs, secrets);
    CallFrame call{call_.prefix + name + '/', call_.depth + 1, verifies, !missing_.empty()};
    WorkflowOutcome played =
        WorkflowPlayer(context_, *other, make_shared_json(std::move(*inputs)), std::move(call))
            .play();
    if (played.has_deviated) missing_.add_workflow(other->id);
    return played;
}

Attempt WorkflowPlayer::call_workflow(const Step& step, int number) {
    const std::string expected = "the workflow " + step.workflow + " to be called";
    Attempt attempt = new_attempt(step, number);
    const auto passed_inputs = inputs_from(step.parameters, scope_of(values_, {}));
    if (!passed_inputs) return not_run(std::move(attempt), expected, passed_inputs.error());
    const auto played = play_called_workflow(step.workflow, *passed_inputs, step.id, step.verifies);
    if (!played) return not_run(std::move(attempt), expected, played.error());
    if (played->is_aborted) {
        attempt.is_aborted = true;
        attempt.result.verdict = Verdict::kSkipped;
        return attempt;
    }
    attempt.data.outputs = played->outputs;
    missing_.set_outputs(played->has_deviated);
    if (played->has_deviated) missing_.add_step(step.id);
    values_.workflows = workflow_values(context_, *workflow_.suite);
    check_criteria(context_.run, step, values_, attempt);
    if (!played->passed) attempt.result.verified.clear();
    attempt.is_judged = played->passed;
    attempt.succeeded = attempt.succeeded && played->passed;
    return attempt;
}

}  // namespace plumbline::runner
