#include "mock_server/transport/deadlines.hpp"

namespace plumbline::mock {

void Deadlines::set(ConnectionId id, SteadyTime due) {
    const auto [found, is_new] = entries_.try_emplace(id.fd, Entry{id.generation, due, due});
    Entry& entry = found->second;
    if (is_new) {
        alarms_.emplace(due, id.fd);
        return;
    }
    entry.generation = id.generation;
    entry.due = due;
    if (due >= entry.alarm) return;
    alarms_.erase({entry.alarm, id.fd});
    alarms_.emplace(due, id.fd);
    entry.alarm = due;
}

void Deadlines::remove(ConnectionId id) {
    const auto found = entries_.find(id.fd);
    if (found == entries_.end() || found->second.generation != id.generation) return;
    alarms_.erase({found->second.alarm, id.fd});
    entries_.erase(found);
}

std::vector<ConnectionId> Deadlines::take_due(SteadyTime now) {
    std::vector<ConnectionId> due;
    while (!alarms_.empty() && alarms_.begin()->first <= now) {
        const int fd = alarms_.begin()->second;
        alarms_.erase(alarms_.begin());
        Entry& entry = entries_.at(fd);
        if (entry.due > now) {
            entry.alarm = entry.due;
            alarms_.emplace(entry.due, fd);
        } else {
            due.push_back({fd, entry.generation});
            entries_.erase(fd);
        }
    }
    return due;
}

std::optional<SteadyTime> Deadlines::next_alarm() const {
    return alarms_.empty() ? std::nullopt : std::optional(alarms_.begin()->first);
}

}  // namespace plumbline::mock
