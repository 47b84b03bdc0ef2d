#include "mock_server/transport/deadlines.hpp"

namespace plumbline::mock {
namespace {

/// Returns the first tick that is not before `due`.
SteadyTime tick_of(SteadyTime due) {
    return due == SteadyTime::max()
               ? due
               : SteadyTime(std::chrono::ceil<Deadlines::DeadlineTick>(due.time_since_epoch()));
}

}  // namespace

void Deadlines::set(ConnectionId id, SteadyTime due) {
    const auto index = static_cast<std::size_t>(id.fd);
    if (index >= entries_.size()) entries_.resize(index + 1);
    auto& entry = entries_[index];
    SteadyTime tick = tick_of(due);
    if (entry && entry->alarm <= tick) {
        tick = entry->alarm;
    } else {
        if (entry) alarms_.erase({entry->alarm, id.fd});
        alarms_.emplace(tick, id.fd);
    }
    entry = {id.generation, due, tick};
}

void Deadlines::remove(ConnectionId id) {
    const auto index = static_cast<std::size_t>(id.fd);
    if (index >= entries_.size()) return;
    auto& entry = entries_[index];
    if (!entry || entry->generation != id.generation) return;
    alarms_.erase({entry->alarm, id.fd});
    entry.reset();
}

std::vector<ConnectionId> Deadlines::take_due(SteadyTime now) {
    std::vector<ConnectionId> due;
    while (!alarms_.empty() && alarms_.begin()->first <= now) {
        const auto [tick, fd] = *alarms_.begin();
        alarms_.erase(alarms_.begin());
        auto& entry = entries_[static_cast<std::size_t>(fd)];
        if (entry->due > tick) {
            entry->alarm = tick_of(entry->due);
            alarms_.emplace(entry->alarm, fd);
        } else {
            due.push_back({fd, entry->generation});
            entry.reset();
        }
    }
    return due;
}

std::optional<SteadyTime> Deadlines::next_alarm() const {
    return alarms_.empty() ? std::nullopt : std::optional(alarms_.begin()->first);
}

}  // namespace plumbline::mock
