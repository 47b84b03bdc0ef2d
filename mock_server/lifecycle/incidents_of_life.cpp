// The incidents of a life: what goes wrong because somebody wants it to.

#include "mock_server/lifecycle/life.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {
namespace {

bool strikes_in(const Incident& incident, std::string_view state) {
    return std::find(incident.states.begin(), incident.states.end(), state) !=
           incident.states.end();
}

}  // namespace

Result<void> Life::strike(const Incident& incident, RecordNumber self, std::size_t times) {
    const Record& record = *store_.find(self);
    const State* state = laws().machine_of(record.ref.collection)->find_state(record.state);
    if (!state || state->is_final) {
        return fail(ErrorCode::kUnsupported,
                    fmt::format("{} {} is {}, and {} strikes only before that",
                                laws().collection(record.ref.collection).title,
                                record.ref.id,
                                record.state,
                                incident.name));
    }
    const bool at_once = times > 0 && strikes_in(incident, record.state);
    if (at_once) apply(incident.effects, self, {});
    const std::size_t left = at_once ? times - 1 : times;
    if (left > 0) strikes_[self].push_back({&incident, left});
    mark_changed(self);
    settle();
    return {};
}

void Life::ring_incident(const Record& self) {
    auto& strikes = strikes_[self.number];
    const auto next = std::find_if(strikes.begin(), strikes.end(), [&](const Strike& one) {
        return strikes_in(*one.incident, self.state);
    });
    if (next == strikes.end()) return;
    const Incident& incident = *next->incident;
    if (--next->left == 0) strikes.erase(next);
    mark_changed(self.number);
    apply(incident.effects, self.number, {});
}

void Life::await_incident(const Record& self, const State& state) {
    const auto strikes = strikes_.find(self.number);
    if (strikes == strikes_.end()) return;
    for (const Strike& one : strikes->second) {
        if (!strikes_in(*one.incident, state.name)) continue;
        timers_.set({moment_ + one.incident->after, self.number, kIncidentAlarm, "", ""});
        return;
    }
}

}  // namespace plumbline::mock
