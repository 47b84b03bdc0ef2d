#include "mock_server/lifecycle/life.hpp"

#include "spec/base/check.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {

Life::Life(Birth birth, const Clock& machine)
    : birth_(std::move(birth)),
      ids_(birth_.seed),
      settled_(plumbline::mock::settle(*birth_.world, birth_.identities, birth_.seed, store_)),
      clock_(birth_.clock, birth_.world->start, machine),
      moment_(clock_.now()) {
    for (const auto& [name, limit] : laws().limits) {
        const auto& faulty = birth_.switches.limits;
        const auto fault = faulty.find(name);
        const std::int64_t value =
            fault == faulty.end() ? world().limit(name, limit.value) : fault->second;
        limits_[name] = {limit.is_time, value};
    }
    name_scripted();
    adopt_records();
    live_past();
}

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

void Life::jump_for(RecordNumber polled) {
    if (unshown_.erase(polled) || !may_jump()) return;
    const auto due = timers_.due_of(polled);
    jump_to(due ? due : timers_.next_due());
    (void)unshown_.erase(polled);
}

void Life::jump_for_list(const std::string& collection, const Selection& page) {
    const auto records = store_.list(collection, page);
    if (records.empty() || show(records) || !may_jump()) return;
    jump_to(timers_.next_due());
    (void)show(store_.list(collection, page));
}

/// Notes that records have been shown; says whether one of them had changed.
bool Life::show(const std::vector<const Record*>& records) {
    bool has_changed = false;
    for (const Record* record : records)
        has_changed = unshown_.erase(record->number) || has_changed;
    return has_changed;
}

void Life::tick() {
    constexpr auto kTick = std::chrono::milliseconds(1);
    if (clock_.may_jump()) (void)advance(kTick);
}

std::size_t Life::fire_due(Instant until) {
    std::size_t fired = 0;
    while (const auto timer = timers_.take_due(until)) {
        moment_ = timer->due;
        ring(*timer);
        settle();
        ++fired;
    }
    moment_ = until;
    return fired;
}

RecordNumber Life::create(NewRecord record) {
    const RecordNumber made = make(std::move(record));
    settle();
    return made;
}

RecordNumber Life::make(NewRecord record) {
    const Collection& collection = laws().collection(record.collection);
    Record made;
    made.ref = {std::move(record.collection),
                record.id.empty() ? ids_.uuid() : std::move(record.id)};
    made.owner = record.owner;
    made.tenant = record.tenant;
    made.body = std::move(record.body);
    const RecordNumber number = store_.insert(std::move(made)).number;
    apply(collection.on_create, number, {});
    const Record* alive = store_.find(number);
    if (alive && collection.moves) enter(*alive, collection.moves->initial(), kByCreation);
    strike_as_scripted(number);
    return number;
}

void Life::set_limit(std::string_view name, std::int64_t value) {
    const auto limit = limits_.find(name);
    PLUMBLINE_CHECK(limit != limits_.end(), "only limits that machines define are set");
    if (birth_.switches.limits.contains(name)) return;
    limit->second.value = value;
    queues_.stir_all();
    settle();
}

void Life::remove(const Record& self) {
    for (const Record* child : children_of(self)) remove(*child);
    forget(self);
    if (birth_.switches.keeps_deleted) return store_.mark_deleted(self);
    store_.remove(self);
}

/// Takes back all that was going to happen to a record.
void Life::forget(const Record& self) {
    timers_.cancel(self.number);
    queues_.leave(self.number);
    strikes_.erase(self.number);
    tally_.forget(self.number);
    (void)unshown_.erase(self.number);
}

}  // namespace plumbline::mock
