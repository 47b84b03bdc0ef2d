#include "mock_server/transport/deadlines.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace plumbline::mock {

void Deadlines::set(ConnectionId id, SteadyTime due) {
    const auto place = static_cast<std::size_t>(id.fd);
    if (place >= entries_.size()) entries_.resize(place + 1);
    Entry& entry = entries_[place];
    const bool was_set = std::exchange(entry.is_set, true);
    entry.generation = id.generation;
    entry.due = due;
    if (was_set && due >= entry.alarm) return;
    if (!was_set) ++set_;
    entry.alarm = due;
    push(due, id.fd);
    drop_stale();
}

void Deadlines::remove(ConnectionId id) {
    Entry* entry = find(id.fd);
    if (!entry || entry->generation != id.generation) return;
    entry->is_set = false;
    --set_;
    drop_stale();
}

std::vector<ConnectionId> Deadlines::take_due(SteadyTime now) {
    std::vector<ConnectionId> due;
    while (!alarms_.empty() && alarms_.front().time <= now) {
        const Pending pending = pop();
        if (!means_something(pending)) continue;
        Entry& entry = *find(pending.fd);
        if (entry.due > now) {
            entry.alarm = entry.due;
            push(entry.due, pending.fd);
        } else {
            entry.is_set = false;
            --set_;
            due.push_back({pending.fd, entry.generation});
        }
    }
    drop_stale();
    return due;
}

std::optional<SteadyTime> Deadlines::next_alarm() const {
    return alarms_.empty() ? std::nullopt : std::optional(alarms_.front().time);
}

Deadlines::Entry* Deadlines::find(int fd) {
    const auto place = static_cast<std::size_t>(fd);
    return place < entries_.size() && entries_[place].is_set ? &entries_[place] : nullptr;
}

bool Deadlines::means_something(const Pending& pending) const {
    const Entry& entry = entries_[static_cast<std::size_t>(pending.fd)];
    return entry.is_set && entry.alarm == pending.time;
}

void Deadlines::push(SteadyTime time, int fd) {
    alarms_.push_back({time, fd});
    std::push_heap(alarms_.begin(), alarms_.end(), std::greater<>());
}

Deadlines::Pending Deadlines::pop() {
    std::pop_heap(alarms_.begin(), alarms_.end(), std::greater<>());
    const Pending pending = alarms_.back();
    alarms_.pop_back();
    return pending;
}

/// A heap gives up only its front, so the others that mean nothing go when they are the most.
void Deadlines::drop_stale() {
    constexpr std::size_t kFew = 64;
    if (alarms_.size() > kFew + 2 * set_) {
        std::erase_if(alarms_, [&](const Pending& one) { return !means_something(one); });
        std::make_heap(alarms_.begin(), alarms_.end(), std::greater<>());
    }
    while (!alarms_.empty() && !means_something(alarms_.front())) (void)pop();
}

}  // namespace plumbline::mock
