#include "benchmarks/load/drive/recovery.hpp"

#include "benchmarks/load/drive/latency_tail.hpp"
#include "benchmarks/load/drive/verdict.hpp"

#include <algorithm>
#include <chrono>

namespace plumbline::load {
namespace {

constexpr Duration kMinWindow = std::chrono::seconds(1);
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

Recovery await_recovery(const Level& usual, const RecoveryProbe& probe) {
    const Duration usual_latency = median_latency(usual);
    constexpr Duration kMaxWindow = kMaxRecovery / 2;
    if (latency_of(usual.metrics).empty() || usual_latency >= kMaxWindow) return {.is_ready = true};
    const Duration window =
        std::clamp<Duration>(kLatenciesOfWindow * usual_latency, kMinWindow, kMaxWindow);
    const Instant deadline = probe.clock->now() + kMaxRecovery;
    Recovery recovery;
    while (!recovery.is_ready && probe.clock->now() < deadline) {
        recovery.last_probe = probe.run(window);
        const Level& level = recovery.last_probe;
        if (level.verdict == kInterrupted) break;
        // A request that did not end has a latency, too: at least its time.
        const bool is_answered = level.counts.successes() + level.counts.events > 0;
        recovery.is_ready =
            is_answered && median_latency(level) <= kMaxSlowdown * usual_latency + kTolerance;
    }
    return recovery;
}

}  // namespace plumbline::load
