#include "mock_server/lifecycle/timers.hpp"

namespace plumbline::mock {

void Timers::set(Timer timer) {
    cancel(timer.record, timer.alarm);
    const Key key{timer.due, ++last_};
    by_record_[timer.record][timer.alarm] = key;
    queue_.emplace(key, std::move(timer));
}

void Timers::cancel(const RecordRef& record) {
    const auto found = by_record_.find(record);
    if (found == by_record_.end()) return;
    for (const auto& [alarm, key] : found->second) queue_.erase(key);
    by_record_.erase(found);
}

void Timers::cancel(const RecordRef& record, std::string_view alarm) {
    const auto found = by_record_.find(record);
    if (found == by_record_.end()) return;
    const auto key = found->second.find(alarm);
    if (key == found->second.end()) return;
    queue_.erase(key->second);
    found->second.erase(key);
    if (found->second.empty()) by_record_.erase(found);
}

std::optional<Instant> Timers::due_of(const RecordRef& record) const {
    const auto found = by_record_.find(record);
    if (found == by_record_.end()) return std::nullopt;
    const auto key = found->second.find(std::string_view());
    if (key == found->second.end()) return std::nullopt;
    return key->second.first;
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
