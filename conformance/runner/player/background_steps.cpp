#include "conformance/runner/player/background_steps.hpp"

#include "conformance/deviations/deviations.hpp"
#include "conformance/runner/attempt/excused_attempt.hpp"
#include "conformance/runner/call_wrappers.hpp"
#include "conformance/runner/request/step_credentials.hpp"

#include <nlohmann/json.hpp>

#include <thread>
#include <utility>

namespace plumbline::runner {

using workflow::Step;

struct BackgroundSteps::RunningStep {
    RunningStep(const WorkflowState& state, Step given, Attempt prepared)
        : step(std::move(given)),
          attempt(std::move(prepared)),
          values(state.values.snapshot()),
          context{state.scenario.run, step, values, state.scenario.environment},
          listener(context, *attempt.data.request) {}

    const Step step;
    Attempt attempt;
    const WorkflowValues values;
    const AttemptContext context;
    StreamListener listener;
    RequestDelays delays;       ///< when its request had been sent
    client::Exchange exchange;  ///< written by the thread until it ends
    std::jthread thread;        ///< last member: it ends before the members that it uses
};

namespace {

/// Returns a send function for another thread, with a copy of the secrets, as the scenario's
/// secrets grow while it plays.
Send separate_send(const ScenarioContext& scenario) {
    const RunContext& run = scenario.run;
    if (!run.make_send) return scenario.send;
    const auto secrets =
        std::make_shared<const std::vector<std::string>>(scenario.environment.secrets);
    Send send = with_allowed_hosts(run.make_send(), run.target, *secrets);
    return [secrets, send = std::move(send)](const client::HttpCall& call) { return send(call); };
}

}  // namespace

BackgroundSteps::BackgroundSteps(WorkflowState& state) : state_(state) {}

BackgroundSteps::~BackgroundSteps() {
    stop_all();
}

bool BackgroundSteps::start(const Step& step, std::size_t index) {
    add_step_credentials(step, state_.scope(), state_.scenario.environment.secrets);
    Attempt attempt = prepare_operation(state_.context_of(step), 1);
    attempt.result.id = state_.call.prefix + step.id;
    if (!attempt.data.request) {
        complete(step, attempt);
        state_.is_aborted = state_.is_aborted || attempt.is_aborted;
        state_.passed = false;
        state_.scenario.steps.push_back(std::move(attempt.result));
        return false;
    }
    auto& running = running_[index];
    running = std::make_unique<RunningStep>(state_, step, std::move(attempt));
    RunningStep& one = *running;
    client::HttpCall& call = one.attempt.data.request->call;
    call.sink = &one.listener;
    const Instant ready = state_.scenario.run.clock.now();
    one.thread = std::jthread([&one, &call, send = separate_send(state_.scenario)] {
        one.exchange = send(call);
        one.listener.notify_end();
    });
    const bool is_released = one.listener.wait_for_events(step.background->release_after_events);
    state_.delays.add(step.id, delay_between(ready, one.listener.sent_at()));
    one.delays = state_.delays;
    state_.values.set_outputs(step.id, one.listener.outputs());
    // An exchange that has ended already is still checked in its turn: otherwise the order of the
    // record would depend on when exchanges happen to end.
    return is_released || join(index);
}

bool BackgroundSteps::join_dependencies(const Step& step, std::size_t index) {
    bool succeeded = !running_.contains(index) || join(index);
    for (const std::string& id : step.depends_on) {
        const auto needed = state_.workflow.find_step(id);
        // Continue after a failed one: each failure is reported.
        if (needed && running_.contains(*needed)) succeeded = join(*needed) && succeeded;
    }
    return succeeded;
}

void BackgroundSteps::complete(const Step& step, Attempt& attempt) {
    complete_attempt(state_, step, attempt);
    const deviations::KnownDeviations* known = state_.scenario.run.deviations;
    const bool may_explain = known && !known->entries().empty() && !running_.empty();
    if (!is_blocked(attempt) || !may_explain) return;
    stop_all();
    join_all();
    complete_attempt(state_, step, attempt);
}

void BackgroundSteps::end() {
    if (!state_.passed || state_.scenario.run.is_stopped()) stop_all();
    join_all();
}

bool BackgroundSteps::join(std::size_t index) {
    const auto running = std::move(running_.at(index));
    running_.erase(index);
    running->thread.join();
    const Step& step = running->step;
    Attempt& attempt = running->attempt;
    attempt.data.request->call.sink = nullptr;
    check_exchange(running->context, std::move(running->exchange), &running->listener, attempt);
    complete_attempt(state_, step, attempt);
    if (excuse_of(step, attempt) != ExcuseLevel::kNone) accept(state_, step, attempt);
    excuse_late_step(step, running->delays, attempt);
    // The criteria of other exchanges depend on what the target does not have.
    if (state_.lacks_precondition)
        drop_provisional_findings(attempt.result);
    else if (attempt.unmet)
        skip_scenario(state_, step, *attempt.unmet);
    state_.passed = state_.passed && attempt.succeeded;
    state_.scenario.steps.push_back(std::move(attempt.result));
    // So they show nothing either: it may have had no effect that the run was joined, for example.
    if (state_.lacks_precondition) {
        for (reports::StepResult& result : state_.scenario.steps) result.verified.clear();
    }
    return attempt.succeeded;
}

void BackgroundSteps::join_all() {
    while (!running_.empty()) (void)join(running_.begin()->first);
}

void BackgroundSteps::stop_all() {
    for (const auto& [index, running] : running_) running->listener.request_stop();
}

}  // namespace plumbline::runner
