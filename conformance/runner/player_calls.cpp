#include "conformance/runner/handing_over.hpp"
#include "conformance/runner/secrets.hpp"
#include "conformance/runner/workflow_player.hpp"
#include "spec/base/text.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

using reports::Verdict;

constexpr int kMaxDepth = 16;  ///< of workflows calling workflows
constexpr const char* kNoInputs =
    "give it in the action's `parameters:`, give the input a default, or give it with --input";

}  // namespace

bool Player::lead_to(const Action& action, const Evidence& evidence) {
    const auto other =
        inputs_from(action.parameters, scope_of(values_, evidence)).and_then([&](const Json& own) {
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

Result<Played> Player::play_other(const std::string& id,
                                  const Json& given,
                                  const std::string& name,
                                  const std::vector<std::string>& verifies) {
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

Attempt Player::call_workflow(const Step& step, int number) {
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

}  // namespace plumbline::runner
