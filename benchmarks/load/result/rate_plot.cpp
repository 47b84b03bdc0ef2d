#include "benchmarks/load/result/rate_plot.hpp"

#include "benchmarks/load/result/level_groups.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::load {
namespace {

double median_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

PlotSeries series_over_rate(const std::vector<LevelGroup>& groups, const RateSeries& series) {
    PlotSeries plotted{.name = series.name,
                       .color = series.color,
                       .mark = series.mark,
                       .is_dashed = series.is_dashed};
    for (const LevelGroup& group : groups) {
        std::vector<double> values;
        for (const Level* const run : group.runs) {
            const auto value = series.read(*run);
            if (!value) continue;
            values.push_back(*value);
            plotted.marks.push_back({group.target, *value, run->client.bound});
        }
        if (!values.empty()) plotted.line.push_back({group.target, median_of(values), false});
    }
    return plotted;
}

/// From the least to the largest target: linear, as rates are, unless most would crowd at 0.
Axis rate_axis(const LoadResult& result, const std::vector<LevelGroup>& groups) {
    constexpr double kCrowded = 50;
    const std::string label =
        result.load.loop == "closed" ? "requests in flight" : "offered rate (requests/s)";
    const double low = groups.front().target;
    const double high = groups.back().target;
    if (low > 0 && high / low >= kCrowded) return log_axis(label, low, high, count_text);
    return linear_axis(label, high, count_text);
}

struct Range {
    double low = 0;
    double high = 0;
};

/// The least value above 0 and the largest.
Range range_of(const std::vector<PlotSeries>& series) {
    Range range;
    for (const PlotSeries& each : series) {
        for (const PlotPoint& point : each.marks) {
            range.high = std::max(range.high, point.y);
            if (point.y > 0 && (range.low == 0 || point.y < range.low)) range.low = point.y;
        }
    }
    return range;
}

PlotSeries straight_line(const Axis& x, const Axis& y, const RatePlot& plot) {
    PlotSeries line{.color = "ref", .is_dashed = true};
    if (plot.has_diagonal) {
        line.name = "all that was offered";
        const double from = std::max(x.low, y.low);
        const double to = std::min(x.high, y.high);
        line.line = {{from, from}, {to, to}};
    } else {
        line.name = fmt::format("{}", *plot.line);
        line.line = {{x.low, *plot.line}, {x.high, *plot.line}};
    }
    return line;
}

HtmlTable data_over_rate(const LoadResult& result, const RatePlot& plot) {
    HtmlTable table{.caption = plot.chart.title, .head = {"level"}};
    for (const RateSeries& series : plot.series) table.head.push_back(series.name);
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const Level& level = result.levels[i];
        std::vector<std::string> row = {level_name(result, i)};
        if (level.client.bound) row[0] += " (client-bound)";
        for (const RateSeries& series : plot.series) {
            const auto value = series.read(level);
            row.push_back(value ? plot.text(*value) : "-");
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace

Chart chart_over_rate(const LoadResult& result, const RatePlot& asked) {
    const auto groups = sorted_groups_of(result);
    Plot plot{.id = asked.id, .title = asked.chart.title, .description = asked.chart.text};
    RatePlot shown = asked;
    shown.series.clear();
    for (const RateSeries& series : asked.series) {
        PlotSeries plotted = series_over_rate(groups, series);
        if (plotted.marks.empty()) continue;
        plot.series.push_back(std::move(plotted));
        shown.series.push_back(series);
    }
    Chart chart = asked.chart;
    if (plot.series.empty()) return chart;
    const Range range = range_of(plot.series);
    plot.x = rate_axis(result, groups);
    const bool is_log = asked.is_log || (asked.has_diagonal && plot.x.is_log);
    const double high = std::max(range.high, asked.line.value_or(0));
    plot.y = is_log ? log_axis(asked.y_label, range.low, high, asked.text)
                    : linear_axis(asked.y_label, high, asked.text);
    if (asked.line || asked.has_diagonal)
        plot.series.push_back(straight_line(plot.x, plot.y, asked));
    chart.svg = render_plot(plot);
    chart.legend = render_legend(plot.series);
    chart.data = data_over_rate(result, shown);
    return chart;
}

}  // namespace plumbline::load
