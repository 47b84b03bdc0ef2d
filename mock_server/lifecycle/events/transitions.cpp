// State changes: events, timers, slots.

#include "mock_server/lifecycle/simulation.hpp"
#include "spec/base/check.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

/// Returns the transitions that faults add to a machine; they are tried first.
const std::vector<Transition>& extra_transitions(const Simulation& simulation,
                                                 const Machine& machine) {
    static const std::vector<Transition> kNone;
    const auto& extra = simulation.setup.overrides.transitions;
    const auto found = extra.find(machine.name);
    return found == extra.end() ? kNone : found->second;
}

/// Returns the event that faults put in the place of an event, "" for none.
std::string_view replaced_event(const Simulation& simulation,
                                const Machine& machine,
                                std::string_view event) {
    const auto& replacements = simulation.setup.overrides.event_replacements;
    const auto of_machine = replacements.find(machine.name);
    if (of_machine == replacements.end()) return event;
    const auto replacement = of_machine->second.find(event);
    return replacement == of_machine->second.end() ? event : std::string_view(replacement->second);
}

/// Marks the pools that a state change of the record may affect: it may free a slot of its own
/// machine and may satisfy the conditions of its children's slots.
void mark_slots_ready(Simulation& simulation, const Record& record, const Collection& collection) {
    for (const SlotDefinition& slot : collection.machine->slots)
        simulation.slots.mark_ready(slot_pool_of(record, slot));
    for (const std::string& name : collection.children) {
        const Machine* machine = simulation.model().machine_of(name);
        if (!machine) continue;
        for (const SlotDefinition& slot : machine->slots) {
            if (!slot.per_tenant) simulation.slots.mark_ready({name, slot.name, "", record.number});
        }
    }
}

void record_state_change(Simulation& simulation,
                         const Record& record,
                         std::string_view to,
                         std::string_view cause) {
    const Collection& collection = simulation.model().collection(record.ref.collection);
    const Machine& machine = *collection.machine;
    simulation.slots.count_change(record, machine, to);
    mark_slots_ready(simulation, record, collection);
    simulation.transition_log.add(
        {simulation.current_time, record.ref.id, collection.name, record.state, to, cause},
        machine.name);
    simulation.store.set_state(record, to);
}

/// Makes a record enter a state, or removes it if `to` is "".
void change_state(Simulation& simulation,
                  const Record& self,
                  std::string_view to,
                  std::string_view cause) {
    if (!to.empty()) return enter_state(simulation, self, to, cause);
    record_state_change(simulation, self, "", cause);
    remove_record(simulation, self);
}

/// Grants free slots in FIFO order; a record whose conditions are not met keeps its position.
void grant_slots(Simulation& simulation, const SlotPool& pool) {
    const SlotDefinition& slot =
        *simulation.model().machine_of(pool.collection)->find_slot(pool.slot);
    const auto all = static_cast<std::size_t>(simulation.limit(slot.name));
    std::uint64_t position = 0;
    while (simulation.slots.occupied(pool) < all) {
        const auto next = simulation.slots.next_after(pool, position);
        if (!next) return;
        position = next->first;
        const auto& [number, to] = next->second;
        const Record& waiting = *simulation.store.find(number);
        if (holds(simulation, slot.when, waiting))
            change_state(simulation, waiting, to, kSlotCause);
    }
}

/// Makes a record wait for a slot of its machine, to enter the state `to`.
void join_slot_queue(Simulation& simulation,
                     const Record& self,
                     std::string_view slot,
                     std::string_view to) {
    const SlotDefinition& definition = *simulation.machine_of(self)->find_slot(slot);
    simulation.slots.enqueue(slot_pool_of(self, definition), self.number, to);
}

/// Takes the first of the transitions that the event triggers; returns whether there is one.
bool take_transition(Simulation& simulation,
                     const QueuedEvent& queued,
                     const MachineState& state,
                     const std::vector<Transition>& transitions) {
    const Record& record = *simulation.store.find(queued.record);
    const auto taken =
        std::find_if(transitions.begin(), transitions.end(), [&](const Transition& transition) {
            return transition.event == queued.event &&
                   transition.starts_in(state, queued.even_if_final) &&
                   transition.to != state.name && holds(simulation, transition.when, record);
        });
    if (taken == transitions.end()) return false;
    change_state(simulation, record, taken->to, taken->event);
    return true;
}

void handle_event(Simulation& simulation, QueuedEvent queued) {
    const Record* record = simulation.store.find(queued.record);
    if (!record) return;
    const Machine* machine = simulation.machine_of(*record);
    if (!machine) {
        if (queued.event == kDeleteEvent) remove_record(simulation, *record);
        return;
    }
    const MachineState* state = machine->find_state(record->state);
    queued.event = replaced_event(simulation, *machine, queued.event);
    if (!state || queued.event.empty()) return;
    if (!take_transition(simulation, queued, *state, extra_transitions(simulation, *machine)))
        (void)take_transition(simulation, queued, *state, machine->transitions);
}

