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
    line_up({timer.due, last_, place});
}

/// Puts a turn behind the latest last one that it comes after.
void Timers::line_up(const Turn& turn) {
    constexpr std::size_t kMostRows = 16;
    ++turns_;
    Row* behind = nullptr;
    for (Row& row : rows_) {
        const bool fits = row.back() < turn;
        if (fits && (!behind || behind->back() < row.back())) behind = &row;
    }
    if (behind) return behind->push_back(turn);
    if (rows_.size() < kMostRows) return rows_.emplace_back().push_back(turn);
    Row& any = rows_.front();
    any.insert(std::upper_bound(any.begin(), any.end(), turn), turn);
}

const Timers::Turn* Timers::next() const {
    const Turn* first = nullptr;
    for (const Row& row : rows_) {
        if (!first || row.front() < *first) first = &row.front();
    }
    return first;
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

/// Keeps what is left over behind the first ones, and less of it than there are timers.
void Timers::clear_out() {
    constexpr std::size_t kFew = 64;
    const std::size_t there = held_.size() - free_.size();
    const bool is_much = turns_ > kFew && turns_ > 2 * there;
    for (Row& row : rows_) {
        const std::size_t before = row.size();
        if (is_much) std::erase_if(row, [this](const Turn& turn) { return is_left_over(turn); });
        while (!row.empty() && is_left_over(row.front())) row.pop_front();
        turns_ -= before - row.size();
    }
    std::erase_if(rows_, [](const Row& row) { return row.empty(); });
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
    const Turn* first = next();
    return first ? std::optional(first->due) : std::nullopt;
}

std::optional<Timer> Timers::take_due(Instant time) {
    const Turn* first = next();
    if (!first || first->due > time) return std::nullopt;
    const Timer timer = held_[first->place].timer;
    cancel(timer.record, timer.alarm);
    return timer;
}

std::vector<Timer> Timers::all() const {
    std::vector<Turn> turns;
    for (const Row& row : rows_) turns.insert(turns.end(), row.begin(), row.end());
    std::erase_if(turns, [this](const Turn& turn) { return is_left_over(turn); });
    std::sort(turns.begin(), turns.end());
    std::vector<Timer> timers;
    timers.reserve(turns.size());
    for (const Turn& turn : turns) timers.push_back(held_[turn.place].timer);
    return timers;
}

}  // namespace plumbline::mock
