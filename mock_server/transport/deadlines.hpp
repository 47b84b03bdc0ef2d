#pragma once
// Which connection must be looked at when: one absolute deadline for each.

#include "mock_server/engine/stream.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
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

  private:
    struct Entry {
        std::uint64_t generation = 0;
        SteadyTime due;
        SteadyTime alarm;  ///< never later than `due`
    };

    std::unordered_map<int, Entry> entries_;
    std::set<std::pair<SteadyTime, int>> alarms_;
};

}  // namespace plumbline::mock
