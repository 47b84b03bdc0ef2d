#include "benchmarks/load/drive/client_monitor.hpp"

#include <ctime>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace plumbline::load {
namespace {

Duration own_cpu_time() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + Duration(time.tv_nsec);
}

}  // namespace

/// Returns nothing if there is no such process or the system does not report its CPU time.
std::optional<ProcessCpuTime> ClientMonitor::cpu_time_of(const std::string& process) {
    std::error_code problem;
    std::optional<ProcessCpuTime> sum;
    for (const auto& task :
         std::filesystem::directory_iterator("/proc/" + process + "/task", problem)) {
        std::int64_t used = 0;
        std::int64_t waited = 0;
        std::ifstream file(task.path() / "schedstat");
        if (!(file >> used >> waited)) continue;  // the thread has ended
        if (!sum) sum.emplace();
        sum->used += Duration(used);
        sum->waited += Duration(waited);
    }
    return sum;
}

MonitorSample ClientMonitor::take_sample(Instant at, const TransportCounters& counters) const {
    MonitorSample sample{at, counters, own_cpu_time(), cpu_time_of("self"), {}};
    if (!server_process_.empty()) sample.server = cpu_time_of(server_process_);
    return sample;
}

void ClientMonitor::write_to(Level& level) const {
    constexpr double kPercent = 99;
    const std::chrono::duration<double> time = end_.at - begin_.at;
    const bool is_timed = time.count() > 0;
    if (is_timed) level.client.cpu = (end_.client_used - begin_.client_used) / time;
    if (is_timed && begin_.client && end_.client)
        level.client.waited_share = (end_.client->waited - begin_.client->waited) / time;
    if (is_timed && begin_.server && end_.server)
        level.server_cpu = (end_.server->used - begin_.server->used) / time;
    const std::uint64_t wakeups = end_.counters.wakeups - begin_.counters.wakeups;
    const std::uint64_t reads = end_.counters.reads - begin_.counters.reads;
    if (wakeups > 0)
        level.client.reads_per_wakeup = static_cast<double>(reads) / static_cast<double>(wakeups);
    level.client.loop_lag_p99 = lag_.percentile(kPercent);
    level.client.handling_p99 = handling_times_.percentile(kPercent);
}

}  // namespace plumbline::load
