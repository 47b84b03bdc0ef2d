#include "mock_server/lifecycle/life.hpp"

#include "spec/base/check.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {

Life::Life(Birth birth, const Clock& machine)
    : birth_(std::move(birth)),
      ids_(birth_.seed),
      settled_(settle(*birth_.world, birth_.identities, birth_.seed, store_)),
      clock_(birth_.clock, birth_.world->start, machine),
      moment_(clock_.now()) {}

void Life::catch_up() {
    (void)fire_due(clock_.now());
}

std::size_t Life::advance(Duration time) {
    const Instant until = clock_.now() + time;
    const std::size_t fired = fire_due(until);
    clock_.move_to(until);
    return fired;
}

bool Life::may_jump() const {
    return clock_.may_jump() && clock_.is_auto_advance();
}

void Life::jump_to(std::optional<Instant> due) {
    if (due && *due > clock_.now()) (void)advance(*due - clock_.now());
}

void Life::jump_for(const RecordRef& polled) {
    if (unshown_.erase(polled) > 0 || !may_jump()) return;
    const auto due = timers_.due_of(polled);
    jump_to(due ? due : timers_.next_due());
    unshown_.erase(polled);
}

void Life::jump_for_list(const std::string& collection, const Selection& page) {
    const auto records = store_.list(collection, page);
    if (records.empty() || show(records) || !may_jump()) return;
    jump_to(timers_.next_due());
    (void)show(store_.list(collection, page));
}

/// Notes that records have been shown; says whether one of them had changed.
bool Life::show(const std::vector<const Record*>& records) {
    std::size_t changed = 0;
    for (const Record* record : records) changed += unshown_.erase(record->ref);
    return changed > 0;
}

void Life::tick() {
    constexpr auto kTick = std::chrono::milliseconds(1);
    if (clock_.may_jump()) (void)advance(kTick);
}

std::size_t Life::fire_due(Instant until) {
    std::size_t fired = 0;
    while (const auto timer = timers_.take_due(until)) {
        moment_ = timer->due;
        leave_for(timer->record, timer->to);
        ++fired;
    }
    moment_ = until;
    return fired;
}

RecordRef Life::create(NewRecord record) {
    const Collection& collection = laws().collection(record.collection);
    const RecordRef ref{record.collection, ids_.uuid()};
    Record made;
    made.ref = ref;
    made.parent = std::move(record.parent);
    made.tenant = std::move(record.tenant);
    made.body = std::move(record.body);
    store_.insert(std::move(made));
    run(collection.on_create, ref, {});
    if (const Machine* machine = laws().machine_of(record.collection))
        enter(ref, machine->initial());
    return ref;
}

void Life::fire(std::string_view event, const RecordRef& self) {
    const Machine* machine = laws().machine_of(self.collection);
    if (!machine) {
        if (event == "delete") remove(self);
        return;
    }
    const Record* record = store_.find(self);
    const Json* held = find(*record->body, std::string_view(machine->field()));
    const State* state =
        held && held->is_string() ? machine->find_state(held->get<std::string>()) : nullptr;
    if (!state) return;
    for (const Transition& transition : machine->transitions()) {
        const bool fits = transition.event == event && transition.starts_in(*state) &&
                          transition.to != state->name && holds(transition.when, self);
        if (fits) return leave_for(RecordRef(self), transition.to);
    }
}

void Life::leave_for(const RecordRef& self, const std::string& state) {
    if (state.empty()) {
        remove(self);
    } else {
        enter(self, state);
    }
}

void Life::enter(const RecordRef& self, const std::string& name) {
    const Machine* machine = laws().machine_of(self.collection);
    const State* state = machine->find_state(name);
    PLUMBLINE_CHECK(state, "names of states are checked when machines load");
    Json body = *store_.find(self)->body;
    (void)set_at(body, *JsonPointer::parse(machine->field()), Json(name));
    store_.set_body(self, std::move(body));
    mark_changed(self);
    run(machine->on_change(), self, {});
    run(state->on_enter, self, {});
    if (state->stops_children) stop_children(self);
    schedule(self, *machine, *state);
}

void Life::schedule(const RecordRef& self, const Machine& machine, const State& state) {
    timers_.cancel(self);
    if (birth_.switches.frozen_machines.contains(machine.name())) return;
    for (const Transition& transition : machine.transitions()) {
        if (!transition.after || !transition.starts_in(state) || !holds(transition.when, self))
            continue;
        const auto other = world().timings.find(machine.name() + '/' + state.name);
        const Duration time = other == world().timings.end() ? *transition.after : other->second;
        timers_.set({moment_ + time, self, transition.to});
        return;
    }
}

void Life::remove(const RecordRef& self) {
    for (const std::string& collection : laws().children_of(self.collection)) {
        for (const std::string& id : store_.children(collection, self.id)) remove({collection, id});
    }
    timers_.cancel(self);
    unshown_.erase(self);
    if (birth_.switches.keeps_deleted) return store_.mark_deleted(self);
    store_.remove(self);
}

void Life::stop_children(const RecordRef& self) {
    for (const std::string& collection : laws().children_of(self.collection)) {
        for (const std::string& id : store_.children(collection, self.id))
            timers_.cancel({collection, id});
    }
}

}  // namespace plumbline::mock
