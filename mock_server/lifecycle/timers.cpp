#include "mock_server/lifecycle/timers.hpp"

#include <algorithm>

namespace plumbline::mock {

bool Timers::is_left_over(const Turn& turn) const {
    return held_[turn.place].order != turn.order;
}

void Timers::set(const Timer& timer) {
    cancel(timer.record, timer.alarm);
    if (free_.empty()) {
        free_.push_back(static_cast<Place>(held_.size()));
        held_.emplace_back();
    }
    const Place place = free_.back();
    free_.pop_back();
    const Place* first = first_of_.find(timer.record);
    held_[place] = {timer, ++last_, first ? *first : kNone};
    first_of_[timer.record] = place;
    heap_.push_back({timer.due, last_, place});
    std::push_heap(heap_.begin(), heap_.end(), IsLater());
}

void Timers::free_place(Place& link) {
    const Place place = link;
    link = held_[place].next;
    held_[place] = {};
    free_.push_back(place);
}

void Timers::cancel(RecordNumber record) {
    Place* first = first_of_.find(record);
    if (!first) return;
    while (*first != kNone) free_place(*first);
    first_of_.erase(record);
    clear_out();
}

void Timers::cancel(RecordNumber record, std::string_view alarm) {
    Place* link = first_of_.find(record);
    if (!link) return;
    while (*link != kNone && held_[*link].timer.alarm != alarm) link = &held_[*link].next;
    if (*link == kNone) return;
    free_place(*link);
    if (*first_of_.find(record) == kNone) first_of_.erase(record);
    clear_out();
}

/// Keeps the first of the heap one that is there, and what is left over less than half of it.
void Timers::clear_out() {
    while (!heap_.empty() && is_left_over(heap_.front())) {
        std::pop_heap(heap_.begin(), heap_.end(), IsLater());
        heap_.pop_back();
    }
    const std::size_t there = held_.size() - free_.size();
    constexpr std::size_t kFew = 64;
    if (heap_.size() < kFew || heap_.size() <= 2 * there) return;
    std::erase_if(heap_, [this](const Turn& turn) { return is_left_over(turn); });
    std::make_heap(heap_.begin(), heap_.end(), IsLater());
}

std::optional<Instant> Timers::due_of(RecordNumber record) const {
    const Place* first = first_of_.find(record);
    if (!first) return std::nullopt;
    for (Place place = *first; place != kNone; place = held_[place].next) {
        if (held_[place].timer.alarm.empty()) return held_[place].timer.due;
    }
    return std::nullopt;
}

std::optional<Instant> Timers::next_due() const {
    if (heap_.empty()) return std::nullopt;
    return heap_.front().due;
}

std::optional<Timer> Timers::take_due(Instant time) {
    if (heap_.empty() || heap_.front().due > time) return std::nullopt;
    const Timer timer = held_[heap_.front().place].timer;
    cancel(timer.record, timer.alarm);
    return timer;
}

std::vector<Timer> Timers::all() const {
    std::vector<Turn> turns = heap_;
    std::erase_if(turns, [this](const Turn& turn) { return is_left_over(turn); });
    std::sort(turns.begin(), turns.end(), [](const Turn& one, const Turn& other) {
        return IsLater()(other, one);
    });
    std::vector<Timer> timers;
    timers.reserve(turns.size());
    for (const Turn& turn : turns) timers.push_back(held_[turn.place].timer);
    return timers;
}

}  // namespace plumbline::mock
