// Plots over the offered load.

#include "benchmarks/load/result/charts.hpp"
#include "benchmarks/load/result/level_figures.hpp"
#include "benchmarks/load/result/rate_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace plumbline::load {
namespace {

RateSeries percentile_series(Metric metric, double percent, std::string name, std::size_t number) {
    constexpr Mark kMarks[] = {Mark::kCircle, Mark::kSquare, Mark::kTriangle, Mark::kDiamond};
    return {std::move(name),
            fmt::format("c{}", number),
            kMarks[number % std::size(kMarks)],
            false,
            [metric, percent](const Level& level) -> std::optional<double> {
                const auto value = level.metrics[metric].settled_percentile(percent);
                if (!value) return std::nullopt;
                return static_cast<double>(*value);
            }};
}

RatePlot throughput_plot(const LoadResult& result) {
    const bool is_open = result.load.loop != "closed";
    RatePlot plot{.chart = {.title = "Throughput"}, .id = "throughput", .y_label = "successes/s"};
    plot.chart.text = is_open
                          ? "Requests that succeeded per second. The server keeps up as long as "
                            "the line follows the dashed one."
                          : "Requests that succeeded per second, over how many were in flight.";
    plot.has_diagonal = is_open;
    plot.series = {{"succeeded", "c0", Mark::kCircle, false, [](const Level& level) {
                        return std::optional(level.achieved);
                    }}};
    if (!result.load.goodput.empty()) {
        plot.series.push_back(
            {"good: " + result.load.goodput, "c2", Mark::kSquare, false, [](const Level& level) {
                 const std::uint64_t all = level.counts.successes();
                 const double part =
                     all == 0 ? 0
                              : static_cast<double>(level.counts.good) / static_cast<double>(all);
                 return std::optional(level.achieved * part);
             }});
    }
    return plot;
}

RatePlot latency_plot(const LoadResult& result) {
    const Metric metric = is_measured(result, Metric::kTtft)   ? Metric::kTtft
                          : is_measured(result, Metric::kTtfc) ? Metric::kTtfc
                                                               : Metric::kDuration;
    const std::string_view name = metric == Metric::kTtft   ? "Time to first token"
                                  : metric == Metric::kTtfc ? "Time to first chunk"
                                                            : "Duration";
    RatePlot plot{.chart = {.title = std::string(name)},
                  .id = "latency",
                  .y_label = std::string(name),
                  .is_log = true,
                  .text = time_text};
    plot.chart.text = result.load.loop == "closed"
                          ? "From when a request was sent."
                          : "From when a request was due, whether it could be sent then or not.";
    if (metric == Metric::kTtfc && result.workload.kind == "stream")
        plot.chart.text += " No tokens were read, so this is of the first chunk.";
    plot.series = {percentile_series(metric, 50, "p50", 0),
                   percentile_series(metric, 99, "p99", 1),
                   percentile_series(metric, 99.9, "p99.9", 2)};
    return plot;
}

RatePlot gap_plot() {
    RatePlot plot{.chart = {.title = "Gap between events"},
                  .id = "gap",
                  .y_label = "Gap",
                  .is_log = true,
                  .text = time_text};
    plot.chart.text =
        "From one event of a stream to the next, as they were read. Gaps of 0, events of one read, "
        "are drawn at the bottom.";
    plot.series = {percentile_series(Metric::kGap, 50, "p50", 0),
                   percentile_series(Metric::kGap, 99, "p99", 1),
                   percentile_series(Metric::kGap, 99.9, "p99.9", 2)};
    return plot;
}

RatePlot correction_plot(const LoadResult& result) {
    RatePlot plot{.chart = {.title = "Corrected and uncorrected latency"},
                  .id = "corrected",
                  .y_label = "Time to first chunk",
                  .is_log = true,
                  .text = time_text};
    Metric due = Metric::kTtfc;
    Metric sent = Metric::kTtfcSent;
    if (result.workload.kind != "stream") {
        due = Metric::kDuration;
        sent = Metric::kDurationSent;
        plot.y_label = "Duration";
    }
    plot.chart.text =
        "Corrected: from when a request was due. Uncorrected: from when it was sent, which leaves "
        "out what a client waited that could not send. Where the lines part, requests queued "
        "before "
        "they were sent.";
    plot.series = {percentile_series(due, 50, "p50 corrected", 0),
                   percentile_series(due, 99, "p99 corrected", 1),
                   percentile_series(sent, 50, "p50 uncorrected", 0),
                   percentile_series(sent, 99, "p99 uncorrected", 1)};
    plot.series[2].is_dashed = true;
    plot.series[3].is_dashed = true;
    plot.series[2].mark = Mark::kTriangle;
    plot.series[3].mark = Mark::kDiamond;
    return plot;
}

RatePlot cpu_plot() {
    constexpr double kBusy = 0.9;
    RatePlot plot{.chart = {.title = "CPU"}, .id = "cpu", .y_label = "cores", .text = digits_text};
    plot.chart.text =
        "Cores in use. A client that works through a core is the bound of what it measures.";
    plot.line = kBusy;
    plot.series = {{"client",
                    "c0",
                    Mark::kCircle,
                    false,
                    [](const Level& level) { return std::optional(level.client.cpu); }},
                   {"server", "c1", Mark::kSquare, false, [](const Level& level) {
                        return level.server_cpu;
                    }}};
    return plot;
}

}  // namespace

std::vector<Chart> rate_charts(const LoadResult& result) {
    if (result.levels.empty()) return {};
    std::vector<Chart> charts = {chart_over_rate(result, throughput_plot(result)),
                                 chart_over_rate(result, latency_plot(result))};
    if (charts.back().svg.empty()) {
        charts.back().text =
            "No plot: no level has enough successes for a percentile (ten beyond it).";
    }
    Chart gaps = chart_over_rate(result, gap_plot());
    if (!gaps.svg.empty()) charts.push_back(std::move(gaps));
    if (result.load.loop == "closed") {
        charts.push_back({.title = "Corrected and uncorrected latency",
                          .text = "No plot: in a closed loop a request is due when it is sent, so "
                                  "there is nothing to correct."});
    } else if (Chart corrected = chart_over_rate(result, correction_plot(result));
               !corrected.svg.empty()) {
        charts.push_back(std::move(corrected));
    }
    charts.push_back(chart_over_rate(result, cpu_plot()));
    return charts;
}

}  // namespace plumbline::load
