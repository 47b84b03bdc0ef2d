#pragma once
// Measures the CPU use of the client, and of our own server, during a window.

#include "benchmarks/load/drive/process_cpu_time.hpp"
#include "benchmarks/load/drive/transport.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <optional>
#include <string>

namespace plumbline::load {

/// Measures between start and stop. Not thread-safe: nothing guards its state.
class ClientMonitor {
  public:
    /// `server_process` is the process id of our own server, "" for any other server.
    explicit ClientMonitor(std::string server_process)
        : server_process_(std::move(server_process)) {}

    void start(Instant at, const TransportCounters& counters);
    /// Records when an event was due and when it was handled.
    void record_lag(Instant due, Instant at) { lag_.record((at - due).count()); }
    void stop(Instant at, const TransportCounters& counters);

    /// Writes the measurements between start and stop into a level.
    void write_to(Level& level) const;

  private:
    std::string server_process_;
    Instant started_{};
    Instant stopped_{};
    TransportCounters counters_before_;
    TransportCounters counters_after_;
    std::optional<ProcessCpuTime> before_;
    std::optional<ProcessCpuTime> after_;
    std::optional<ProcessCpuTime> server_before_;
    std::optional<ProcessCpuTime> server_after_;
    Histogram lag_;
};

}  // namespace plumbline::load
