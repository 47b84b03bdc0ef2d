#pragma once
// The listening socket.

#include "spec/base/result.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace plumbline::mock {

/// Accepts connections on a thread of its own, from `start` to destruction. Thread: one.
class Acceptor {
  public:
    /// Takes an accepted, non-blocking socket over. Called on the acceptor's thread.
    using Deliver = std::function<void(int fd)>;

    /// Binds and listens; `host` is an IPv4 address or an IPv6 address without brackets, `port` 0
    /// picks a free one. Errors: kUsage (no address), kIo (the address cannot be had).
    [[nodiscard]] static Result<std::unique_ptr<Acceptor>> open(const std::string& host,
                                                                std::uint16_t port);
    /// Stops accepting; whatever was accepted has been delivered when it returns.
    ~Acceptor();
    Acceptor(const Acceptor&) = delete;
    Acceptor& operator=(const Acceptor&) = delete;

    void start(Deliver deliver);
    [[nodiscard]] std::uint16_t port() const;

  private:
    Acceptor();
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace plumbline::mock
