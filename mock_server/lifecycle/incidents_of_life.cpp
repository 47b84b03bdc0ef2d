// The incidents of a life: what goes wrong because somebody wants it to.

#include "mock_server/lifecycle/life.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {
namespace {

bool strikes_in(const Incident& incident, const std::string& state) {
    return std::find(incident.states.begin(), incident.states.end(), state) !=
           incident.states.end();
}

}  // namespace

Result<void> Life::strike(const Incident& incident, const RecordRef& self, std::size_t times) {
    const std::string& name = store_.find(self)->state;
    const State* state = laws().machine_of(self.collection)->find_state(name);
    if (!state || state->is_final) {
        return fail(ErrorCode::kUnsupported,
                    fmt::format("{} {} is {}, and {} strikes only before that",
                                laws().collection(self.collection).title,
                                self.id,
                                name,
                                incident.name));
    }
    const bool at_once = times > 0 && strikes_in(incident, name);
    if (at_once) apply(incident.effects, self, {});
    const std::size_t left = at_once ? times - 1 : times;
    if (left > 0) strikes_[self].push_back({&incident, left});
    mark_changed(self);
    settle();
    return {};
}

void Life::ring_incident(const RecordRef& self) {
    auto& strikes = strikes_[self];
    const std::string& state = store_.find(self)->state;
    const auto next = std::find_if(strikes.begin(), strikes.end(), [&](const Strike& one) {
        return strikes_in(*one.incident, state);
    });
    if (next == strikes.end()) return;
    const Incident& incident = *next->incident;
    if (--next->left == 0) strikes.erase(next);
    apply(incident.effects, self, {});
    mark_changed(self);
}

void Life::await_incident(const RecordRef& self, const State& state) {
    const auto strikes = strikes_.find(self);
    if (strikes == strikes_.end()) return;
    for (const Strike& one : strikes->second) {
        if (!strikes_in(*one.incident, state.name)) continue;
        timers_.set({moment_ + one.incident->after, self, std::string(kIncidentAlarm), "", ""});
        return;
    }
}

}  // namespace plumbline::mock
