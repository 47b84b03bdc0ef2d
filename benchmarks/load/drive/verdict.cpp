#include "benchmarks/load/drive/verdict.hpp"

#include <fmt/format.h>

namespace plumbline::load {
namespace {

constexpr double kBusy = 0.9;         ///< of a core: there is nothing left for the next answer
constexpr double kMostWaiting = 0.1;  ///< of the time without a core
constexpr double kMostSlip = 0.05;    ///< of the median latency
constexpr double kMiddle = 50;
constexpr double kTail = 99;
constexpr double kNsOfAMillisecond = 1e6;

std::string why_bound(const Level& level, bool is_open) {
    if (level.client.cpu > kBusy)
        return fmt::format("the client used {:.2f} of a core", level.client.cpu);
    if (level.client.waited > kMostWaiting) {
        return fmt::format("the client waited for a core {:.0f} % of the time",
                           100 * level.client.waited);
    }
    const std::int64_t slip = level.metrics[Metric::kSlip].percentile(kTail);
    const std::int64_t median = latency_of(level.metrics).percentile(kMiddle);
    if (is_open && median > 0 &&
        static_cast<double>(slip) > kMostSlip * static_cast<double>(median)) {
        return fmt::format(
            "requests were sent up to {:.3f} ms late (p99), more than 5 % of the median latency",
            static_cast<double>(slip) / kNsOfAMillisecond);
    }
    return {};
}

}  // namespace

const Histogram& latency_of(const Metrics& metrics) {
    const Histogram& first = metrics[Metric::kTtfc];
    return first.empty() ? metrics[Metric::kDuration] : first;
}

void judge_level(Level& level, bool is_open) {
    level.client.why = why_bound(level, is_open);
    level.client.bound = !level.client.why.empty();
    const auto settled = static_cast<double>(level.counts.successes() + level.counts.failures());
    const bool is_failing =
        settled > 0 && static_cast<double>(level.counts.good) < kLeastGood * settled;
    const bool is_saturated = is_open && level.achieved < kLeastAchieved * level.target;
    level.verdict = level.client.bound ? "client-bound"
                    : is_failing       ? "failing"
                    : is_saturated     ? "saturated"
                                       : "ok";
}

bool is_cut_short(const Level& level) {
    return level.verdict == kInterrupted || level.verdict == kUnreachable;
}

}  // namespace plumbline::load
