#pragma once
// What is due when: at most one timer of each name for each record.

#include "mock_server/store/by_number.hpp"
#include "spec/base/clock.hpp"

#include <cstddef>
#include <cstdint>
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
    /// What the heap sorts; of one that was cancelled it is left over until it is met or cleared
    /// out.
    struct Turn {
        Instant due;
        std::uint64_t order = 0;
        Place place = 0;
    };

    /// For the heap, whose first is the one that no other comes before.
    struct IsLater {
        bool operator()(const Turn& one, const Turn& other) const {
            return one.due != other.due ? one.due > other.due : one.order > other.order;
        }
    };

    [[nodiscard]] bool is_left_over(const Turn& turn) const;
    /// Takes the timer that `link` leads to out of its record's list.
    void free_place(Place& link);
    void clear_out();

    std::vector<Held> held_;
    std::vector<Place> free_;
    std::vector<Turn> heap_;    ///< the first one is not left over
    ByNumber<Place> first_of_;  ///< of each record that has timers
    std::uint64_t last_ = 0;
};

}  // namespace plumbline::mock
