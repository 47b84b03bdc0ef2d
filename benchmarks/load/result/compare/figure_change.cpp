#include "benchmarks/load/result/compare/figure_change.hpp"

#include "benchmarks/load/result/compare/rate_change.hpp"
#include "benchmarks/load/result/conditions/figure.hpp"

#include <algorithm>
#include <utility>

namespace plumbline::load {
namespace {

constexpr double kLeastTime = 1;  ///< ns; times are whole nanoseconds

enum class BetterDirection { kHigher, kLower };

/// The compared figures, in the order of the report.
struct KeyFigure {
    std::string_view name;
    BetterDirection better;
    std::optional<Metric> metric{};
    double percent = 0;
};
constexpr KeyFigure kKeyFigures[] = {
    {"achieved", BetterDirection::kHigher},
    {"ttfc_p50", BetterDirection::kLower, Metric::kTtfc, 50},
    {"ttfc_p99", BetterDirection::kLower, Metric::kTtfc, 99},
    {"ttft_p50", BetterDirection::kLower, Metric::kTtft, 50},
    {"ttft_p99", BetterDirection::kLower, Metric::kTtft, 99},
    {"gap_p99", BetterDirection::kLower, Metric::kGap, 99},
    {"duration_p50", BetterDirection::kLower, Metric::kDuration, 50},
    {"failed_share", BetterDirection::kLower},
    {"server_cpu_per_event", BetterDirection::kLower}};

/// The values of a figure for the runs of one side.
struct FigureValues {
    std::vector<double> all{};     ///< one for each run, or none
    std::string missing_reason{};  ///< why a value is missing, or has too few samples to compare it
};

FigureValues figure_values(const KeyFigure& key, const Figure& figure, const LevelRuns& runs) {
    FigureValues values;
    for (const Level* const run : runs) {
        const FigureValue reading = figure.read(*run);
        if (reading.value) {
            values.all.push_back(*reading.value);
            continue;
        }
        values.missing_reason = reading.missing_reason;
        if (!key.metric || run->metrics[*key.metric].empty()) return {{}, reading.missing_reason};
        values.all.push_back(
            static_cast<double>(run->metrics[*key.metric].percentile(key.percent)));
    }
    return values;
}

/// Returns the interval of a single run's figure, from its histograms.
std::optional<ConfidenceInterval> figure_interval(const KeyFigure& key, const Level& level) {
    if (!key.metric) return std::nullopt;
    const Histogram& histogram = level.metrics[*key.metric];
    // Only streams are independent of each other, and each has one longest gap.
    const std::uint64_t streams = level.metrics[Metric::kStall].count();
    const bool is_gap = *key.metric == Metric::kGap;
    return percentile_interval(histogram, key.percent, is_gap ? streams : histogram.count());
}

std::optional<ConfidenceInterval> single_change(const KeyFigure& key,
                                                const Level& a,
                                                const Level& b) {
    const auto bounded_a = figure_interval(key, a);
    const auto bounded_b = figure_interval(key, b);
    if (!bounded_a || !bounded_b) return std::nullopt;
    return relative_change(*bounded_a, *bounded_b, kLeastTime);
}

std::optional<ConfidenceInterval> pooled_failure_share(const LevelRuns& runs) {
    LevelCounts counts;
    for (const Level* const run : runs) counts.add(run->counts);
    return share_interval(counts.failures(), counts.failures() + counts.successes());
}

/// Repetitions without failures have no spread, so the binomial interval bounds the change as well.
std::optional<ConfidenceInterval> failure_change(const ComparedRuns& sides,
                                                 const std::vector<double>& a,
                                                 const std::vector<double>& b) {
    const auto pooled_a = pooled_failure_share(sides.a);
    const auto pooled_b = pooled_failure_share(sides.b);
    if (!pooled_a || !pooled_b) return std::nullopt;
    ConfidenceInterval change = absolute_change(*pooled_a, *pooled_b);
    if (sides.is_repeated()) {
        const ConfidenceInterval spread = absolute_change(a, b);
        change = {
            spread.value, std::min(spread.low, change.low), std::max(spread.high, change.high)};
    }
    return change;
}

void decide_verdict(FigureChange& figure,
                    const ComparedRuns& sides,
                    BetterDirection better,
                    const CompareTolerance& tolerance) {
    const bool is_share = figure.scale == FigureScale::kShare;
    if (figure.scale != FigureScale::kTime && figure.a == 0 && figure.b == 0) {
        figure.verdict = ChangeVerdict::kSame;
        return;
    }
    if (!figure.change) {
        figure.undecided_reason = "the noise of a single run is unknown";
        return;
    }
    const ConfidenceInterval& change = *figure.change;
    const double tolerated = is_share ? tolerance.share : tolerance.relative;
    // By which the change must exceed the noise.
    const double margin = sides.is_repeated() ? 0 : tolerated;
    const bool is_up = change.low > margin;
    const bool is_down = change.high < -margin;
    if (change.low >= -tolerated && change.high <= tolerated) {
        figure.verdict = ChangeVerdict::kSame;
    } else if (is_up || is_down) {
        figure.verdict = is_up == (better == BetterDirection::kHigher) ? ChangeVerdict::kBetter
                                                                       : ChangeVerdict::kWorse;
    } else {
        figure.undecided_reason = "the change may be noise";
    }
}

/// Returns whether a run has values for the figure: without tokens there is no row about them.
bool has_values(const KeyFigure& key, const LevelRuns& runs) {
    const bool is_cpu = key.name == "server_cpu_per_event";
    return std::any_of(runs.begin(), runs.end(), [&](const Level* run) {
        if (is_cpu) return run->server_cpu.has_value();
        return !key.metric || !run->metrics[*key.metric].empty();
    });
}

/// Shares may be 0, so they have no geometric mean.
std::optional<double> average_of(const std::vector<double>& values, FigureScale scale) {
    if (values.empty()) return std::nullopt;
    return scale == FigureScale::kShare ? mean_of(values) : geometric_mean(values);
}

std::optional<ConfidenceInterval> change_of(const KeyFigure& key,
                                            FigureScale scale,
                                            const ComparedRuns& sides,
                                            const std::vector<double>& a,
                                            const std::vector<double>& b) {
    if (scale == FigureScale::kShare) return failure_change(sides, a, b);
    if (scale == FigureScale::kRate) return rate_change(sides);
    if (sides.is_repeated()) return relative_change(a, b, kLeastTime);
    return single_change(key, *sides.a.front(), *sides.b.front());
}

/// Turns a change from B to A into that from A to B, which has no size if A is 0.
FigureChange reversed(FigureChange figure) {
    std::swap(figure.a, figure.b);
    figure.change.reset();
    if (figure.verdict == ChangeVerdict::kWorse) {
        figure.verdict = ChangeVerdict::kBetter;
    } else if (figure.verdict == ChangeVerdict::kBetter) {
        figure.verdict = ChangeVerdict::kWorse;
    }
    return figure;
}

FigureChange compare_figure(const KeyFigure& key,
                            const ComparedRuns& sides,
                            const CompareTolerance& tolerance) {
    const Figure figure = *find_figure(key.name);
    const FigureValues a = figure_values(key, figure, sides.a);
    const FigureValues b = figure_values(key, figure, sides.b);
    FigureChange change{.name = std::string(key.name), .scale = figure.scale};
    change.a = average_of(a.all, figure.scale);
    change.b = average_of(b.all, figure.scale);
    if (!a.missing_reason.empty() || !b.missing_reason.empty()) {
        change.a_has_few_values = !a.missing_reason.empty();
        change.b_has_few_values = !b.missing_reason.empty();
        change.undecided_reason =
            change.a_has_few_values ? "A: " + a.missing_reason : "B: " + b.missing_reason;
        return change;
    }
    if (figure.scale == FigureScale::kRate && change.a == 0 && change.b > 0)
        return reversed(compare_figure(key, sides.reversed(), tolerance));
    change.change = change_of(key, figure.scale, sides, a.all, b.all);
    decide_verdict(change, sides, key.better, tolerance);
    return change;
}

}  // namespace

std::vector<FigureChange> compare_figures(const ComparedRuns& sides,
                                          const CompareTolerance& tolerance) {
    std::vector<FigureChange> figures;
    for (const KeyFigure& key : kKeyFigures) {
        if (has_values(key, sides.a) || has_values(key, sides.b))
            figures.push_back(compare_figure(key, sides, tolerance));
    }
    return figures;
}

}  // namespace plumbline::load
