#include "mock_server/transport/deadlines.hpp"

#include <algorithm>
#include <utility>

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
    DeadlineEntry& entry = entries_[index];
    const bool was_set = std::exchange(entry.is_set, true);
    entry.generation = id.generation;
    entry.due = due;
    if (was_set && due >= entry.alarm) return;
    if (!was_set) ++set_count_;
    const SteadyTime tick = tick_of(due);
    // A deadline moved forward within its tick already has its alarm.
    if (was_set && tick == entry.alarm) return;
    entry.alarm = tick;
    push_alarm(tick, id.fd);
    drop_stale();
}

void Deadlines::remove(ConnectionId id) {
    DeadlineEntry* entry = find(id.fd);
    if (!entry || entry->generation != id.generation) return;
    entry->is_set = false;
    --set_count_;
    drop_stale();
}

std::vector<ConnectionId> Deadlines::take_due(SteadyTime now) {
    std::vector<ConnectionId> due;
    while (!alarms_.empty() && alarms_.begin()->first <= now) {
        const auto [tick, fds] = take_first();
        for (const int fd : fds) {
            if (!is_current(tick, fd)) continue;
            DeadlineEntry& entry = entries_[static_cast<std::size_t>(fd)];
            if (entry.due > tick) {
                entry.alarm = tick_of(entry.due);
                push_alarm(entry.alarm, fd);
            } else {
                entry.is_set = false;
                --set_count_;
                due.push_back({fd, entry.generation});
            }
        }
    }
    drop_stale();
    return due;
}

std::optional<SteadyTime> Deadlines::next_alarm() const {
    return alarms_.empty() ? std::nullopt : std::optional(alarms_.begin()->first);
}

Deadlines::DeadlineEntry* Deadlines::find(int fd) {
    const auto index = static_cast<std::size_t>(fd);
    return index < entries_.size() && entries_[index].is_set ? &entries_[index] : nullptr;
}

bool Deadlines::is_current(SteadyTime tick, int fd) const {
    const DeadlineEntry& entry = entries_[static_cast<std::size_t>(fd)];
    return entry.is_set && entry.alarm == tick;
}

void Deadlines::push_alarm(SteadyTime tick, int fd) {
    last_alarm_ = alarms_.try_emplace(last_alarm_, tick);
    last_alarm_->second.push_back(fd);
    ++alarm_count_;
}

Deadlines::AlarmsByTick::value_type Deadlines::take_first() {
    const auto first = alarms_.begin();
    if (last_alarm_ == first) last_alarm_ = alarms_.end();
    auto node = alarms_.extract(first);
    alarm_count_ -= node.mapped().size();
    return {node.key(), std::move(node.mapped())};
}

/// Drops stale alarms: all of them if they are the majority, and those at the front, which would
/// cause needless wake-ups.
void Deadlines::drop_stale() {
    constexpr std::size_t kFew = 64;
    if (alarm_count_ > kFew + 2 * set_count_) {
        for (auto& slot : alarms_)
            alarm_count_ -=
                std::erase_if(slot.second, [&](int fd) { return !is_current(slot.first, fd); });
        std::erase_if(alarms_, [](const auto& slot) { return slot.second.empty(); });
        last_alarm_ = alarms_.end();
    }
    while (!alarms_.empty()) {
        const auto& first = *alarms_.begin();
        if (std::ranges::any_of(first.second, [&](int fd) { return is_current(first.first, fd); }))
            return;
        (void)take_first();
    }
}

}  // namespace plumbline::mock
