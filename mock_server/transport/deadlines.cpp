#include "mock_server/transport/deadlines.hpp"

#include <algorithm>
#include <utility>

namespace plumbline::mock {
namespace {

/// Returns the first tick that is not before it.
SteadyTime tick_of(SteadyTime due) {
    return due == SteadyTime::max()
               ? due
               : SteadyTime(std::chrono::ceil<Deadlines::Tick>(due.time_since_epoch()));
}

}  // namespace

void Deadlines::set(ConnectionId id, SteadyTime due) {
    const auto place = static_cast<std::size_t>(id.fd);
    if (place >= entries_.size()) entries_.resize(place + 1);
    Entry& entry = entries_[place];
    const bool was_set = std::exchange(entry.is_set, true);
    entry.generation = id.generation;
    entry.due = due;
    if (was_set && due >= entry.alarm) return;
    if (!was_set) ++set_;
    const SteadyTime tick = tick_of(due);
    // The one that was brought forward within its tick has its alarm already.
    if (was_set && tick == entry.alarm) return;
    entry.alarm = tick;
    push(tick, id.fd);
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
    while (!alarms_.empty() && alarms_.begin()->first <= now) {
        const auto [tick, fds] = take_first();
        for (const int fd : fds) {
            if (!means_something(tick, fd)) continue;
            Entry& entry = entries_[static_cast<std::size_t>(fd)];
            if (entry.due > tick) {
                entry.alarm = tick_of(entry.due);
                push(entry.alarm, fd);
            } else {
                entry.is_set = false;
                --set_;
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

Deadlines::Entry* Deadlines::find(int fd) {
    const auto place = static_cast<std::size_t>(fd);
    return place < entries_.size() && entries_[place].is_set ? &entries_[place] : nullptr;
}

bool Deadlines::means_something(SteadyTime tick, int fd) const {
    const Entry& entry = entries_[static_cast<std::size_t>(fd)];
    return entry.is_set && entry.alarm == tick;
}

void Deadlines::push(SteadyTime tick, int fd) {
    last_ = alarms_.try_emplace(last_, tick);
    last_->second.push_back(fd);
    ++kept_;
}

Deadlines::Alarms::value_type Deadlines::take_first() {
    const auto first = alarms_.begin();
    if (last_ == first) last_ = alarms_.end();
    auto node = alarms_.extract(first);
    kept_ -= node.mapped().size();
    return {node.key(), std::move(node.mapped())};
}

/// Drops what means nothing any more: all of it where it is the most, and what stands in front,
/// which would be waited for.
void Deadlines::drop_stale() {
    constexpr std::size_t kFew = 64;
    if (kept_ > kFew + 2 * set_) {
        for (auto& slot : alarms_)
            kept_ -= std::erase_if(slot.second,
                                   [&](int fd) { return !means_something(slot.first, fd); });
        std::erase_if(alarms_, [](const auto& slot) { return slot.second.empty(); });
        last_ = alarms_.end();
    }
    while (!alarms_.empty()) {
        const auto& first = *alarms_.begin();
        if (std::ranges::any_of(first.second,
                                [&](int fd) { return means_something(first.first, fd); }))
            return;
        (void)take_first();
    }
}

}  // namespace plumbline::mock
