#pragma once
// One worker's connections: who is there, what is due, who waits for room to write.

#include "mock_server/transport/census.hpp"
#include "mock_server/transport/connection.hpp"
#include "mock_server/transport/deadlines.hpp"
#include "mock_server/transport/event_fds.hpp"
#include "mock_server/transport/server.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// What all workers of a server share.
struct Service {
    ServerOptions options;
    Handler handler;
    Census census;
};

/// Drives the connections of one thread. The poller calls it; it asks back only for
/// `watch_writing` and `wake`. It never lets an exception out: one that leaves a poller's callback
/// would end the process. Thread: the worker's own.
class Worker {
  public:
    /// `watch_writing(fd)` makes the poller report when that socket takes more; `wake(id)`, which
    /// is called from any thread, makes it call on_wake.
    Worker(std::shared_ptr<Service> service,
           std::function<void(int)> watch_writing,
           std::function<void(ConnectionId)> wake);

    void on_connect(int fd) noexcept;
    /// Answers wait for `send_answers`, which belongs behind the last input of a round.
    void on_input(int fd, std::string_view bytes) noexcept;
    void send_answers() noexcept;
    void on_writable(int fd) noexcept;
    void on_disconnect(int fd) noexcept;
    void on_wake(ConnectionId id) noexcept;
    /// Call when the server's stage may have changed.
    void on_stage() noexcept;
    /// Call when the alarm has gone off.
    void on_alarm() noexcept;

    [[nodiscard]] const Alarm& alarm() const { return alarm_; }

  private:
    struct Entry {
        ConnectionId id;
        Admission admission;
        bool is_watched;  ///< the poller reports when the socket takes more
        Connection connection;
    };

    void receive(ConnectionId id, Admission admission);
    [[nodiscard]] Entry* find(int fd) const;
    template <typename Action>
    void act_on(int fd, Action action) noexcept;
    void settle(Entry& entry);
    void set_alarm();

    std::shared_ptr<Service> service_;
    std::function<void(int)> watch_writing_;
    std::function<void(ConnectionId)> wake_;
    Alarm alarm_;
    std::optional<SteadyTime> alarm_time_;
    Deadlines deadlines_;
    std::vector<std::unique_ptr<Entry>>
        connections_;                     ///< by file descriptor: those are small numbers
    std::vector<ConnectionId> answered_;  ///< their answers wait to be sent
    std::uint64_t last_generation_ = 0;
};

}  // namespace plumbline::mock
