#include "benchmarks/load/drive/client_monitor.hpp"

namespace plumbline::load {
namespace {

constexpr double kLagPercent = 99;

/// Returns a CPU time as a share of the elapsed time; nothing if it is unknown.
std::optional<double> share_of_window(const std::optional<ProcessCpuTime>& before,
                                      const std::optional<ProcessCpuTime>& after,
                                      Duration ProcessCpuTime::*of,
                                      Duration time) {
    if (!before || !after || time <= Duration(0)) return std::nullopt;
    return std::chrono::duration<double>((*after).*of - (*before).*of) /
           std::chrono::duration<double>(time);
}

}  // namespace

void ClientMonitor::start(Instant at, const TransportCounters& counters) {
    started_ = at;
    counters_before_ = counters;
    before_ = process_cpu_time("self");
    if (!server_process_.empty()) server_before_ = process_cpu_time(server_process_);
}

void ClientMonitor::stop(Instant at, const TransportCounters& counters) {
    stopped_ = at;
    counters_after_ = counters;
    after_ = process_cpu_time("self");
    if (!server_process_.empty()) server_after_ = process_cpu_time(server_process_);
}

void ClientMonitor::write_to(Level& level) const {
    const Duration time = stopped_ - started_;
    level.client.cpu = share_of_window(before_, after_, &ProcessCpuTime::used, time).value_or(0);
    level.client.waited_share =
        share_of_window(before_, after_, &ProcessCpuTime::waited, time).value_or(0);
    const std::uint64_t wakeups = counters_after_.wakeups - counters_before_.wakeups;
    const std::uint64_t reads = counters_after_.reads - counters_before_.reads;
    level.client.reads_per_wakeup =
        wakeups > 0 ? static_cast<double>(reads) / static_cast<double>(wakeups) : 0;
    level.client.loop_lag_p99 = lag_.percentile(kLagPercent);
    level.server_cpu = share_of_window(server_before_, server_after_, &ProcessCpuTime::used, time);
}

}  // namespace plumbline::load
