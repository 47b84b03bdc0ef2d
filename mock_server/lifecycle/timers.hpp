#pragma once
// What is due when: at most one timer for each record.

#include "mock_server/store/store.hpp"
#include "spec/base/clock.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::mock {

/// The state a record reaches at a time; "" for going away.
struct Timer {
    Instant due;
    RecordRef record;
    std::string to;

    bool operator==(const Timer&) const = default;
};

/// Holds timers in the order in which they fire: by due time, ties by when they were set.
class Timers {
  public:
    /// Sets the record's timer; an earlier one of the same record is gone.
    void set(Timer timer);
    void cancel(const RecordRef& record);
    /// Returns when the record's timer is due, nothing if it has none.
    [[nodiscard]] std::optional<Instant> due_of(const RecordRef& record) const;
    [[nodiscard]] std::optional<Instant> next_due() const;
    /// Takes out the first timer due at `time` or before.
    [[nodiscard]] std::optional<Timer> take_due(Instant time);
    /// Returns all timers in their order.
    [[nodiscard]] std::vector<Timer> all() const;

  private:
    using Key = std::pair<Instant, std::uint64_t>;

    std::map<Key, Timer> queue_;
    std::map<RecordRef, Key> by_record_;
    std::uint64_t last_ = 0;
};

}  // namespace plumbline::mock
