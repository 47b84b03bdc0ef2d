#pragma once
// The pending timers of all records: at most one of each name per record.

#include "mock_server/store/store.hpp"
#include "spec/base/clock.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline::mock {

/// Fires for a record at a time: the record changes its state, or an alarm of its state fires. The
/// texts belong to the state model or to fault overrides, which outlive every timer.
struct Timer {
    Instant due;
    RecordNumber record = 0;
    std::string_view alarm;  ///< "" for the timer of a transition
    std::string_view to;     ///< for a transition: the target state, "" for removal
    /// For a transition: the slot it waits for first, empty if there is none.
    std::string_view slot;

    bool operator==(const Timer&) const = default;
};

/// Holds timers in the order in which they fire: by due time, then by the order in which they were
/// set.
class TimerQueue {
  public:
    /// Sets a timer; it replaces the one with the same record and alarm.
    void set(const Timer& timer);
    /// Cancels all timers of a record.
    void cancel(RecordNumber record);
    void cancel(RecordNumber record, std::string_view alarm);
    /// Returns when the record's transition timer fires, nothing if it has none.
    [[nodiscard]] std::optional<Instant> due_of(RecordNumber record) const;
    [[nodiscard]] std::optional<Instant> next_due() const;
    /// Removes and returns the first timer due at `time` or earlier.
    [[nodiscard]] std::optional<Timer> take_due(Instant time);
    /// Returns all timers in the order in which they fire.
    [[nodiscard]] std::vector<Timer> all() const;

  private:
    using FiringOrder = std::pair<Instant, std::uint64_t>;        ///< due time, order of setting
    using TimerName = std::pair<RecordNumber, std::string_view>;  ///< record, alarm

    std::map<FiringOrder, Timer> timers_;
    std::map<TimerName, FiringOrder> by_name_;
    std::uint64_t last_order_ = 0;
};

}  // namespace plumbline::mock
