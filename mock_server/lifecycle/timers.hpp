#pragma once
// What is due when: at most one timer of each name for each record.

#include "mock_server/store/store.hpp"
#include "spec/base/clock.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plumbline::mock {

/// What happens to a record at a time: it moves on, or an alarm of its state rings.
struct Timer {
    Instant due;
    RecordNumber record = 0;
    std::string alarm;  ///< "" for the one that moves it on
    std::string to;     ///< without alarm: the state it reaches, "" for going away
    std::string slot;   ///< without alarm: what it waits for first, "" for nothing

    bool operator==(const Timer&) const = default;
};

/// Holds timers in the order in which they fire: by due time, ties by when they were set.
class Timers {
  public:
    /// Sets the record's timer; an earlier one of the same record and alarm is gone.
    void set(Timer timer);
    /// Takes away all timers of a record.
    void cancel(RecordNumber record);
    void cancel(RecordNumber record, std::string_view alarm);
    /// Returns when the record moves on by itself, nothing if it does not.
    [[nodiscard]] std::optional<Instant> due_of(RecordNumber record) const;
    [[nodiscard]] std::optional<Instant> next_due() const;
    /// Takes out the first timer due at `time` or before.
    [[nodiscard]] std::optional<Timer> take_due(Instant time);
    /// Returns all timers in their order.
    [[nodiscard]] std::vector<Timer> all() const;

  private:
    using Key = std::pair<Instant, std::uint64_t>;
    using Queue = std::map<Key, Timer>;

    Queue queue_;
    std::unordered_map<RecordNumber, std::vector<Queue::iterator>> by_record_;  ///< few of each
    std::uint64_t last_ = 0;
};

}  // namespace plumbline::mock
