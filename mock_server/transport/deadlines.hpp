#pragma once
// One absolute deadline for each connection.

#include "mock_server/response/response_stream.hpp"

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ratio>
#include <vector>

namespace plumbline::mock {

/// Identifies a connection: file descriptors are reused immediately, generations never.
struct ConnectionId {
    int fd = -1;
    std::uint64_t generation = 0;

    auto operator<=>(const ConnectionId&) const = default;
};

/// Keeps one deadline per connection, rounded up to a tick: connections that are due at about the
/// same time share one alarm, which is up to a tick late and never early. Postponing a deadline, as
/// every request does, costs only a lookup: the alarm stays and is moved when it fires. Not
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
    /// Returns the number of alarms, including stale ones.
    [[nodiscard]] std::size_t alarm_count() const { return alarm_count_; }

  private:
    struct DeadlineEntry {
        std::uint64_t generation = 0;
        SteadyTime due;
        SteadyTime alarm;  ///< a tick, never later than the tick of `due`
        bool is_set = false;
    };
    /// Descriptors by the tick of their alarm, current and stale ones.
    using AlarmsByTick = std::map<SteadyTime, std::vector<int>>;

    [[nodiscard]] DeadlineEntry* find(int fd);
    [[nodiscard]] bool is_current(SteadyTime tick, int fd) const;
    void push_alarm(SteadyTime tick, int fd);
    AlarmsByTick::value_type take_first();
    void drop_stale();

    std::vector<DeadlineEntry> entries_;  ///< entries by file descriptor: these are small numbers
    std::size_t set_count_ = 0;           ///< set entries in entries_
    AlarmsByTick alarms_;
    std::size_t alarm_count_ = 0;  ///< descriptors in alarms_
    AlarmsByTick::iterator last_alarm_ =
        alarms_.end();  ///< where the last alarm was inserted: the next is usually near
};

}  // namespace plumbline::mock
