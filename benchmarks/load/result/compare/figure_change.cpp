#include "benchmarks/load/result/compare/figure_change.hpp"

#include "benchmarks/load/result/conditions/figure.hpp"

#include <algorithm>

namespace plumbline::load {
namespace {

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
    std::vector<double> all;     ///< one for each run
    std::string missing_reason;  ///< why there is no value
};

FigureValues figure_values(const Figure& figure, const LevelRuns& runs) {
    FigureValues values;
    for (const Level* const run : runs) {
        const FigureValue reading = figure.read(*run);
        if (!reading.value) return {{}, reading.missing_reason};
        values.all.push_back(*reading.value);
    }
    return values;
}

/// Returns the interval of a single run's figure, from its histograms and slices.
std::optional<ConfidenceInterval> figure_interval(const KeyFigure& key, const Level& level) {
    if (key.name == "achieved") return rate_interval(level);
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
    return relative_change(*bounded_a, *bounded_b);
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
    if (!figure.change) {
        figure.undecided_reason = "the noise of a single run is unknown";
        return;
    }
    const ConfidenceInterval& change = *figure.change;
    const bool is_share = figure.scale == FigureScale::kShare;
    const double tolerated = is_share ? tolerance.share : tolerance.relative;
    // By which the change must exceed the noise.
    const double margin = sides.is_repeated() ? 0 : tolerated;
    const bool is_up = change.low > margin;
    const bool is_down = change.high < -margin;
    if ((is_share && figure.a == 0 && figure.b == 0) ||
        (change.low >= -tolerated && change.high <= tolerated)) {
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

// Times are whole nanoseconds; rates below this value do not matter.
double smallest_value(FigureScale scale) {
    return scale == FigureScale::kTime ? 1 : 1e-9;
}

/// Shares may be 0, so they have no geometric mean.
std::optional<double> average_of(const std::vector<double>& values, FigureScale scale) {
    if (values.empty()) return std::nullopt;
    return scale == FigureScale::kShare ? mean_of(values)
                                        : geometric_mean(values, smallest_value(scale));
}

FigureChange compare_figure(const KeyFigure& key,
                            const ComparedRuns& sides,
                            const CompareTolerance& tolerance) {
    const Figure figure = *find_figure(key.name);
    const FigureValues a = figure_values(figure, sides.a);
    const FigureValues b = figure_values(figure, sides.b);
    FigureChange change{.name = std::string(key.name), .scale = figure.scale};
    change.a = average_of(a.all, figure.scale);
    change.b = average_of(b.all, figure.scale);
    if (!change.a || !change.b) {
        change.undecided_reason = change.a ? "B: " + b.missing_reason : "A: " + a.missing_reason;
        return change;
    }
    if (figure.scale == FigureScale::kShare) {
        change.change = failure_change(sides, a.all, b.all);
    } else if (sides.is_repeated()) {
        change.change = relative_change(a.all, b.all, smallest_value(figure.scale));
    } else {
        change.change = single_change(key, *sides.a.front(), *sides.b.front());
    }
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
