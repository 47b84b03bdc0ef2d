#include "benchmarks/load/drive/verdict.hpp"

#include "benchmarks/load/drive/latency_tail.hpp"
#include "benchmarks/load/result/load_output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::load {
namespace {

constexpr double kMaxClientCpu = 0.9;  ///< of a core; more leaves no reserve for the next response
constexpr double kMaxWaitedShare = 0.1;      ///< of the time: runnable, but without a core
constexpr double kMaxSendDelayShare = 0.05;  ///< of the median latency
/// A delay that no figure shows, and that a core in use by others causes at any time.
constexpr double kMinSendDelayNs = 1e6;
constexpr double kMaxCpuOnBusyHost = 0.5;  ///< a client that uses more may be the limit itself
constexpr double kMinCountedShare = 0.95;  ///< of the time that requests were in flight
constexpr double kNsPerMillisecond = 1e6;

/// Returns how the client lost time though it had work; "" if it did not.
std::string delay_text(const Level& level, const VerdictOptions& options) {
    if (level.client.waited_share > kMaxWaitedShare) {
        return fmt::format("the client waited for a core {:.0f} % of the time",
                           100 * level.client.waited_share);
    }
    const Histogram& send_delays = level.metrics[Metric::kSendDelay];
    const double percent = highest_reliable_percent(send_delays.count());
    const std::int64_t send_delay = send_delays.percentile(percent);
    const std::int64_t median = latency_of(level.metrics).percentile(kMedianPercent);
    const double limit =
        std::max(kMaxSendDelayShare * static_cast<double>(median), kMinSendDelayNs);
    const bool is_own_delay = options.is_open && !options.was_full;
    if (is_own_delay && static_cast<double>(send_delay) > limit) {
        return fmt::format(
            "requests were sent up to {:.3f} ms late (p{:.3g}), more than 5 % of the median "
            "latency and 1 ms",
            static_cast<double>(send_delay) / kNsPerMillisecond,
            percent);
    }
    return {};
}

void set_client_bound(Level& level, const VerdictOptions& options) {
    ClientHealth& client = level.client;
    if (client.bound_reason.empty() && client.cpu > kMaxClientCpu) {
        client.bound_reason = fmt::format("the client used {:.2f} of a core", client.cpu);
    } else if (client.bound_reason.empty()) {
        const std::string delay = delay_text(level, options);
        client.host_busy = !delay.empty() && client.cpu <= kMaxCpuOnBusyHost;
        client.bound_reason =
            client.host_busy
                ? fmt::format("the host is busy: {}, but the client used only {:.2f} of a core",
                              delay,
                              client.cpu)
                : delay;
    }
    client.bound = !client.bound_reason.empty();
}

/// Returns whether requests in flight are missing in the counts. Source: Little's law.
bool is_undercounted(const Level& level) {
    return level.request_seconds < kMinCountedShare * level.in_flight_mean * level.seconds;
}

}  // namespace

const Histogram& latency_of(const Metrics& metrics) {
    const Histogram& first = metrics[Metric::kTtfc];
    return first.empty() ? metrics[Metric::kDuration] : first;
}

void set_verdict(Level& level, const VerdictOptions& options) {
    set_client_bound(level, options);
    const bool is_failing =
        level.is_stuck() || good_share(level.counts).value_or(1) < kMinGoodShare;
    const bool is_saturated = options.is_open && !level.is_sustained();
    level.verdict = is_undercounted(level) ? kUndercounted
                    : level.client.bound   ? "client-bound"
                    : is_failing           ? "failing"
                    : is_saturated         ? "saturated"
                                           : kOk;
}

}  // namespace plumbline::load
