#pragma once
// The listening socket.

#include "mock_server/transport/event_fds.hpp"
#include "spec/base/result.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace plumbline::mock {

/// Accepts connections on its own thread, from `start` to destruction. Not thread-safe: one thread
/// starts and destroys it.
class Acceptor {
  public:
    /// Takes ownership of an accepted, non-blocking socket. Called on the acceptor's thread.
    using SocketHandler = std::function<void(int fd)>;

    /// Binds and listens; `host` is an IPv4 address or an IPv6 address without brackets, `port` 0
    /// picks a free one. Errors: kUsage (not an address), kIo (the address cannot be bound).
    [[nodiscard]] static Result<std::unique_ptr<Acceptor>> open(const std::string& host,
                                                                std::uint16_t port);
    /// Stops accepting; all accepted sockets have been delivered when it returns.
    ~Acceptor();
    Acceptor(const Acceptor&) = delete;
    Acceptor& operator=(const Acceptor&) = delete;

    void start(SocketHandler deliver);
    [[nodiscard]] std::uint16_t port() const;

  private:
    explicit Acceptor(int fd) : fd_(fd) {}
    void run(const std::stop_token& stop, const SocketHandler& deliver) const;
    [[nodiscard]] bool accept_one(const SocketHandler& deliver) const;

    int fd_;
    EventFd stop_event_;
    std::jthread thread_;
};

}  // namespace plumbline::mock
