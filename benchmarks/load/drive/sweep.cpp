#include "benchmarks/load/drive/sweep.hpp"

#include "benchmarks/load/drive/latency_tail.hpp"
#include "benchmarks/load/drive/verdict.hpp"
#include "benchmarks/load/result/load_output.hpp"
#include "benchmarks/load/result/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace plumbline::load {
namespace {

constexpr double kMinGain = 1.05;
constexpr double kMaxTailRatio = 10;
constexpr int kOverloadsInARow = 2;  ///< overloaded levels in a row that end a sweep

/// The medians of the repetitions of one load.
struct SweepPoint {
    double load = 0;
    double rate = 0;  ///< successes per second; of an open loop those that are sustained
    double due = 0;   ///< requests per second that were due
    double good_share = 1;
    LatencyRuns latencies{};
    bool is_any_ok = false;        ///< the verdict of a run is ok
    bool is_client_limit = false;  ///< in most runs
    bool is_stuck = false;         ///< in most runs: see Level::is_stuck
    bool is_host_busy = false;     ///< during all runs
};

class Sweep {
  public:
    Sweep(const SweepPlan& plan,
          const std::function<Level(double)>& run,
          const RecoveryProbe& probe)
        : plan_(plan), run_level_(run), probe_(probe) {}

    SweepResult run() {
        increase_load();
        if (result_.saturation.found) bisect();
        return std::move(result_);
    }

  private:
    /// Runs all repetitions of a load, again those that a busy host disturbed, and returns the
    /// medians of the others, if there are any. Returns nothing if one was aborted, or the server
    /// did not recover from an earlier one.
    std::optional<SweepPoint> measure(double load) {
        std::vector<Level> undisturbed;
        std::vector<Level> disturbed;
        const int runs = plan_.repetitions;
        for (int i = 0; i < 2 * runs && static_cast<int>(undisturbed.size()) < runs; ++i) {
            if (!is_ready(load)) return std::nullopt;
            Level level = run_level_(load);
            result_.levels.push_back(level);
            if (level.is_aborted()) {
                abort_reason_ = level.verdict;
                return std::nullopt;
            }
            (level.client.host_busy ? disturbed : undisturbed).push_back(std::move(level));
        }
        const SweepPoint point = summarize(load, undisturbed.empty() ? disturbed : undisturbed);
        if (!first_) first_ = point;
        return point;
    }

    /// Waits until the server has recovered from the last run, and returns whether it has.
    bool is_ready(double load) {
        if (!probe_.run || result_.levels.empty() || !leaves_work(result_.levels.back()))
            return true;
        const Recovery recovery = await_recovery(result_.levels.front(), probe_);
        if (recovery.is_ready) return true;
        const Level& probe = recovery.last_probe;
        if (probe.is_aborted()) {
            abort_reason_ = probe.verdict;
        } else {
            abort_reason_ = fmt::format("the server had not recovered {} s after {}",
                                        kMaxRecovery.count(),
                                        load_text(result_.levels.back().target));
        }
        if (probe.verdict == kUnreachable) {
            // For the level that could not run, without what the probe measured.
            result_.levels.push_back(
                {.target = load, .verdict = probe.verdict, .examples = probe.examples});
        }
        return false;
    }

    [[nodiscard]] SweepPoint summarize(double load, const std::vector<Level>& levels) const {
        std::vector<double> rates;
        std::vector<double> due;
        std::vector<double> good;
        std::size_t bound_runs = 0;
        std::size_t stuck_runs = 0;
        SweepPoint point;
        point.load = load;
        for (const Level& level : levels) {
            rates.push_back(plan_.is_open ? level.sustained_rate() : level.achieved);
            due.push_back(level.due_rate());
            good.push_back(good_share(level.counts).value_or(1));
            point.latencies.add(level.metrics);
            if (level.verdict == kOk) point.is_any_ok = true;
            if (level.is_stuck()) ++stuck_runs;
            if (level.client.host_busy) {
                point.is_host_busy = true;
            } else if (level.client.bound) {
                ++bound_runs;
            }
        }
        point.is_client_limit = 2 * bound_runs > levels.size();
        point.is_stuck = 2 * stuck_runs > levels.size();
        point.rate = median(rates);
        point.due = median(due);
        point.good_share = median(good);
        return point;
    }

    [[nodiscard]] std::string load_text(double load) const {
        return fmt::format("{:.6g}{}", load, plan_.is_open ? "/s" : " in flight");
    }

    /// Returns why a level is an overload; "" if it is not. `below` is the last level that was not.
    [[nodiscard]] std::string overload_reason(const SweepPoint& point,
                                              const std::optional<SweepPoint>& below) const {
        if (point.is_stuck) return "no request ended and none was in progress";
        if (plan_.is_open && point.rate < kMinSustainedShare * point.due) {
            return fmt::format(
                "of {:.6g}/s due only {:.6g}/s were sustained", point.due, point.rate);
        }
        if (!plan_.is_open && below && point.rate < kMinGain * below->rate) {
            return fmt::format("{:.6g} streams achieve {:.6g}/s, {:.6g} streams achieve {:.6g}/s",
                               point.load,
                               point.rate,
                               below->load,
                               below->rate);
        }
        if (point.good_share < kMinGoodShare)
            return fmt::format("only {:.1f} % of the responses were good", 100 * point.good_share);
        return first_ ? tail_excess(point.latencies, first_->latencies, kMaxTailRatio) : "";
    }

