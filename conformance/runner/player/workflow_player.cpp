#include "conformance/client/client.hpp"
#include "conformance/runner/attempt/attempt_log.hpp"
#include "conformance/runner/attempt/excused_attempt.hpp"
#include "conformance/runner/player/background_steps.hpp"
#include "conformance/runner/player/called_workflow.hpp"
#include "conformance/runner/player/choose_action.hpp"
#include "conformance/runner/player/play_workflow.hpp"
#include "conformance/runner/player/workflow_state.hpp"
#include "conformance/runner/request/step_credentials.hpp"
#include "conformance/runner/shared_calls.hpp"
#include "conformance/runner/waiting.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::runner {
namespace {

using reports::Verdict;
using workflow::Action;
using workflow::ActionType;
using workflow::Step;

constexpr int kNotFound = 404;
constexpr int kServerErrors = 500;  ///< this and higher statuses

/// Returns whether all parameters of a clean-up step have a value: what was never created needs no
/// deletion.
bool has_parameter_values(const Step& step, const expressions::Scope& scope) {
    return std::ranges::all_of(step.parameters, [&](const auto& parameter) {
        return parameter.value.evaluate(scope).has_value();
    });
}

/// Returns the record of a step that is not played because it uses an unsupported feature; it
/// verifies none of its requirements.
reports::StepResult unsupported_step(std::string id, const Step& step) {
    reports::StepResult result;
    result.id = std::move(id);
    result.where = step.where;
    result.verdict = Verdict::kSkipped;
    result.cleanup = step.finally;
    for (const Error& error : step.unsupported) {
        reports::Finding& finding = result.findings.emplace_back(
            error_finding("unsupported", "a step that uses only supported features", error));
        finding.verdict = Verdict::kSkipped;
        finding.requirements = step.verifies;
    }
    return result;
}

/// Returns the name of an action for the report: `retry notYet`, `goto toCleanup -> cleanup`.
std::string describe(const Action& action) {
    const char* kind = action.type == ActionType::kEnd    ? "end"
                       : action.type == ActionType::kGoto ? "goto"
                                                          : "retry";
    const std::string& target = action.step.empty() ? action.workflow : action.step;
    return std::string(kind) + ' ' + action.name + (target.empty() ? "" : " -> " + target);
}

const http::Response* response_of(const Attempt& attempt) {
    const auto& exchange = attempt.data.exchange;
    return exchange && exchange->response ? &*exchange->response : nullptr;
}

/// Returns whether a read may show the state before a write: what the suite expects is missing, or
/// nothing was found (404). A response that only violates the contract does so at any time, and a
/// 5xx status says nothing about the state.
bool may_be_stale(const Step& step, const Attempt& attempt) {
    const http::Response* response = response_of(attempt);
    if (attempt.succeeded || !step.operation || step.operation->method != "GET") return false;
    if (!response || response->status >= kServerErrors) return false;
    return response->status == kNotFound ||
           std::ranges::any_of(attempt.result.findings, [](const reports::Finding& finding) {
               return finding.code == "criterion";
           });
}

/// Returns whether a criterion reads the value at the pointer of a response.
bool reads(const expressions::CriterionText& criterion, const std::string& pointer) {
    constexpr std::string_view kBody = "$response.body";
    const std::string at = std::string(kBody) + '#' + pointer;
    if (criterion.context) return *criterion.context == kBody || *criterion.context == at;
    const std::size_t found = criterion.condition.find(at);
    if (found == std::string::npos) return false;
    const std::string_view rest = std::string_view(criterion.condition).substr(found + at.size());
    return rest.empty() || rest.front() == ' ';
}

/// Returns whether the step would be polled although a value for which it waits is one that the
/// contract does not know: no later value can be expected then.
bool polls_in_vain(const Step& step, const Attempt& attempt) {
    const bool is_poll =
        !attempt.succeeded && std::ranges::any_of(step.on_failure, &Action::is_poll);
    if (!is_poll) return false;
    return std::ranges::any_of(attempt.unknown_values, [&](const std::string& pointer) {
        const std::string& items = attempt.data.list_items;
        const bool is_item = !items.empty() && pointer.starts_with(items + '/');
        return std::ranges::any_of(step.success_criteria, [&](const auto& criterion) {
            return reads(criterion.criterion.text(), pointer) ||
                   (is_item && reads(criterion.criterion.text(), pointer.substr(items.size())));
        });
    });
}

/// The unknown value is what is wrong: the criteria that wait for another one say nothing more.
void end_poll(Attempt& attempt) {
    drop_provisional_findings(attempt.result);
    attempt.ends_poll = true;
}

/// Plays one workflow, once: its steps and the actions after them. Not thread-safe.
class WorkflowPlayer {
  public:
    WorkflowPlayer(ScenarioContext& scenario,
                   const workflow::Workflow& workflow,
                   SharedJson inputs,
                   CallFrame call)
        : state_(scenario, workflow, std::move(inputs), std::move(call)), background_(state_) {}