/// Faults take precedence over the world, the world over the machine.
Duration duration_of(const Simulation& simulation,
                     const DelaySpec& delay,
                     const std::string& timing_key) {
    for (const auto* timings : {&simulation.setup.overrides.timings, &simulation.world().timings}) {
        const auto time = timings->find(timing_key);
        if (time != timings->end()) return time->second;
    }
    const auto* limit = std::get_if<LimitName>(&delay);
    return limit ? Duration(simulation.limit(limit->name)) : std::get<Duration>(delay);
}

/// Schedules a transition by time or slot if its conditions are met; returns whether they are.
bool schedule_transition(Simulation& simulation,
                         const Record& self,
                         const MachineState& state,
                         const Transition& transition) {
    if (!holds(simulation, transition.when, self)) return false;
    if (!transition.after) {
        join_slot_queue(simulation, self, transition.slot, transition.to);
    } else {
        const Duration time = duration_of(simulation, *transition.after, state.timing_key);
        simulation.timers.set(
            {simulation.current_time + time, self.number, "", transition.to, transition.slot});
    }
    return true;
}

/// Schedules the first possible transition by time or slot: one of a fault, otherwise one of the
/// machine.
void schedule_transitions(Simulation& simulation, const Record& self, const MachineState& state) {
    const Machine& machine = *simulation.machine_of(self);
    for (const auto* transitions :
         {&extra_transitions(simulation, machine), &machine.transitions}) {
        for (const Transition& transition : *transitions) {
            if (transition.event.empty() && transition.starts_in(state) &&
                schedule_transition(simulation, self, state, transition))
                return;
        }
    }
}

void schedule_alarm(Simulation& simulation,
                    const Record& self,
                    const MachineState& state,
                    const StateAlarm& alarm) {
    const Duration time = duration_of(simulation, alarm.delay, state.timing_key + '/' + alarm.name);
    simulation.timers.set({simulation.current_time + time, self.number, alarm.name, "", ""});
}

void schedule_all(Simulation& simulation, const Record& self, const MachineState& state) {
    schedule_transitions(simulation, self, state);
    for (const StateAlarm& alarm : state.alarms) {
        if (holds(simulation, alarm.when, self)) schedule_alarm(simulation, self, state, alarm);
    }
    schedule_incident(simulation, self, state);
}

/// Cancels the transitions and alarms scheduled for a record.
void unschedule(Simulation& simulation, RecordNumber record) {
    simulation.timers.cancel(record);
    simulation.slots.leave_queue(record);
}

}  // namespace

void send_event(Simulation& simulation,
                std::string_view event,
                RecordNumber self,
                bool even_if_final) {
    simulation.events.push_back({event, self, even_if_final});
    process_pending(simulation);
}

void process_pending(Simulation& simulation) {
    // A thousand times what the largest records of the fixtures cause.
    constexpr int kMostAtOnce = 1'000'000;
    if (std::exchange(simulation.is_processing, true)) return;
    for (int handled = 0;; ++handled) {
        PLUMBLINE_CHECK(handled < kMostAtOnce, "machines send events to one another without end");
        if (!simulation.events.empty()) {
            const QueuedEvent next = simulation.events.front();
            simulation.events.pop_front();
            handle_event(simulation, next);
        } else if (const auto pool = simulation.slots.take_ready()) {
            grant_slots(simulation, *pool);
        } else {
            break;
        }
    }
    simulation.is_processing = false;
}

void handle_timer(Simulation& simulation, const Timer& timer) {
    const Record& record = *simulation.store.find(timer.record);
    if (timer.alarm == kIncidentAlarm) return run_incident(simulation, record);
    if (timer.alarm.empty()) {
        if (!timer.slot.empty()) return join_slot_queue(simulation, record, timer.slot, timer.to);
        return change_state(simulation, record, timer.to, kTimerCause);
    }
    const MachineState& state = *simulation.machine_of(record)->find_state(record.state);
    const StateAlarm& alarm = *state.find_alarm(timer.alarm);
    if (alarm.repeats) schedule_alarm(simulation, record, state, alarm);
    apply_effects(simulation, alarm.effects, timer.record);
    mark_changed(simulation, timer.record);
}

void enter_state(Simulation& simulation,
                 const Record& self,
                 std::string_view name,
                 std::string_view cause) {
    const Machine& machine = *simulation.machine_of(self);
    const MachineState* state = machine.find_state(name);
    PLUMBLINE_CHECK(state, "names of states are checked when machines load");
    const FaultOverrides& overrides = simulation.setup.overrides;
    const RecordNumber number = self.number;
    unschedule(simulation, number);
    record_state_change(simulation, self, state->name, cause);
    (void)set_at(simulation.store.edit(self), machine.field, Json(state->name));
    mark_changed(simulation, number);
    apply_effects(simulation, machine.on_change, number);
    apply_effects(simulation, state->on_enter, number);
    const auto more = overrides.on_enter.find(state->timing_key);
    if (more != overrides.on_enter.end()) apply_effects(simulation, more->second, number);
    // Looked up again: an effect may have removed the record.
    const Record* entered = simulation.store.find(number);
    if (!entered) return;
    if (state->stops_children) {
        for (const Record* child : simulation.store.children(*entered))
            unschedule(simulation, child->number);
    }
    if (state->is_final) simulation.incidents.erase(number);
    if (!overrides.frozen_machines.contains(machine.name))
        schedule_all(simulation, *entered, *state);
}

}  // namespace plumbline::mock