    /// Notes an overload that the verdicts of its level do not show.
    void note_overload(const SweepPoint& point, const std::string& reason) {
        if (!point.is_any_ok) return;
        result_.notes.push_back(
            fmt::format("the sweep counts {} as too much, although the verdict is {}: {}",
                        load_text(point.load),
                        kOk,
                        reason));
    }

    void increase_load() {
        int overloads = 0;
        int disturbances = 0;
        for (double load = plan_.first_load; load <= plan_.max_load && overloads < kOverloadsInARow;
             load *= 2) {
            const auto point = measure(load);
            if (!point) {
                result_.saturation.reason = abort_reason_;
                return;
            }
            if (point->is_client_limit) {
                result_.saturation.reason = client_limit_text(load);
                return;
            }
            const std::string reason = overload_reason(*point, last_sustained_);
            if (point->is_host_busy && !reason.empty()) {
                result_.saturation.reason = busy_text(*point, reason);
                if (++disturbances == kOverloadsInARow) return;
                continue;
            }
            disturbances = 0;
            if (reason.empty()) {
                overloads = 0;  // earlier overloads were disturbances
                result_.notes.clear();
                last_sustained_ = point;
                first_overloaded_.reset();
                result_.saturation = {load, "", false};
                continue;
            }
            note_overload(*point, reason);
            if (overloads++ == 0) {
                first_overloaded_ = point;
                overload_reason_ = reason;
            }
        }
        result_.saturation.found = overloads == kOverloadsInARow;
        if (disturbances == 0) {
            result_.saturation.reason = end_reason(overloads);
        } else if (overloads > 0) {
            result_.saturation.reason += "; " + end_reason(overloads);
        }
    }

    [[nodiscard]] std::string client_limit_text(double load) const {
        const ClientHealth& client = result_.levels.back().client;
        const std::string reason =
            client.bound_reason.empty() ? "" : fmt::format(" ({})", client.bound_reason);
        return fmt::format("the client is the limit at {}{}: raise its limit, or use more shards",
                           load_text(load),
                           reason);
    }

    /// Returns why a level of which all runs were disturbed says nothing about the server.
    [[nodiscard]] static std::string busy_text(const SweepPoint& point, std::string_view reason) {
        return fmt::format("the host was busy in all runs of {:.6g} ({})", point.load, reason);
    }

    /// Returns why the lowest overloaded level is one.
    [[nodiscard]] std::string bound_reason() const {
        return fmt::format("at {} {}", load_text(first_overloaded_->load), overload_reason_);
    }

    /// Returns why increasing the load ended; the last `overloads` levels were overloads.
    [[nodiscard]] std::string end_reason(int overloads) const {
        if (overloads == 0) return fmt::format("no saturation up to {:.6g}", plan_.max_load);
        if (overloads == kOverloadsInARow) return bound_reason();
        // A single overload may be a disturbance.
        return fmt::format("{:.6g} was an overload ({}), and no higher level was run",
                           first_overloaded_->load,
                           overload_reason_);
    }

    /// Bisects the interval between the last sustained and the first overloaded level.
    void bisect() {
        double& low = result_.saturation.load;
        low = last_sustained_ ? last_sustained_->load : 0;
        double high = first_overloaded_->load;
        while (high - low > std::max(plan_.precision * high, plan_.is_open ? 0.0 : 1.0)) {
            const double between = plan_.is_open ? (low + high) / 2 : std::floor((low + high) / 2);
            if (between <= 0) break;
            const auto point = measure(between);
            if (!point) {
                result_.saturation.reason += "; not narrowed further: " + abort_reason_;
                return;
            }
            const std::string reason = overload_reason(*point, std::nullopt);
            if (reason.empty()) {
                low = between;
                continue;
            }
            if (point->is_host_busy || point->is_client_limit) {
                result_.saturation.reason +=
                    "; not narrowed further: " +
                    (point->is_host_busy
                         ? busy_text(*point, reason)
                         : fmt::format("the client was the limit at {:.6g}", between));
                break;
            }
            note_overload(*point, reason);
            high = between;
            first_overloaded_ = point;
            overload_reason_ = reason;
            result_.saturation.reason = bound_reason();
        }
    }

    const SweepPlan& plan_;
    const std::function<Level(double)>& run_level_;
    const RecoveryProbe& probe_;
    SweepResult result_;
    std::string abort_reason_;  ///< why a load could not be measured
    std::optional<SweepPoint> first_;
    std::optional<SweepPoint> last_sustained_;
    std::optional<SweepPoint> first_overloaded_;  ///< the lowest
    std::string overload_reason_;                 ///< of the lowest
};

}  // namespace

SweepResult sweep(const SweepPlan& plan,
                  const std::function<Level(double load)>& run,
                  const RecoveryProbe& probe) {
    return Sweep(plan, run, probe).run();
}

}  // namespace plumbline::load
