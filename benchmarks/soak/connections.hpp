#pragma once
// Clients that connect and disconnect, and clients that do not read.

#include "spec/base/clock.hpp"

#include <atomic>
#include <cstdint>
#include <string>

namespace plumbline::soak {

/// A TCP connection to a port of loopback; closed with the object.
class LoopbackConnection {
  public:
    /// Connects, in at most twenty seconds. `problem()` is the errno of a failure, else 0.
    explicit LoopbackConnection(int port);
    ~LoopbackConnection();
    LoopbackConnection(LoopbackConnection&& other) noexcept;
    LoopbackConnection& operator=(LoopbackConnection&&) = delete;

    [[nodiscard]] int problem() const { return problem_; }
    void send(const std::string& bytes) const;
    /// Reads until the other side ends the connection; returns false after twenty seconds of
    /// silence, or many reads.
    [[nodiscard]] bool read_to_end() const;
    /// Closes with a reset.
    void reset() const;
    /// Removes what has arrived, because a close would reset the connection otherwise.
    void discard_received() const;

  private:
    int fd_ = -1;
    int problem_ = 0;
};

/// Returns a request that starts a stateless agent run, without credentials, in the mode `custom`.
[[nodiscard]] std::string stream_request(const std::string& path,
                                         const std::string& assistant,
                                         const std::string& input);

/// How connections are opened.
struct ConnectionOptions {
    int port = 0;
    std::uint64_t per_second = 0;
    std::uint64_t silent = 0;  ///< clients that request an endless stream and read nothing
};

/// What became of the connections.
struct ConnectionFigures {
    std::uint64_t opened = 0;
    std::uint64_t resets = 0;
    std::uint64_t failed = 0;         ///< refused, or not accepted in time
    std::uint64_t port_shortage = 0;  ///< not tried: the machine has no free port or descriptor
    double per_second = 0;
    std::string failure{};  ///< the first one
};

/// Opens and closes connections until `until`, or until `stop` is set: half of them with a request
/// for an endless stream, half of them by a reset. Blocks.
[[nodiscard]] ConnectionFigures cycle_connections(const ConnectionOptions& options,
                                                  Instant until,
                                                  Clock& clock,
                                                  const std::atomic<bool>& stop);

}  // namespace plumbline::soak
