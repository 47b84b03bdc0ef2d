#pragma once
// Measures the CPU use of the client, and of our own server, during a window.

#include "benchmarks/load/drive/transport.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <optional>
#include <string>
#include <tuple>

namespace plumbline::load {

/// The CPU time of all live threads of a process.
struct ProcessCpuTime {
    Duration used{};
    Duration waited{};  ///< runnable, but without a core
};

/// The counters of the client, and the CPU time of both programs, at one time.
struct MonitorSample {
    Instant at{};
    TransportCounters counters{};
    Duration client_used{};  ///< by all threads; known also without a free descriptor
    std::optional<ProcessCpuTime> client{};
    std::optional<ProcessCpuTime> server{};
};

/// Measures between start and stop. Not thread-safe: nothing guards its state.
class ClientMonitor {
  public:
    /// `server_process` is the process id of our own server, "" for any other server.
    explicit ClientMonitor(std::string server_process)
        : server_process_(std::move(server_process)) {}

    void start(Instant at, Transport& transport) {
        begin_ = take_sample(at, transport.counters());
        std::ignore = transport.take_handling_times();
    }
    /// Records when an event was due and when it was handled.
    void record_lag(Instant due, Instant at) { lag_.record((at - due).count()); }
    void stop(Instant at, Transport& transport) {
        end_ = take_sample(at, transport.counters());
        handling_times_ = transport.take_handling_times();
    }

    /// Writes the measurements between start and stop into a level.
    void write_to(Level& level) const;

  private:
    [[nodiscard]] static std::optional<ProcessCpuTime> cpu_time_of(const std::string& process);
    [[nodiscard]] MonitorSample take_sample(Instant at, const TransportCounters& counters) const;

    std::string server_process_;
    MonitorSample begin_;
    MonitorSample end_;
    Histogram lag_;
    Histogram handling_times_;
};

}  // namespace plumbline::load
