#include "mock_server/lifecycle/timers.hpp"

namespace plumbline::mock {

void Timers::set(Timer timer) {
    cancel(timer.record);
    const Key key{timer.due, ++last_};
    by_record_[timer.record] = key;
    queue_.emplace(key, std::move(timer));
}

void Timers::cancel(const RecordRef& record) {
    const auto found = by_record_.find(record);
    if (found == by_record_.end()) return;
    queue_.erase(found->second);
    by_record_.erase(found);
}

std::optional<Instant> Timers::due_of(const RecordRef& record) const {
    const auto found = by_record_.find(record);
    if (found == by_record_.end()) return std::nullopt;
    return found->second.first;
}

std::optional<Instant> Timers::next_due() const {
    if (queue_.empty()) return std::nullopt;
    return queue_.begin()->first.first;
}

std::optional<Timer> Timers::take_due(Instant time) {
    if (queue_.empty() || queue_.begin()->first.first > time) return std::nullopt;
    Timer timer = std::move(queue_.begin()->second);
    queue_.erase(queue_.begin());
    by_record_.erase(timer.record);
    return timer;
}

std::vector<Timer> Timers::all() const {
    std::vector<Timer> timers;
    for (const auto& [key, timer] : queue_) timers.push_back(timer);
    return timers;
}

}  // namespace plumbline::mock
