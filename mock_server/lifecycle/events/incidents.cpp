// Applies incidents.

#include "mock_server/lifecycle/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::mock {
namespace {

bool applies_in(const Incident& incident, std::string_view state) {
    return std::find(incident.states.begin(), incident.states.end(), state) !=
           incident.states.end();
}

}  // namespace

Result<void> inject_incident(Simulation& simulation,
                             const Incident& incident,
                             RecordNumber self,
                             std::size_t times) {
    const Record& record = *simulation.store.find(self);
    const MachineState* state = simulation.machine_of(record)->find_state(record.state);
    if (!state || state->is_final) {
        return fail(ErrorCode::kUnsupported,
                    fmt::format("{} {} is {}; {} can be injected only before it is final",
                                simulation.model().collection(record.ref.collection).title,
                                record.ref.id,
                                record.state,
                                incident.name));
    }
    const bool at_once = times > 0 && applies_in(incident, record.state);
    if (at_once) apply_effects(simulation, incident.effects, self);
    const std::size_t left = at_once ? times - 1 : times;
    if (left > 0) simulation.incidents[self].push_back({&incident, left});
    mark_changed(simulation, self);
    process_pending(simulation);
    return {};
}

void inject_scripted_incidents(Simulation& simulation, RecordNumber created) {
    for (std::size_t i = 0; i < simulation.incident_targets.size(); ++i) {
        // Looked up each time: an incident may have removed the record.
        const Record* record = simulation.store.find(created);
        if (!record) return;
        const std::string& target = simulation.incident_targets[i];
        if (!target.empty() && target != record->ref.id) continue;
        const ScriptedIncident& script = simulation.world().incidents[i];
        const Incident& incident = simulation.model().incidents.find(script.incident)->second;
        if (!script.child) {
            if (incident.collection == record->ref.collection)
                (void)inject_incident(simulation, incident, created, script.times);
            continue;
        }
        const auto children = simulation.store.children(incident.collection, *record);
        if (*script.child < children.size())
            (void)inject_incident(
                simulation, incident, children[*script.child]->number, script.times);
    }
}

void run_incident(Simulation& simulation, const Record& self) {
    auto& pending = simulation.incidents[self.number];
    const auto next = std::find_if(pending.begin(), pending.end(), [&](const PendingIncident& one) {
        return applies_in(*one.incident, self.state);
    });
    if (next == pending.end()) return;
    const Incident& incident = *next->incident;
    if (--next->remaining == 0) pending.erase(next);
    mark_changed(simulation, self.number);
    apply_effects(simulation, incident.effects, self.number);
}

void schedule_incident(Simulation& simulation, const Record& self, const MachineState& state) {
    const auto pending = simulation.incidents.find(self.number);
    if (pending == simulation.incidents.end()) return;
    for (const PendingIncident& one : pending->second) {
        if (!applies_in(*one.incident, state.name)) continue;
        const Instant due = simulation.current_time + one.incident->delay;
        simulation.timers.set({due, self.number, kIncidentAlarm, "", ""});
        return;
    }
}

}  // namespace plumbline::mock