    WorkflowOutcome play() {
        const auto& steps = state_.workflow.steps;
        NextStep at = 0;
        while (at && *at < steps.size() && !run().is_stopped()) at = play_step(*at);
        background_.end();
        const bool is_complete = !run().is_stopped();
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].finally && !played_steps_.contains(i) &&
                has_parameter_values(steps[i], state_.scope()))
                (void)play_step(i, StepLimit::kIgnored);
        }
        WorkflowOutcome played{
            state_.passed && is_complete,
            state_.values.inputs,
            std::make_shared<const Json>(outputs_of(state_.workflow.outputs, state_.scope())),
            state_.scenario.last_write,
            state_.is_aborted,
            !state_.missing.empty()};
        state_.scenario.outcomes[&state_.workflow] = played;
        return played;
    }

  private:
    /// Index of the next step; none if the workflow ends.
    using NextStep = std::optional<std::size_t>;

    /// Whether a step counts towards the step limit: each clean-up step at the end is played once.
    enum class StepLimit { kCounted, kIgnored };

    [[nodiscard]] const RunContext& run() const { return state_.scenario.run; }

    /// Plays a step, or records why it is not played.
    NextStep play_step(std::size_t index, StepLimit limit = StepLimit::kCounted) {
        const Step step = state_.step_at(index);
        // Retries have their own limits: a retry limit, the poll deadline, consistency_wait.
        if (limit == StepLimit::kCounted && --state_.scenario.steps_left < 0)
            return fail_step_limit(step);
        played_steps_.insert(index);
        if (step.finally && hands_over_resources()) return index + 1;
        if (!step.unsupported.empty()) return skip_unsupported(step);
        if (!background_.join_dependencies(step, index)) return std::nullopt;
        if (step.background)
            return background_.start(step, index) ? NextStep(index + 1) : std::nullopt;
        return play_attempts(step, index);
    }

    /// Tries a step until nothing is retried, and follows the action of the last attempt.
    NextStep play_attempts(const Step& step, std::size_t index) {
        AttemptLog log(state_.scenario.steps);
        for (int number = 1;; ++number) {
            Attempt attempt = try_step(step, number);
            if (attempt.is_aborted) return abort_workflow(std::move(attempt.result), log);
            if (polls_in_vain(step, attempt)) end_poll(attempt);
            if (excuse_of(step, attempt) == ExcuseLevel::kMissing) accept(state_, step, attempt);
            const Action* action = next_action(step, attempt);
            if (action && action->type == ActionType::kRetry && !run().is_stopped()) {
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

    NextStep fail_step_limit(const Step& step) {
        record_blocked(state_,
                       step.id,
                       {"steps",
                        Verdict::kFailed,
                        {},
                        step.where,
                        "the scenario to end within " + std::to_string(run().max_steps) + " steps",
                        "more steps to play",
                        "is there a goto cycle without an exit?"});
        return std::nullopt;
    }

    /// Records a step that is not supported. Its outputs and its actions are unknown, so the
    /// scenario ends after it, except for clean-up steps.
    NextStep skip_unsupported(const Step& step) {
        const std::string id = state_.call.prefix + step.id;
        state_.scenario.steps.push_back(unsupported_step(id, step));
        state_.scenario.skip_reason = "step " + id + ": " + step.unsupported[0].message;
        state_.passed = false;
        state_.is_aborted = true;
        return std::nullopt;
    }

    /// Does the same for an unsupported step of a called workflow: no action follows it.
    NextStep abort_workflow(reports::StepResult result, AttemptLog& log) {
        log.add(std::move(result));
        state_.passed = false;
        state_.is_aborted = true;
        return std::nullopt;
    }

    /// Returns whether the scenario hands over to another one what its shared call has created: not
    /// after a failed step or a known deviation, which may have changed it.
    [[nodiscard]] bool hands_over_resources() const {
        const auto& shared = state_.scenario.environment.shared_calls;
        return shared && state_.call.depth == 0 && state_.passed && !state_.is_aborted &&
               state_.missing.empty() && !run().is_stopped() && shared->hand_over();
    }

    Attempt try_step(const Step& step, int number) {
        ScenarioContext& scenario = state_.scenario;
        add_step_credentials(step, state_.scope(), scenario.environment.secrets);
        const Send& send = step.finally ? scenario.cleanup_send : scenario.send;
        Attempt attempt = step.operation ? try_operation(state_.context_of(step), send, number)
                                         : call_workflow(state_, step, number);
        attempt.result.id = state_.call.prefix + step.id;
        state_.delays.add(step.id, attempt.delay);
        background_.complete(step, attempt);
        return attempt;
    }

    /// Records the last attempt of a step.
    NextStep finish_step(const Step& step,
                         std::size_t index,
                         Attempt& attempt,
                         const Action* action,
                         AttemptLog& log) {
        excuse_late_step(step, state_.delays, attempt);
        if (attempt.unmet) {
            skip_scenario(state_, step, *attempt.unmet);
            return abort_workflow(std::move(attempt.result), log);
        }
        if (excuse_of(step, attempt) == ExcuseLevel::kExcused) {
            accept(state_, step, attempt);
            action = next_action(step, attempt);
        }
        if (action) attempt.result.action = describe(*action);
        state_.passed = state_.passed && attempt.succeeded;
        log.add(std::move(attempt.result));
        if (!action) return attempt.succeeded ? NextStep(index + 1) : std::nullopt;
        return follow_action(*action, attempt);
    }

    const Action* next_action(const Step& step, const Attempt& attempt) {
        return choose_action(attempt.succeeded ? step.on_success : step.on_failure,
                             step.id,
                             scope_of(state_.values, attempt.data),
                             retries_,
                             run().target.polling,
                             !attempt.ends_poll,
                             run().clock.now());
    }

    NextStep follow_action(const Action& action, const Attempt& attempt) {
        if (action.type == ActionType::kEnd) {
            if (!action.skip_reason.empty()) state_.scenario.skip_reason = action.skip_reason;
            return std::nullopt;
        }
        if (action.workflow.empty()) return state_.workflow.find_step(action.step);
        (void)play_action_workflow(state_, action, attempt.data);
        return std::nullopt;
    }

    /// Waits and executes the action; returns false if that fails or the run ends before. Unless it
    /// fails, the provisional findings of the attempt are dropped.
    bool retry(const Step& step, const Action& action, Attempt& attempt, AttemptLog& log) {
        const auto& polling = run().target.polling;
        const Instant now = run().clock.now();
        Duration delay = retry_delay(action,
                                     retries_.tries(step.id, action),
                                     response_of(attempt),
                                     polling,
                                     run().max_retry_after,
                                     now);
        if (const auto left = retries_.time_left(step.id, action, polling, now))
            delay = std::min(delay, *left);
        attempt.result.action = describe(action);
        reports::StepResult full_result = attempt.result;
        drop_provisional_findings(attempt.result);
        log.add(std::move(attempt.result));
        if (!wait(delay)) return false;
        if (const auto before = state_.workflow.find_step(action.step)) (void)play_step(*before);
        if (!action.workflow.empty() && !play_action_workflow(state_, action, attempt.data)) {
            if (!run().is_stopped() && !state_.is_aborted) log.replace_last(std::move(full_result));
            return false;
        }
        return !run().is_stopped();
    }

    /// Returns whether an unsuccessful read may have missed an earlier write. See docs/targets.md,
    /// consistency_wait.
    [[nodiscard]] bool is_stale_read(const Step& step, const Attempt& attempt) const {
        return state_.scenario.last_write && may_be_stale(step, attempt) &&
               attempt.data.exchange->started < consistent_from() && !run().is_stopped();
    }

    /// Returns the time from which a read must show the last write. Requires a last write.
    [[nodiscard]] Instant consistent_from() const {
        return *state_.scenario.last_write + run().target.consistency_wait;
    }

    /// Waits until the read is worth another try; returns false if the run ends before.
    bool retry_stale_read(Attempt& attempt, AttemptLog& log) {
        // A 404 violates nothing as a stale read.
        drop_provisional_findings(attempt.result, response_of(attempt)->status == kNotFound);
        attempt.result.action = "retry: within consistency_wait";
        log.add(std::move(attempt.result));
        constexpr Duration kMinPause = std::chrono::milliseconds(1);  // 0 would not be a pause
        const auto& polling = run().target.polling;
        const Duration interval = polling ? Duration(polling->interval) : kMinPause;
        const Duration left = consistent_from() - run().clock.now();
        return wait(std::max(kMinPause, std::min(interval, left)));
    }

    bool wait(Duration time) { return wait_unless_stopped(run().stop, run().clock, time); }

    WorkflowState state_;
    BackgroundSteps background_;
    RetryCounters retries_;
    std::set<std::size_t> played_steps_;
};

}  // namespace

WorkflowOutcome play_workflow(ScenarioContext& scenario,
                              const workflow::Workflow& workflow,
                              SharedJson inputs,
                              CallFrame call) {
    return WorkflowPlayer(scenario, workflow, std::move(inputs), std::move(call)).play();
}

}  // namespace plumbline::runner
