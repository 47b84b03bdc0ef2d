#pragma once
// Which connection must be looked at when: one absolute deadline for each.

#include "mock_server/engine/stream.hpp"

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ratio>
#include <vector>

namespace plumbline::mock {

/// Names a connection for good: file descriptors are used again at once, generations never.
struct ConnectionId {
    int fd = -1;
    std::uint64_t generation = 0;

    auto operator<=>(const ConnectionId&) const = default;
};

/// Keeps one deadline per connection, to the tick of a clock: what is due at about the same time
/// costs one alarm, not one each, and comes by up to a tick too late, never early. Putting one off,
/// what every request does, costs no more than a look-up: the alarm stays where it is and is moved
/// when it goes off. Thread: one.
class Deadlines {
  public:
    using Tick = std::chrono::duration<std::int64_t, std::ratio<1, 4'000>>;

    /// Sets or replaces the connection's deadline.
    void set(ConnectionId id, SteadyTime due);
    void remove(ConnectionId id);
    /// Removes and returns the connections whose deadline has come.
    [[nodiscard]] std::vector<ConnectionId> take_due(SteadyTime now);
    /// Returns when to call take_due next; it may then find nothing due.
    [[nodiscard]] std::optional<SteadyTime> next_alarm() const;
    /// Returns how many alarms are kept, those among them that mean nothing any more.
    [[nodiscard]] std::size_t alarms() const { return kept_; }

  private:
    struct Entry {
        std::uint64_t generation = 0;
        SteadyTime due;
        SteadyTime alarm;  ///< a tick, never later than that of `due`
        bool is_set = false;
    };
    /// Whose alarm goes off at a tick: those that are set, and stale ones.
    using Alarms = std::map<SteadyTime, std::vector<int>>;

    [[nodiscard]] Entry* find(int fd);
    [[nodiscard]] bool means_something(SteadyTime tick, int fd) const;
    void push(SteadyTime tick, int fd);
    Alarms::value_type take_first();
    void drop_stale();

    std::vector<Entry> entries_;  ///< by file descriptor: those are small numbers
    std::size_t set_ = 0;         ///< of entries_
    Alarms alarms_;
    std::size_t kept_ = 0;                   ///< in alarms_
    Alarms::iterator last_ = alarms_.end();  ///< where the last one was put: the next is near
};

}  // namespace plumbline::mock
