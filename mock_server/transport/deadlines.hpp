#pragma once
// One absolute deadline for each connection.

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

/// Identifies a connection: file descriptors are reused immediately, generations never.
struct ConnectionId {
    int fd = -1;
    std::uint64_t generation = 0;

    auto operator<=>(const ConnectionId&) const = default;
};

/// Keeps one deadline per connection, rounded up to a tick: connections that are due at about the
/// same time share one wake-up, which is up to a tick late and never early. Postponing a deadline,
/// as every request does, costs only a lookup: the alarm stays and is moved when it is taken. Not
/// thread-safe: each worker has its own.
class Deadlines {
  public:
    using DeadlineTick = std::chrono::duration<std::int64_t, std::ratio<1, 4'000>>;

    /// Sets or replaces the connection's deadline.
    void set(ConnectionId id, SteadyTime due);
    void remove(ConnectionId id);
    /// Removes and returns the connections whose deadline has passed.
    [[nodiscard]] std::vector<ConnectionId> take_due(SteadyTime now);
    /// Returns when to call take_due next; no connection may be due then.
    [[nodiscard]] std::optional<SteadyTime> next_alarm() const;
    [[nodiscard]] std::size_t alarm_count() const { return alarms_.size(); }

  private:
    struct DeadlineEntry {
        std::uint64_t generation = 0;
        SteadyTime due;
        SteadyTime alarm;  ///< a tick, never later than the tick of `due`
    };

    /// By file descriptor: these are small numbers.
    std::vector<std::optional<DeadlineEntry>> entries_;
    std::set<std::pair<SteadyTime, int>> alarms_;  ///< tick and descriptor of each entry
};

}  // namespace plumbline::mock
