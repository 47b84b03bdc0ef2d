#pragma once
// Limits the number of a server's connections.

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace plumbline::mock {

/// The stage of a server; it only moves forward.
enum class ServerStage {
    kServing,
    kDraining,  ///< accepts no new connections, finishes current requests
    kStopping,  ///< closes every connection
};

/// How a new connection is handled.
enum class AdmissionResult {
    kServed,    ///< accepted: it will be served
    kFull,      ///< rejected with 503: too many connections
    kDraining,  ///< rejected with 503: the server is shutting down
    kDropped,   ///< closed without a response: too many rejected connections
};

/// Counts the connections of all workers. Thread-safe: a mutex guards all members.
class ConnectionLimiter {
  public:
    explicit ConnectionLimiter(std::size_t max_connections) : max_connections_(max_connections) {}

    /// Counts a connection that is being passed to its worker; `accept` must follow.
    void add_pending();
    /// Decides how a pending connection is handled; `release` must follow with the same result.
    [[nodiscard]] AdmissionResult accept();
    void release(AdmissionResult admission);

    [[nodiscard]] ServerStage stage() const;
    void set_stage(ServerStage stage);

    /// Waits until no served connection is left, at most for `timeout`. Does not report which
    /// happened.
    void wait_until_none_served(std::chrono::milliseconds timeout);
    /// Waits until no connection is left, at most for `timeout`. Does not report which happened.
    void wait_until_empty(std::chrono::milliseconds timeout);

  private:
    const std::size_t max_connections_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    ServerStage stage_ = ServerStage::kServing;
    std::size_t pending_ = 0;
    std::size_t served_ = 0;
    std::size_t rejected_ = 0;
};

}  // namespace plumbline::mock
