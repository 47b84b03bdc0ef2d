#include "benchmarks/load/drive/sweep.hpp"

#include "benchmarks/load/drive/verdict.hpp"
#include "benchmarks/load/result/level_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace plumbline::load {
namespace {

constexpr double kLeastGain = 1.05;
constexpr double kMostTail = 10;
constexpr double kTail = 99;
constexpr int kEnough = 2;  ///< levels in a row beyond the knee

/// What a load came to, of several repetitions.
struct Seen {
    double load = 0;
    double achieved = 0;
    double good = 1;
    double tail = 0;  ///< ns
    std::uint64_t bound = 0;
};

double middle_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

class Sweep {
  public:
    Sweep(const SweepPlan& plan, const std::function<Level(double)>& run)
        : plan_(plan), run_(run) {}

    SweepOutcome go() {
        climb();
        if (outcome_.saturation.found) narrow();
        return std::move(outcome_);
    }

  private:
    /// Runs a level so often as is wanted; nothing if it was interrupted.
    std::optional<Seen> look(double load) {
        std::vector<double> achieved;
        std::vector<double> good;
        std::vector<double> tails;
        Seen seen;
        seen.load = load;
        for (int i = 0; i < plan_.repetitions; ++i) {
            Level level = run_(load);
            if (is_cut_short(level)) {
                outcome_.saturation.reason = level.verdict;
                outcome_.levels.push_back(std::move(level));
                return std::nullopt;
            }
            achieved.push_back(level.achieved);
            good.push_back(good_share(level.counts).value_or(1));
            tails.push_back(static_cast<double>(latency_of(level.metrics).percentile(kTail)));
            if (level.client.bound) ++seen.bound;
            outcome_.levels.push_back(std::move(level));
        }
        seen.achieved = middle_of(achieved);
        seen.good = middle_of(good);
        seen.tail = middle_of(tails);
        if (!first_) first_ = seen;
        return seen;
    }

    /// Returns why a level is too much; "" if it is not. `below` is the last that was not.
    [[nodiscard]] std::string too_much(const Seen& seen, const std::optional<Seen>& below) const {
        if (plan_.is_open && seen.achieved < kLeastAchieved * seen.load) {
            return fmt::format(
                "of {:.6g}/s only {:.6g}/s came to an end", seen.load, seen.achieved);
        }
        if (!plan_.is_open && below && seen.achieved < kLeastGain * below->achieved) {
            return fmt::format("{:.6g} streams achieve {:.6g}/s, {:.6g} streams {:.6g}/s",
                               seen.load,
                               seen.achieved,
                               below->load,
                               below->achieved);
        }
        if (seen.good < kLeastGood)
            return fmt::format("only {:.1f} % of the answers were good", 100 * seen.good);
        if (first_ && first_->tail > 0 && seen.tail > kMostTail * first_->tail) {
            return fmt::format("p99 was {:.1f} times that of the first level",
                               seen.tail / first_->tail);
        }
        return {};
    }

    void climb() {
        int beyond = 0;
        for (double load = plan_.first; load <= plan_.most && beyond < kEnough; load *= 2) {
            const auto seen = look(load);
            if (!seen) return;
            if (2 * seen->bound > static_cast<std::uint64_t>(plan_.repetitions)) {
                outcome_.saturation.reason =
                    fmt::format("the client is the limit at {:.6g}; use more shards", load);
                return;
            }
            const std::string why = too_much(*seen, below_);
            if (why.empty()) {
                beyond = 0;  // an earlier one was a disturbance
                below_ = seen;
                above_.reset();
                outcome_.saturation = {load, "", false};
                continue;
            }
            if (beyond++ == 0) {
                above_ = seen;
                why_ = why;
            }
        }
        outcome_.saturation.found = beyond == kEnough;
        outcome_.saturation.reason = reason_of(beyond);
    }

    /// Says how a climb ended whose last `beyond` levels were too much.
    [[nodiscard]] std::string reason_of(int beyond) const {
        if (beyond == 0) return fmt::format("not reached up to {:.6g}", plan_.most);
        if (beyond == kEnough) return why_;
        // One alone may be a disturbance.
        return fmt::format(
            "{:.6g} was too much ({}), and no level behind it was run", above_->load, why_);
    }

    /// Halves what lies between the last level that was met and the first that was not.
    void narrow() {
        double low = below_ ? below_->load : 0;
        double high = above_->load;
        while (high - low > std::max(plan_.precision * high, plan_.is_open ? 0.0 : 1.0)) {
            const double between = plan_.is_open ? (low + high) / 2 : std::floor((low + high) / 2);
            if (between <= 0) break;
            const auto seen = look(between);
            if (!seen) return;
            if (too_much(*seen, plan_.is_open ? below_ : std::nullopt).empty()) {
                low = between;
            } else {
                high = between;
            }
        }
        outcome_.saturation.load = low;
    }

    const SweepPlan& plan_;
    const std::function<Level(double)>& run_;
    SweepOutcome outcome_;
    std::optional<Seen> first_;
    std::optional<Seen> below_;
    std::optional<Seen> above_;
    std::string why_;
};

}  // namespace

SweepOutcome sweep(const SweepPlan& plan, const std::function<Level(double load)>& run) {
    return Sweep(plan, run).go();
}

}  // namespace plumbline::load
