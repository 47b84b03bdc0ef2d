#include "benchmarks/load/drive/client_watch.hpp"

namespace plumbline::load {
namespace {

constexpr double kPercentOfLag = 99;

/// Returns what part of the time between two looks went into something; nothing if nobody knows.
std::optional<double> part(const std::optional<ProcessShare>& before,
                           const std::optional<ProcessShare>& after,
                           Duration ProcessShare::*of,
                           Duration time) {
    if (!before || !after || time <= Duration(0)) return std::nullopt;
    return std::chrono::duration<double>((*after).*of - (*before).*of) /
           std::chrono::duration<double>(time);
}

}  // namespace

void ClientWatch::begin(Instant at, const TransportHealth& health) {
    began_ = at;
    health_before_ = health;
    before_ = share_of("self");
    if (!server_process_.empty()) server_before_ = share_of(server_process_);
}

void ClientWatch::end(Instant at, const TransportHealth& health) {
    ended_ = at;
    health_after_ = health;
    after_ = share_of("self");
    if (!server_process_.empty()) server_after_ = share_of(server_process_);
}

void ClientWatch::tell(Level& level) const {
    const Duration time = ended_ - began_;
    level.client.cpu = part(before_, after_, &ProcessShare::computed, time).value_or(0);
    level.client.waited = part(before_, after_, &ProcessShare::waited, time).value_or(0);
    const std::uint64_t wakeups = health_after_.wakeups - health_before_.wakeups;
    const std::uint64_t reads = health_after_.reads - health_before_.reads;
    level.client.reads_per_wakeup =
        wakeups > 0 ? static_cast<double>(reads) / static_cast<double>(wakeups) : 0;
    level.client.loop_lag_p99 = lag_.percentile(kPercentOfLag);
    level.server_cpu = part(server_before_, server_after_, &ProcessShare::computed, time);
}

}  // namespace plumbline::load
