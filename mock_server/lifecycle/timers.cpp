#include "mock_server/lifecycle/timers.hpp"

#include <algorithm>

namespace plumbline::mock {

void Timers::set(Timer timer) {
    cancel(timer.record, timer.alarm);
    auto& own = by_record_[timer.record];
    own.push_back(queue_.emplace(Key{timer.due, ++last_}, std::move(timer)).first);
}

void Timers::cancel(RecordNumber record) {
    const auto found = by_record_.find(record);
    if (found == by_record_.end()) return;
    for (const auto& place : found->second) queue_.erase(place);
    by_record_.erase(found);
}

void Timers::cancel(RecordNumber record, std::string_view alarm) {
    const auto found = by_record_.find(record);
    if (found == by_record_.end()) return;
    auto& own = found->second;
    const auto one = std::find_if(
        own.begin(), own.end(), [&](const auto& place) { return place->second.alarm == alarm; });
    if (one == own.end()) return;
    queue_.erase(*one);
    own.erase(one);
    if (own.empty()) by_record_.erase(found);
}

std::optional<Instant> Timers::due_of(RecordNumber record) const {
    const auto found = by_record_.find(record);
    if (found == by_record_.end()) return std::nullopt;
    for (const auto& place : found->second) {
        if (place->second.alarm.empty()) return place->second.due;
    }
    return std::nullopt;
}

std::optional<Instant> Timers::next_due() const {
    if (queue_.empty()) return std::nullopt;
    return queue_.begin()->first.first;
}

std::optional<Timer> Timers::take_due(Instant time) {
    if (queue_.empty() || queue_.begin()->first.first > time) return std::nullopt;
    Timer timer = queue_.begin()->second;
    cancel(timer.record, timer.alarm);
    return timer;
}

std::vector<Timer> Timers::all() const {
    std::vector<Timer> timers;
    for (const auto& [key, timer] : queue_) timers.push_back(timer);
    return timers;
}

}  // namespace plumbline::mock
