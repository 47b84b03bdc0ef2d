#include "mock_server/lifecycle/timing/timer_queue.hpp"

namespace plumbline::mock {

void TimerQueue::set(const Timer& timer) {
    cancel(timer.record, timer.alarm);
    const FiringOrder order{timer.due, ++last_order_};
    timers_.emplace(order, timer);
    // Most timers are those of the newest record.
    by_name_.emplace_hint(by_name_.end(), TimerName{timer.record, timer.alarm}, order);
}

void TimerQueue::cancel(RecordNumber record) {
    auto named = by_name_.lower_bound({record, ""});
    while (named != by_name_.end() && named->first.first == record) {
        timers_.erase(named->second);
        named = by_name_.erase(named);
    }
}

void TimerQueue::cancel(RecordNumber record, std::string_view alarm) {
    const auto named = by_name_.find({record, alarm});
    if (named == by_name_.end()) return;
    timers_.erase(named->second);
    by_name_.erase(named);
}

std::optional<Instant> TimerQueue::due_of(RecordNumber record) const {
    const auto named = by_name_.find({record, ""});
    return named == by_name_.end() ? std::nullopt : std::optional(named->second.first);
}

std::optional<Instant> TimerQueue::next_due() const {
    return timers_.empty() ? std::nullopt : std::optional(timers_.begin()->first.first);
}

std::optional<Timer> TimerQueue::take_due(Instant time) {
    const auto due = next_due();
    if (!due || *due > time) return std::nullopt;
    const Timer timer = timers_.begin()->second;
    cancel(timer.record, timer.alarm);
    return timer;
}

std::vector<Timer> TimerQueue::all() const {
    std::vector<Timer> timers;
    timers.reserve(timers_.size());
    for (const auto& [order, timer] : timers_) timers.push_back(timer);
    return timers;
}

}  // namespace plumbline::mock
