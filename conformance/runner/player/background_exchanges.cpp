#include "conformance/runner/player/background_exchanges.hpp"

#include "conformance/runner/access/allowed_hosts.hpp"

#include <nlohmann/json.hpp>

#include <thread>
#include <utility>

namespace plumbline::runner {

struct BackgroundExchanges::RunningExchange {
    RunningExchange(const ScenarioContext& context,
                    workflow::Step given,
                    Attempt prepared,
                    WorkflowValues current_values)
        : step(std::move(given)),
          attempt(std::move(prepared)),
          values(std::move(current_values)),
          listener(context.run, step, values, *attempt.data.request, context.environment) {}

    workflow::Step step;
    Attempt attempt;
    WorkflowValues values;
    StreamListener listener;
    client::Exchange exchange;  ///< written by the thread until it ends
    std::jthread thread;        ///< last member: it ends before the members that it uses
};

namespace {

/// Returns a send function for another thread, with a copy of the secrets, as the scenario's
/// secrets grow while it plays.
Send separate_send(const ScenarioContext& context) {
    const RunContext& run = context.run;
    if (!run.make_send) return context.send;
    const auto secrets =
        std::make_shared<const std::vector<std::string>>(context.environment.secrets);
    Send send = with_allowed_hosts(run.make_send(), run.target, *secrets);
    return [secrets, send = std::move(send)](const client::HttpCall& call) { return send(call); };
}

}  // namespace

BackgroundExchanges::BackgroundExchanges(ScenarioContext& context) : context_(context) {}

BackgroundExchanges::~BackgroundExchanges() {
    stop_all();
}

bool BackgroundExchanges::start(std::size_t index,
                                workflow::Step step,
                                Attempt prepared,
                                WorkflowValues values) {
    auto running = std::make_unique<RunningExchange>(
        context_, std::move(step), std::move(prepared), std::move(values));
    RunningExchange& one = *running;
    one.attempt.data.request->call.sink = &one.listener;
    one.thread = std::jthread([&one, send = separate_send(context_)] {
        one.exchange = send(one.attempt.data.request->call);
        one.listener.notify_end();
    });
    running_[index] = std::move(running);
    return one.listener.wait_for_events(one.step.background->release_after_events);
}

Json BackgroundExchanges::outputs(std::size_t index) const {
    const auto found = running_.find(index);
    return found == running_.end() ? Json() : found->second->listener.outputs();
}

Attempt BackgroundExchanges::join(std::size_t index) {
    const auto running = std::move(running_.at(index));
    running_.erase(index);
    running->thread.join();
    running->attempt.data.request->call.sink = nullptr;
    return check_attempt(std::move(running->attempt),
                         std::move(running->exchange),
                         &running->listener,
                         context_.run,
                         running->step,
                         running->values,
                         context_.environment);
}

std::vector<std::size_t> BackgroundExchanges::indexes() const {
    std::vector<std::size_t> indexes;
    for (const auto& [index, running] : running_) indexes.push_back(index);
    return indexes;
}

void BackgroundExchanges::stop_all() {
    for (const auto& [index, running] : running_) running->listener.request_stop();
}

}  // namespace plumbline::runner
