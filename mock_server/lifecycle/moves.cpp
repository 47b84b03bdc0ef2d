// How records go from state to state: events, timers, what entering a state brings.

#include "mock_server/lifecycle/life.hpp"
#include "spec/base/check.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {

void Life::fire(std::string_view event, RecordNumber self, bool even_if_final) {
    if (store_.find(self)) fired_.push_back({event, self, even_if_final});
    settle();
}

/// What is under way is finished first: an event is handled when the effects that have fired it are
/// done, and slots are given away when no event is left. So nobody sees or meets a record that is
/// halfway.
void Life::settle() {
    // A thousand times what the largest records of the fixtures set off.
    constexpr int kMostAtOnce = 1'000'000;
    if (is_settling_) return;
    is_settling_ = true;
    for (int handled = 0;; ++handled) {
        PLUMBLINE_CHECK(handled < kMostAtOnce, "machines fire one another's events without end");
        if (!fired_.empty()) {
            const Fired next = fired_.front();
            fired_.pop_front();
            take(next);
        } else if (const auto share = queues_.take_stirred()) {
            admit(*share);
        } else {
            break;
        }
    }
    is_settling_ = false;
}

void Life::take(const Fired& fired) {
    const Record* record = store_.find(fired.record);
    if (!record) return;
    const Machine* machine = laws().machine_of(record->ref.collection);
    if (!machine) {
        if (fired.event == "delete") remove(*record);
        return;
    }
    const State* state = machine->find_state(record->state);
    if (!state) return;
    Fired taken = fired;
    const auto others = birth_.switches.fire_instead.find(machine->name());
    if (others != birth_.switches.fire_instead.end()) {
        const auto other = others->second.find(std::string(fired.event));
        if (other != others->second.end()) taken.event = other->second;
    }
    const auto extra = birth_.switches.transitions.find(machine->name());
    if (extra != birth_.switches.transitions.end() && take_way(taken, *state, extra->second))
        return;
    (void)take_way(taken, *state, machine->transitions());
}

/// Takes the first of `ways` that the event opens; says whether there is one.
bool Life::take_way(const Fired& fired, const State& state, const std::vector<Transition>& ways) {
    if (fired.event.empty()) return false;
    const Record& record = *store_.find(fired.record);
    for (const Transition& way : ways) {
        const bool fits = way.event == fired.event && way.starts_in(state, fired.even_if_final) &&
                          way.to != state.name && holds(way.when, record);
        if (!fits) continue;
        move(record, way.to, way.event);
        return true;
    }
    return false;
}

void Life::ring(const Timer& timer) {
    const Record& record = *store_.find(timer.record);
    if (timer.alarm == kIncidentAlarm) return ring_incident(record);
    if (timer.alarm.empty()) {
        if (timer.slot.empty()) return move(record, timer.to, kByTime);
        return wait_for(record, timer.slot, timer.to);
    }
    const Machine& machine = *laws().machine_of(record.ref.collection);
    const State& state = *machine.find_state(record.state);
    const StateAlarm& alarm = *state.find_alarm(timer.alarm);
    if (alarm.repeats) set_alarm(record, state, alarm);
    apply(alarm.effects, timer.record, {});
    mark_changed(timer.record);
}

void Life::move(const Record& self, std::string_view to, std::string_view cause) {
    if (!to.empty()) return enter(self, to, cause);
    note_move(self, laws().collection(self.ref.collection), nullptr, cause);
    remove(self);
}

void Life::note_move(const Record& record,
                     const Collection& collection,
                     const State* to,
                     std::string_view cause) {
    const Machine& machine = *collection.moves;
    const std::string_view name = to ? std::string_view(to->name) : "";
    const Passage passage{collection.name, record.state, name};
    tally_.move(record, passage, machine.has_slots_of_tenants());
    if (collection.frees_slots) stir_shares(record, machine);
    chronicle_.note(moment_, record.ref.id, passage, cause, machine.name());
    store_.set_state(record, name);
}

void Life::enter(const Record& self, std::string_view name, std::string_view cause) {
    const Collection& collection = laws().collection(self.ref.collection);
    const Machine* machine = collection.moves;
    const State* state = machine->find_state(name);
    PLUMBLINE_CHECK(state, "names of states are checked when machines load");
    const RecordNumber number = self.number;
    timers_.cancel(number);
    queues_.leave(number);
    note_move(self, collection, state, cause);
    (void)set_text_at(store_.edit(self), machine->place(), state->name);
    mark_changed(number);
    apply(machine->on_change(), number, {});
    apply(state->on_enter, number, {});
    const auto more = birth_.switches.on_enter.find(state->place);
    if (more != birth_.switches.on_enter.end()) apply(more->second, number, {});
    // Found again: an effect may have removed it.
    const Record* moved = store_.find(number);
    if (!moved) return;
    if (state->stops_children) stop_children(*moved);
    if (state->is_final) strikes_.erase(number);
    if (birth_.switches.frozen_machines.contains(machine->name())) return;
    set_way(*moved, *state, *machine);
    for (const StateAlarm& alarm : state->alarms) {
        if (holds(alarm.when, *moved)) set_alarm(*moved, *state, alarm);
    }
    await_incident(*moved, *state);
}

/// Lets time or a free slot open the first way that they may: a fault's, else the machine's.
void Life::set_way(const Record& self, const State& state, const Machine& machine) {
    const auto is_set = [&](const Transition& way) { return set_way(self, state, way); };
    const auto extra = birth_.switches.transitions.find(machine.name());
    const bool is_faulty = extra != birth_.switches.transitions.end() &&
                           std::any_of(extra->second.begin(), extra->second.end(), [&](auto& way) {
                               return way.event.empty() && way.starts_in(state) && is_set(way);
                           });
    if (!is_faulty) (void)std::any_of(state.ways.begin(), state.ways.end(), is_set);
}

/// Says whether the way is one that the record may take.
bool Life::set_way(const Record& self, const State& state, const Transition& way) {
    if (!holds(way.when, self)) return false;
    if (!way.after) {
        wait_for(self, way.slot, way.to);
    } else {
        const Duration time = time_of(*way.after, state.place);
        timers_.set({moment_ + time, self.number, "", way.to, way.slot});
    }
    return true;
}

void Life::set_alarm(const Record& self, const State& state, const StateAlarm& alarm) {
    const std::string place = state.place + '/' + alarm.name;
    timers_.set({moment_ + time_of(alarm.span, place), self.number, alarm.name, "", ""});
}

/// Faults go before the world, which goes before the machine.
Duration Life::time_of(const Span& span, const std::string& place) const {
    const auto faulty = birth_.switches.timings.find(place);
    if (faulty != birth_.switches.timings.end()) return faulty->second;
    const auto other = world().timings.find(place);
    if (other != world().timings.end()) return other->second;
    return span.limit.empty() ? span.time : Duration(limits_.find(span.limit)->second.value);
}

void Life::stop_children(const Record& self) {
    for (const Record* child : children_of(self)) {
        timers_.cancel(child->number);
        queues_.leave(child->number);
    }
}

}  // namespace plumbline::mock
