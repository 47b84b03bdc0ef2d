#pragma once
// The connections of one worker thread, their deadlines and pending output.

#include "mock_server/transport/connection_limiter.hpp"
#include "mock_server/transport/deadlines.hpp"
#include "mock_server/transport/event_fds.hpp"
#include "mock_server/transport/server.hpp"
#include "mock_server/transport/server_connection.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// What all workers of a server share.
struct ServerContext {
    ServerOptions options;
    RequestHandler handler;
    ConnectionLimiter limiter;
};

/// Drives the connections of one thread. The poller calls it; it calls back only `watch_writing`
/// and `wake`. It never throws: an exception in a poller's callback would end the process. Not
/// thread-safe: only its own thread uses it.
class Worker {
  public:
    /// `watch_writing(fd)` makes the poller report when that socket is writable; `wake(id)`, which
    /// may be called from any thread, makes it call on_wake.
    Worker(std::shared_ptr<ServerContext> context,
           std::function<void(int)> watch_writing,
           std::function<void(ConnectionId)> wake);

    void on_connect(int fd) noexcept;
    /// The responses wait for `send_responses`, to be called after the last input of a polling
    /// round.
    void on_input(int fd, std::string_view bytes) noexcept;
    void send_responses() noexcept;
    void on_writable(int fd) noexcept;
    void on_disconnect(int fd) noexcept;
    void on_wake(ConnectionId id) noexcept;
    /// To be called when the server's stage may have changed.
    void on_stage_change() noexcept;
    /// To be called when the timer has expired.
    void on_timer() noexcept;

    [[nodiscard]] const TimerFd& timer() const { return timer_; }

  private:
    struct WorkerConnection {
        ConnectionId id;
        AdmissionResult admission;
        bool is_write_watched;  ///< the poller reports when the socket is writable
        ServerConnection connection;
    };

    void add_connection(ConnectionId id, AdmissionResult admission);
    [[nodiscard]] WorkerConnection* find(int fd) const;
    template <typename Action>
    void with_connection(int fd, Action action) noexcept;
    void update_interest(WorkerConnection& entry);
    void set_timer();

    std::shared_ptr<ServerContext> context_;
    std::function<void(int)> watch_writing_;
    std::function<void(ConnectionId)> wake_;
    TimerFd timer_;
    std::optional<SteadyTime> timer_due_;
    Deadlines deadlines_;
    std::vector<std::unique_ptr<WorkerConnection>>
        connections_;  ///< connections by file descriptor: these are small numbers
    std::vector<ConnectionId> with_responses_;  ///< connections with unsent responses
    std::uint64_t last_generation_ = 0;
};

}  // namespace plumbline::mock
