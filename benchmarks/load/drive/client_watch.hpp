#pragma once
// Watches the client's own part while a window is open, and that of our own server.

#include "benchmarks/load/drive/process_share.hpp"
#include "benchmarks/load/drive/transport.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <optional>
#include <string>

namespace plumbline::load {

/// Thread: one.
class ClientWatch {
  public:
    /// `server_process` is the number of our own server's process, "" if it is not ours.
    explicit ClientWatch(std::string server_process) : server_process_(std::move(server_process)) {}

    void begin(Instant at, const TransportHealth& health);
    /// Says that what was due at one time was handled at another.
    void handled(Instant due, Instant at) { lag_.record((at - due).count()); }
    void end(Instant at, const TransportHealth& health);

    /// Writes into a level what was seen between begin and end.
    void tell(Level& level) const;

  private:
    std::string server_process_;
    Instant began_{};
    Instant ended_{};
    TransportHealth health_before_;
    TransportHealth health_after_;
    std::optional<ProcessShare> before_;
    std::optional<ProcessShare> after_;
    std::optional<ProcessShare> server_before_;
    std::optional<ProcessShare> server_after_;
    Histogram lag_;
};

}  // namespace plumbline::load
