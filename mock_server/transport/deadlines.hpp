#pragma once
// The deadlines of a worker's connections: points in time, one for each connection.

#include "mock_server/response/response_stream.hpp"

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ratio>
#include <set>
#include <utility>
#include <vector>

namespace plumbline::mock {

/// Identifies a connection. The system reuses file descriptors immediately; a generation is a
/// number that is never reused.
struct ConnectionId {
    int fd = -1;
    std::uint64_t generation = 0;

    auto operator<=>(const ConnectionId&) const = default;
};

/// Keeps one deadline per connection, rounded up to a tick: connections that are due at about the
/// same time share one wake-up. A connection is taken up to a tick after its deadline, never before
/// it. Postponing a deadline, as every request does, costs only a lookup: its alarm stays, and
/// take_due moves it. Not thread-safe: each worker has its own.
class Deadlines {
  public:
    using DeadlineTick = std::chrono::duration<std::int64_t, std::ratio<1, 4'000>>;

    /// Sets or replaces the connection's deadline.
    void set(ConnectionId id, SteadyTime due);
    void remove(ConnectionId id);
    /// Removes and returns the connections whose deadline has passed.
    [[nodiscard]] std::vector<ConnectionId> take_due(SteadyTime now);
    /// Returns when to call take_due next, nothing if there is no deadline. Possibly no connection
    /// is due at that time, because its deadline was postponed.
    [[nodiscard]] std::optional<SteadyTime> next_alarm() const;
    /// Returns the number of alarms, for tests of memory.
    [[nodiscard]] std::size_t alarm_count() const { return alarms_.size(); }

  private:
    struct DeadlineEntry {
        std::uint64_t generation = 0;
        SteadyTime due;
        SteadyTime alarm;  ///< wake-up; earlier than `due` if that was postponed
    };

    /// Indexed by file descriptor; descriptors are small numbers.
    std::vector<std::optional<DeadlineEntry>> entries_;
    std::set<std::pair<SteadyTime, int>> alarms_;  ///< tick and descriptor of each entry
};

}  // namespace plumbline::mock
