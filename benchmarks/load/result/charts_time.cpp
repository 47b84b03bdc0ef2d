// Plots over the window: whether what was measured was steady.

#include "benchmarks/load/result/charts.hpp"
#include "benchmarks/load/result/heat_map.hpp"
#include "benchmarks/load/result/level_groups.hpp"
#include "benchmarks/load/result/plot.hpp"
#include "benchmarks/load/result/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline::load {
namespace {

constexpr std::size_t kMostColumns = 60;

/// Slices put together, so that a plot has no more than kMostColumns.
struct Stretch {
    double begin = 0;
    double seconds = 0;
    std::uint64_t events = 0;
    Histogram gaps{};
};

std::vector<Stretch> stretches_of(const Level& level) {
    const std::size_t each = (level.slices.size() + kMostColumns - 1) / kMostColumns;
    std::vector<Stretch> stretches;
    for (std::size_t i = 0; i < level.slices.size(); ++i) {
        const Slice& slice = level.slices[i];
        if (i % each == 0) stretches.push_back({.begin = slice.second});
        const bool is_last = i + 1 == level.slices.size();
        const double end = is_last ? level.seconds : level.slices[i + 1].second;
        Stretch& stretch = stretches.back();
        stretch.seconds += std::max(end - slice.second, 0.0);
        stretch.events += slice.events;
        stretch.gaps.add(slice.gaps);
    }
    return stretches;
}

double events_per_second(const Stretch& stretch) {
    return stretch.seconds > 0 ? static_cast<double>(stretch.events) / stretch.seconds : 0;
}

std::string begin_text(const Stretch& stretch) {
    return fmt::format("{:.6g} s", stretch.begin);
}

Axis window_axis(double seconds) {
    return linear_axis("seconds of the window", seconds, digits_text);
}

/// A level over time; of repetitions the first.
struct TimeLine {
    std::string name;
    bool is_bound = false;
    std::vector<Stretch> stretches;
};

PlotSeries steps_of(const TimeLine& line, std::size_t number) {
    PlotSeries series{
        .name = line.name, .color = fmt::format("r{}", number), .is_dashed = line.is_bound};
    for (const Stretch& stretch : line.stretches)
        series.line.push_back({stretch.begin + stretch.seconds / 2, events_per_second(stretch)});
    return series;
}

HtmlTable time_table(const std::vector<TimeLine>& lines, const std::string& title) {
    HtmlTable table{.caption = title, .head = {"from"}};
    std::size_t longest = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        table.head.push_back(lines[i].name);
        if (lines[i].stretches.size() > lines[longest].stretches.size()) longest = i;
    }
    for (std::size_t row = 0; row < lines[longest].stretches.size(); ++row) {
        std::vector<std::string> cells = {begin_text(lines[longest].stretches[row])};
        for (const TimeLine& line : lines) {
            cells.push_back(row < line.stretches.size()
                                ? count_text(events_per_second(line.stretches[row]))
                                : "-");
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

Chart events_chart(const LoadResult& result) {
    Chart chart{.title = "Events over time",
                .text = "Events read per second. Of repetitions the first is shown."};
    std::vector<TimeLine> lines;
    double seconds = 0;
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    for (const LevelGroup& group : some_of(sorted_groups_of(result), kMostLines)) {
        const Level& level = *group.runs.front();
        if (level.slices.empty()) continue;
        lines.push_back(
            {target_text(result.load, level.target), level.client.bound, stretches_of(level)});
        if (level.client.bound) lines.back().name += " (client-bound)";
        seconds = std::max(seconds, level.seconds);
        for (const Stretch& stretch : lines.back().stretches) {
            const double rate = events_per_second(stretch);
            low = std::min(low, rate);
            high = std::max(high, rate);
        }
    }
    if (lines.empty() || high == 0) return chart;
    Plot plot{.id = "events", .title = chart.title, .description = chart.text};
    plot.x = window_axis(seconds);
    // Levels that are far apart would leave the low ones at the bottom.
    constexpr double kFarApart = 50;
    plot.y = low > 0 && high / low >= kFarApart ? log_axis("events/s", low, high, count_text)
                                                : linear_axis("events/s", high, count_text);
    for (std::size_t i = 0; i < lines.size(); ++i) plot.series.push_back(steps_of(lines[i], i));
    chart.svg = render_plot(plot);
    chart.legend = render_legend(plot.series);
    chart.data = time_table(lines, chart.title);
    return chart;
}

/// The edges of rows: the powers of ten about the gaps above 0, and between them so many steps of
/// equal ratio that there are about kRows.
struct GapRows {
    std::vector<double> edges;
    int steps = 1;  ///< in a power of ten
};

GapRows gap_rows(const std::vector<Stretch>& stretches) {
    constexpr double kRows = 24;
    Histogram all;
    for (const Stretch& stretch : stretches) all.add(stretch.gaps);
    const std::uint64_t zeros = all.count_up_to(0);
    // What few gaps are below or above is no row of its own, but counts in the last one.
    const std::uint64_t few = (all.count() - zeros) / 1000;
    const auto low = static_cast<double>(all.at_rank(zeros + 1 + few));
    const auto high = static_cast<double>(all.at_rank(all.count() - few));
    const double first = std::floor(std::log10(std::max(low, 1.0)));
    const double last = std::max(std::ceil(std::log10(std::max(high, 1.0))), first + 1);
    GapRows rows;
    rows.steps = std::max(static_cast<int>(kRows / (last - first)), 1);
    const int count = static_cast<int>(last - first) * rows.steps;
    for (int i = 0; i <= count; ++i)
        rows.edges.push_back(std::pow(10, first + static_cast<double>(i) / rows.steps));
    return rows;
}

/// How many gaps of a stretch lie in each row: up to the first edge, between edges, beyond.
std::vector<double> gap_column(const Stretch& stretch, const GapRows& rows) {
    std::vector<double> column;
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < rows.edges.size(); ++i) {
        const bool is_last = i + 1 == rows.edges.size();
        const std::uint64_t count =
            is_last ? stretch.gaps.count()
                    : stretch.gaps.count_up_to(static_cast<std::int64_t>(rows.edges[i]));
        column.push_back(static_cast<double>(count - below));
        below = count;
    }
    return column;
}

HeatMap gap_map(const std::vector<Stretch>& stretches, double seconds) {
    const GapRows rows = gap_rows(stretches);
    HeatMap map{.x = linear_axis("seconds of the window", seconds, digits_text),
                .y = {.label = "gap", .high = static_cast<double>(rows.edges.size())}};
    // The first row ends at the first edge; each step of the logarithm is a row from there on.
    const Axis times = log_axis("", rows.edges.front(), rows.edges.back(), time_text);
    for (const Tick& tick : times.ticks) {
        const double row = 1 + rows.steps * std::log10(tick.value / rows.edges.front());
        map.y.ticks.push_back({row, tick.label});
    }
    for (const Stretch& stretch : stretches) map.columns.push_back(gap_column(stretch, rows));
    return map;
}

HtmlTable gap_table(const std::vector<Stretch>& stretches, const std::string& title) {
    HtmlTable table{.caption = title, .head = {"from", "gaps", "p50", "p99", "max"}};
    for (const Stretch& stretch : stretches) {
        const auto text = [&](double percent) {
            const auto value = stretch.gaps.settled_percentile(percent);
            return value ? time_text(static_cast<double>(*value)) : "-";
        };
        table.rows.push_back({begin_text(stretch),
                              count_text(static_cast<double>(stretch.gaps.count())),
                              text(50),
                              text(99),
                              time_text(static_cast<double>(stretch.gaps.max()))});
    }
    return table;
}

Chart gap_chart(const LoadResult& result, const Level& level, std::size_t number) {
    const std::string name = target_text(result.load, level.target);
    Chart chart{.title = "Gaps over time at " + name};
    chart.text =
        "How many gaps of which length each part of the window has. A server that stalls shows as "
        "a "
        "column, one that sends in bursts as two bands. Gaps of 0, events of one read, are in the "
        "lowest row.";
    if (level.client.bound) chart.text += " The client was the bound here.";
    const auto stretches = stretches_of(level);
    HeatMap map = gap_map(stretches, level.seconds);
    map.id = fmt::format("heat-{}", number);
    map.title = chart.title;
    map.description = chart.text;
    chart.svg = render_heat_map(map);
    chart.legend = render_shades(map);
    chart.data = gap_table(stretches, chart.title);
    return chart;
}

bool has_gaps(const Level& level) {
    return std::any_of(level.slices.begin(), level.slices.end(), [](const Slice& slice) {
        return !slice.gaps.empty();
    });
}

/// The largest load that went well, and the next above it: what changed between them is of
/// interest.
std::vector<const Level*> telling_levels(const LoadResult& result) {
    std::vector<const Level*> some;
    for (const LevelGroup& group : sorted_groups_of(result)) {
        const Level* const level = group.runs.front();
        if (!has_gaps(*level)) continue;
        const bool is_beyond = level->verdict != "ok";
        if (!is_beyond) some.clear();
        if (some.size() < 2) some.push_back(level);
    }
    return some;
}

}  // namespace

std::vector<Chart> time_charts(const LoadResult& result) {
    if (result.levels.empty() || result.workload.kind != "stream") return {};
    std::vector<Chart> charts = {events_chart(result)};
    if (charts.back().svg.empty()) {
        charts.back().text = "No plot: the result has no events in slices of the window.";
        return charts;
    }
    for (const Level* const level : telling_levels(result))
        charts.push_back(gap_chart(result, *level, charts.size()));
    return charts;
}

}  // namespace plumbline::load
