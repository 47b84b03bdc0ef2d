#pragma once
// What is due when: at most one timer of each name for each record.

#include "mock_server/store/by_number.hpp"
#include "spec/base/clock.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// What happens to a record at a time: it moves on, or an alarm of its state rings. The texts are
/// those of laws and switches, which outlive every timer: thousands are set a second.
struct Timer {
    Instant due;
    RecordNumber record = 0;
    std::string_view alarm;  ///< "" for the one that moves it on
    std::string_view to;     ///< without alarm: the state it reaches, "" for going away
    std::string_view slot;   ///< without alarm: what it waits for first, "" for nothing

    bool operator==(const Timer&) const = default;
};

/// Holds timers in the order in which they fire: by due time, ties by when they were set.
class Timers {
  public:
    /// Sets the record's timer; an earlier one of the same record and alarm is gone.
    void set(const Timer& timer);
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
    using Place = std::uint32_t;
    static constexpr Place kNone = ~Place{0};

    /// A timer and the next one of the same record; few records have two.
    struct Held {
        Timer timer;
        std::uint64_t order = 0;  ///< 0: free
        Place next = kNone;
    };
    /// When one fires; of one that was cancelled it is left over until it is met or cleared out.
    struct Turn {
        Instant due;
        std::uint64_t order = 0;
        Place place = 0;

        /// By due time, ties by order: no two have the same.
        auto operator<=>(const Turn&) const = default;
    };
    /// Turns in their order, the next one first.
    using Row = std::deque<Turn>;

    [[nodiscard]] bool is_left_over(const Turn& turn) const;
    /// Takes the timer that `link` leads to out of its record's list.
    void free_place(Place& link);
    void line_up(const Turn& turn);
    [[nodiscard]] const Turn* next() const;
    void clear_out();

    std::vector<Held> held_;
    std::vector<Place> free_;
    /// What waits for equally long is due in the order in which it was set, so nearly all go behind
    /// the last of a row: there is one for each time that machines know. None is empty, and no
    /// first one is left over.
    std::vector<Row> rows_;
    std::size_t turns_ = 0;     ///< in all rows
    ByNumber<Place> first_of_;  ///< of each record that has timers
    std::uint64_t last_ = 0;
};

}  // namespace plumbline::mock
