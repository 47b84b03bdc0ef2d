#include "benchmarks/load/drive/verdict.hpp"

#include <fmt/format.h>

namespace plumbline::load {
namespace {

constexpr double kMaxClientCpu = 0.9;  ///< of a core; more leaves no reserve for the next response
constexpr double kMaxWaitedShare = 0.1;      ///< of the time: runnable, but without a core
constexpr double kMaxSendDelayShare = 0.05;  ///< of the median latency
constexpr double kMedianPercent = 50;
constexpr double kTailPercent = 99;
constexpr double kNsPerMillisecond = 1e6;

std::string client_bound_reason(const Level& level, bool is_open) {
    if (level.client.cpu > kMaxClientCpu)
        return fmt::format("the client used {:.2f} of a core", level.client.cpu);
    if (level.client.waited_share > kMaxWaitedShare) {
        return fmt::format("the client waited for a core {:.0f} % of the time",
                           100 * level.client.waited_share);
    }
    const std::int64_t send_delay = level.metrics[Metric::kSendDelay].percentile(kTailPercent);
    const std::int64_t median = latency_of(level.metrics).percentile(kMedianPercent);
    if (is_open && median > 0 &&
        static_cast<double>(send_delay) > kMaxSendDelayShare * static_cast<double>(median)) {
        return fmt::format(
            "requests were sent up to {:.3f} ms late (p99), more than 5 % of the median latency",
            static_cast<double>(send_delay) / kNsPerMillisecond);
    }
    return {};
}

}  // namespace

const Histogram& latency_of(const Metrics& metrics) {
    const Histogram& first = metrics[Metric::kTtfc];
    return first.empty() ? metrics[Metric::kDuration] : first;
}

void set_verdict(Level& level, bool is_open) {
    level.client.bound_reason = client_bound_reason(level, is_open);
    level.client.bound = !level.client.bound_reason.empty();
    const auto ended = static_cast<double>(level.counts.successes() + level.counts.failures());
    const bool is_failing =
        ended > 0 && static_cast<double>(level.counts.good) < kMinGoodShare * ended;
    const bool is_saturated = is_open && level.completion_rate() < kMinAchievedShare * level.target;
    level.verdict = level.client.bound ? "client-bound"
                    : is_failing       ? "failing"
                    : is_saturated     ? "saturated"
                                       : "ok";
}

bool is_aborted(const Level& level) {
    return level.verdict == kInterrupted || level.verdict == kUnreachable;
}

}  // namespace plumbline::load
