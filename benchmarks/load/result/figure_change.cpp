#include "benchmarks/load/result/figure_change.hpp"

#include "benchmarks/load/result/figure.hpp"

#include <algorithm>

namespace plumbline::load {
namespace {

enum class Wish { kHigh, kLow };

/// The figures that are compared, in the order in which they are told.
struct KeyRow {
    std::string_view name;
    Wish wish;
    std::optional<Metric> metric{};
    double percent = 0;
};
constexpr KeyRow kKeys[] = {{"achieved", Wish::kHigh},
                            {"ttfc_p50", Wish::kLow, Metric::kTtfc, 50},
                            {"ttfc_p99", Wish::kLow, Metric::kTtfc, 99},
                            {"ttft_p50", Wish::kLow, Metric::kTtft, 50},
                            {"ttft_p99", Wish::kLow, Metric::kTtft, 99},
                            {"gap_p99", Wish::kLow, Metric::kGap, 99},
                            {"duration_p50", Wish::kLow, Metric::kDuration, 50},
                            {"failed_share", Wish::kLow},
                            {"server_cpu_per_event", Wish::kLow}};

/// What the runs of one side say of a figure.
struct Values {
    std::vector<double> all;  ///< one for each run
    std::string missing;      ///< why there are none
};

Values values_of(const Figure& figure, const Runs& runs) {
    Values values;
    for (const Level* const run : runs) {
        const Reading reading = figure.read(*run);
        if (!reading.value) return {{}, reading.missing};
        values.all.push_back(*reading.value);
    }
    return values;
}

/// The noise of a single run's figure, as far as its histograms and slices show it.
std::optional<Bounded> bounded_figure(const KeyRow& key, const Level& level) {
    if (key.name == "achieved") return bounded_rate(level);
    if (!key.metric) return std::nullopt;
    const Histogram& histogram = level.metrics[*key.metric];
    // Only streams are independent of each other, and each has one longest gap.
    const std::uint64_t streams = level.metrics[Metric::kStall].count();
    const bool is_gap = *key.metric == Metric::kGap;
    return bounded_percentile(histogram, key.percent, is_gap ? streams : histogram.count());
}

std::optional<Bounded> single_change(const KeyRow& key, const Level& a, const Level& b) {
    const auto bounded_a = bounded_figure(key, a);
    const auto bounded_b = bounded_figure(key, b);
    if (!bounded_a || !bounded_b) return std::nullopt;
    return relative_change(*bounded_a, *bounded_b);
}

std::optional<Bounded> pooled_failures(const Runs& runs) {
    Counts counts;
    for (const Level* const run : runs) counts.add(run->counts);
    return bounded_share(counts.failures(), counts.failures() + counts.successes());
}

/// Repetitions without a failure have no spread; what chance does bounds the change as well.
std::optional<Bounded> failure_change(const Sides& sides,
                                      const std::vector<double>& a,
                                      const std::vector<double>& b) {
    const auto pooled_a = pooled_failures(sides.a);
    const auto pooled_b = pooled_failures(sides.b);
    if (!pooled_a || !pooled_b) return std::nullopt;
    Bounded change = absolute_change(*pooled_a, *pooled_b);
    if (sides.is_repeated()) {
        const Bounded spread = absolute_change(a, b);
        change = {
            spread.value, std::min(spread.low, change.low), std::max(spread.high, change.high)};
    }
    return change;
}

/// What is judged: the change with its noise, and what counts in it.
struct Judged {
    Bounded change;
    double tolerance = 0;
    double margin = 0;  ///< by how much the noise must be exceeded
    Wish wish = Wish::kLow;
};

Change verdict_of(const Judged& judged) {
    const Bounded& change = judged.change;
    if (change.low >= -judged.tolerance && change.high <= judged.tolerance) return Change::kSame;
    const bool is_up = change.low > judged.margin;
    const bool is_down = change.high < -judged.margin;
    if (!is_up && !is_down) return Change::kUndecided;
    return is_up == (judged.wish == Wish::kHigh) ? Change::kBetter : Change::kWorse;
}

void judge_change(FigureChange& figure,
                  const Sides& sides,
                  Wish wish,
                  const CompareTolerance& tolerance) {
    if (!figure.change) {
        figure.why = "one run is too little to know the noise";
        return;
    }
    const bool is_share = figure.scale == Scale::kShare;
    if (is_share && figure.a == 0 && figure.b == 0) {
        figure.verdict = Change::kSame;
        return;
    }
    const double tolerated = is_share ? tolerance.share : tolerance.relative;
    const double margin = sides.is_repeated() ? 0 : tolerated;
    figure.verdict = verdict_of({*figure.change, tolerated, margin, wish});
    if (figure.verdict == Change::kUndecided) figure.why = "the change may be noise";
}

/// Says whether a run has what the figure is made of: no tokens, no row about them.
bool is_there(const KeyRow& key, const Runs& runs) {
    const bool is_cpu = key.name == "server_cpu_per_event";
    return std::any_of(runs.begin(), runs.end(), [&](const Level* run) {
        if (is_cpu) return run->server_cpu.has_value();
        return !key.metric || !run->metrics[*key.metric].empty();
    });
}

// Times are whole nanoseconds; rates below this do not matter.
double least_of(Scale scale) {
    return scale == Scale::kTime ? 1 : 1e-9;
}

/// Shares may be 0, so they have no geometric mean.
std::optional<double> center_of(const std::vector<double>& values, Scale scale) {
    if (values.empty()) return std::nullopt;
    return scale == Scale::kShare ? mean_of(values) : geometric_mean(values, least_of(scale));
}

FigureChange compare_figure(const KeyRow& key,
                            const Sides& sides,
                            const CompareTolerance& tolerance) {
    const Figure figure = *find_figure(key.name);
    const Values a = values_of(figure, sides.a);
    const Values b = values_of(figure, sides.b);
    FigureChange change{.name = std::string(key.name), .scale = figure.scale};
    change.a = center_of(a.all, figure.scale);
    change.b = center_of(b.all, figure.scale);
    if (!change.a || !change.b) {
        change.why = change.a ? "B: " + b.missing : "A: " + a.missing;
        return change;
    }
    if (figure.scale == Scale::kShare) {
        change.change = failure_change(sides, a.all, b.all);
    } else if (sides.is_repeated()) {
        change.change = relative_change(a.all, b.all, least_of(figure.scale));
    } else {
        change.change = single_change(key, *sides.a.front(), *sides.b.front());
    }
    judge_change(change, sides, key.wish, tolerance);
    return change;
}

}  // namespace

std::vector<FigureChange> compare_figures(const Sides& sides, const CompareTolerance& tolerance) {
    std::vector<FigureChange> figures;
    for (const KeyRow& key : kKeys) {
        if (is_there(key, sides.a) || is_there(key, sides.b))
            figures.push_back(compare_figure(key, sides, tolerance));
    }
    return figures;
}

}  // namespace plumbline::load
