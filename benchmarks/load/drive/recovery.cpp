#include "benchmarks/load/drive/recovery.hpp"

#include "benchmarks/load/drive/latency_tail.hpp"
#include "benchmarks/load/drive/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace plumbline::load {
namespace {

using std::chrono::seconds;

constexpr Duration kMinWindow = seconds(1);
constexpr Duration kMaxWait = seconds(60);
constexpr int kMaxSlowdown = 2;        ///< of a server that has recovered
constexpr int kLatenciesOfWindow = 4;  ///< so that a slow server can answer
/// A difference that is chance.
constexpr Duration kTolerance = std::chrono::milliseconds(1);

Duration median_latency(const Level& level) {
    return Duration(latency_of(level.metrics).percentile(kMedianPercent));
}

}  // namespace

bool leaves_work(const Level& level) {
    const auto timeouts = level.counts.failed[static_cast<std::size_t>(FailureClass::kTimeout)];
    return level.counts.incomplete > level.counts.not_sent || timeouts > 0;
}

std::string await_recovery(const Level& usual, const RecoveryProbe& probe) {
    const Duration usual_latency = median_latency(usual);
    const Duration window = std::clamp(kLatenciesOfWindow * usual_latency, kMinWindow, kMaxWait);
    for (Duration waited{}; waited < kMaxWait; waited += window) {
        const Level level = probe(window);
        if (is_aborted(level)) return level.verdict;
        const bool is_answered = !latency_of(level.metrics).empty();
        if (is_answered && median_latency(level) <= kMaxSlowdown * usual_latency + kTolerance)
            return "";
    }
    return fmt::format("the server had not recovered {} s after",
                       std::chrono::duration_cast<seconds>(kMaxWait).count());
}

}  // namespace plumbline::load
