#include "conformance/runner/background.hpp"

#include "conformance/runner/hosts.hpp"

#include <nlohmann/json.hpp>

#include <thread>
#include <utility>

namespace plumbline::runner {

struct Background::Running {
    Running(const Scene& scene, workflow::Step given, Attempt prepared, Values seen)
        : step(std::move(given)),
          attempt(std::move(prepared)),
          values(std::move(seen)),
          listener(
              scene.stage, step, values, *attempt.evidence.request, scene.environment.secrets) {}

    workflow::Step step;
    Attempt attempt;
    Values values;
    Listener listener;
    client::Exchange exchange;  ///< written by the thread until it ends
    std::jthread thread;        ///< last: it ends before what it uses
};

namespace {

/// Returns a way to the target for another thread. The scenario's secrets grow while it plays, so
/// this one has those of now.
Send side_way(const Scene& scene) {
    const Stage& stage = scene.stage;
    if (!stage.open_send) return scene.send;
    const auto secrets =
        std::make_shared<const std::vector<std::string>>(scene.environment.secrets);
    Send send = confined(stage.open_send(), stage.target, *secrets);
    return [secrets, send = std::move(send)](const client::Call& call) { return send(call); };
}

}  // namespace

Background::Background(Scene& scene) : scene_(scene) {}

Background::~Background() {
    leave();
}

bool Background::start(std::size_t place, workflow::Step step, Attempt prepared, Values values) {
    auto running =
        std::make_unique<Running>(scene_, std::move(step), std::move(prepared), std::move(values));
    Running& one = *running;
    one.attempt.evidence.request->call.sink = &one.listener;
    one.thread = std::jthread([&one, send = side_way(scene_)] {
        one.exchange = send(one.attempt.evidence.request->call);
        one.listener.end();
    });
    running_[place] = std::move(running);
    return one.listener.wait_for(one.step.background->release_after_events);
}

Json Background::outputs(std::size_t place) const {
    const auto found = running_.find(place);
    return found == running_.end() ? Json() : found->second->listener.outputs();
}

Attempt Background::join(std::size_t place) {
    const auto running = std::move(running_.at(place));
    running_.erase(place);
    running->thread.join();
    running->attempt.evidence.request->call.sink = nullptr;
    return judge_exchange(std::move(running->attempt),
                          std::move(running->exchange),
                          &running->listener,
                          scene_.stage,
                          running->step,
                          running->values,
                          scene_.environment);
}

std::vector<std::size_t> Background::places() const {
    std::vector<std::size_t> places;
    for (const auto& [place, running] : running_) places.push_back(place);
    return places;
}

void Background::leave() {
    for (const auto& [place, running] : running_) running->listener.leave();
}

}  // namespace plumbline::runner
