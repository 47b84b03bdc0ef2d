#pragma once
// Which connection must be looked at when: one absolute deadline for each.

#include "mock_server/engine/stream.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plumbline::mock {

/// Names a connection for good: file descriptors are used again at once, generations never.
struct ConnectionId {
    int fd = -1;
    std::uint64_t generation = 0;

    auto operator<=>(const ConnectionId&) const = default;
};

/// Keeps one deadline per connection. Putting one off, what every request does, costs no more than
/// a look-up: the alarm stays where it is and is moved when it goes off. Thread: one.
class Deadlines {
  public:
    /// Sets or replaces the connection's deadline.
    void set(ConnectionId id, SteadyTime due);
    void remove(ConnectionId id);
    /// Removes and returns the connections whose deadline has come.
    [[nodiscard]] std::vector<ConnectionId> take_due(SteadyTime now);
    /// Returns when to call take_due next; it may then find nothing due.
    [[nodiscard]] std::optional<SteadyTime> next_alarm() const;
    /// Returns how many alarms are kept, those among them that mean nothing any more.
    [[nodiscard]] std::size_t alarms() const { return alarms_.size(); }

  private:
    struct Entry {
        std::uint64_t generation = 0;
        SteadyTime due;
        SteadyTime alarm;  ///< never later than `due`
        bool is_set = false;
    };
    struct Pending {
        SteadyTime time;
        int fd;

        auto operator<=>(const Pending&) const = default;
    };

    [[nodiscard]] Entry* find(int fd);
    [[nodiscard]] bool means_something(const Pending& pending) const;
    void push(SteadyTime time, int fd);
    Pending pop();
    void drop_stale();

    std::vector<Entry> entries_;  ///< by file descriptor: those are small numbers
    std::size_t set_ = 0;         ///< of entries_
    std::vector<Pending>
        alarms_;  ///< a heap, the earliest in front; one for each that is set, and stale ones
};

}  // namespace plumbline::mock
