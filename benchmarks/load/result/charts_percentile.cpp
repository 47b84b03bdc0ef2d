// Percentile plots: how long the slowest wait.

#include "benchmarks/load/result/charts.hpp"
#include "benchmarks/load/result/level_groups.hpp"
#include "benchmarks/load/result/plot.hpp"
#include "benchmarks/load/result/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline::load {
namespace {

constexpr int kSteps = 80;

struct PercentileChart {
    Metric metric;
    std::string_view id;
    std::string_view title;
};
constexpr PercentileChart kPercentileCharts[] = {
    {Metric::kTtfc, "p-ttfc", "Percentiles of the time to the first chunk"},
    {Metric::kTtft, "p-ttft", "Percentiles of the time to the first token"},
    {Metric::kGap, "p-gap", "Percentiles of the gap between events"},
    {Metric::kDuration, "p-duration", "Percentiles of the duration"},
};

/// One line of a chart: a target and all its values.
struct Curve {
    std::string name;
    bool is_bound = false;
    Histogram values;
};

std::vector<Curve> curves_of(const LoadResult& result, Metric metric) {
    std::vector<Curve> curves;
    for (const LevelGroup& group : some_of(sorted_groups_of(result), kMostLines)) {
        Curve curve{
            target_text(result.load, group.target), group.is_bound(), sum_of(group, metric)};
        if (curve.is_bound) curve.name += " (client-bound)";
        if (!curve.values.empty()) curves.push_back(std::move(curve));
    }
    return curves;
}

PlotSeries percentile_line(const Curve& curve, std::size_t number) {
    PlotSeries series{
        .name = curve.name, .color = fmt::format("r{}", number), .is_dashed = curve.is_bound};
    const double last = std::max(
        static_cast<double>(curve.values.count()) / static_cast<double>(Histogram::kBeyond), 1.0);
    for (int i = 0; i <= kSteps; ++i) {
        const double x = std::pow(last, static_cast<double>(i) / kSteps);
        const auto value = curve.values.percentile(100 - 100 / x);
        series.line.push_back({x, static_cast<double>(value)});
    }
    return series;
}

HtmlTable percentile_table(const std::vector<Curve>& curves, std::string_view title) {
    HtmlTable table{
        .caption = std::string(title),
        .head = {"level", "values", "p50", "p90", "p95", "p99", "p99.9", "p99.99", "max"}};
    for (const Curve& curve : curves) {
        std::vector<std::string> row = {curve.name,
                                        count_text(static_cast<double>(curve.values.count()))};
        for (const double percent : {50.0, 90.0, 95.0, 99.0, 99.9, 99.99}) {
            const auto value = curve.values.settled_percentile(percent);
            row.push_back(value ? time_text(static_cast<double>(*value)) : "-");
        }
        row.push_back(time_text(static_cast<double>(curve.values.max())));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Chart percentile_chart(const LoadResult& result, const PercentileChart& asked) {
    const auto curves = curves_of(result, asked.metric);
    Chart chart{.title = std::string(asked.title)};
    chart.text =
        "Each further nine is as wide as the one before. A line ends where ten values are left.";
    Plot plot{.id = std::string(asked.id), .title = chart.title, .description = chart.text};
    double low = 0;
    double high = 0;
    double most = 0;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        plot.series.push_back(percentile_line(curves[i], i));
        most = std::max(most, static_cast<double>(curves[i].values.count()));
        for (const PlotPoint& point : plot.series.back().line) {
            high = std::max(high, point.y);
            if (point.y > 0 && (low == 0 || point.y < low)) low = point.y;
        }
    }
    if (plot.series.empty()) return chart;
    // Gaps begin at the time of a read; four decades are enough to see what people wait for.
    constexpr double kDecades = 1e4;
    plot.x = percentile_axis(most);
    plot.y = log_axis(
        std::string(row_of(asked.metric).name), std::max(low, high / kDecades), high, time_text);
    chart.svg = render_plot(plot);
    chart.legend = render_legend(plot.series);
    chart.data = percentile_table(curves, asked.title);
    return chart;
}

}  // namespace

std::vector<Chart> percentile_charts(const LoadResult& result) {
    std::vector<Chart> charts;
    for (const PercentileChart& asked : kPercentileCharts) {
        Chart chart = percentile_chart(result, asked);
        if (!chart.svg.empty()) charts.push_back(std::move(chart));
    }
    return charts;
}

}  // namespace plumbline::load
