#include "benchmarks/load/result/conditions/figure.hpp"

#include "benchmarks/load/result/level_figures.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <span>
#include <system_error>

namespace plumbline::load {
namespace {

FigureValue known_value(double value) {
    return {value, ""};
}
FigureValue count_value(std::uint64_t count) {
    return known_value(static_cast<double>(count));
}
FigureValue optional_value(const std::optional<double>& value, std::string_view missing) {
    return value ? known_value(*value) : FigureValue{std::nullopt, std::string(missing)};
}

constexpr std::string_view kNoResponseEnded = "no response ended";
constexpr std::string_view kNoServerCpu = "the server's CPU time was not measured";

struct FigureRow {
    std::string_view name;
    FigureScale scale;
    FigureValue (*read)(const Level&);
};

FigureValue incomplete_share(const Level& level) {
    if (level.counts.attempted == 0) return {std::nullopt, "no request was sent"};
    return known_value(static_cast<double>(level.counts.incomplete) /
                       static_cast<double>(level.counts.attempted));
}

FigureValue zero_gap_share(const Level& level) {
    const std::uint64_t gaps = level.metrics[Metric::kGap].count();
    if (gaps == 0) return {std::nullopt, "no gap was measured"};
    return known_value(static_cast<double>(level.counts.gaps_of_zero) / static_cast<double>(gaps));
}

FigureValue goodput_rate(const Level& level) {
    const std::uint64_t successes = level.counts.successes();
    if (successes == 0) return known_value(0);
    return known_value(level.achieved * static_cast<double>(level.counts.good) /
                       static_cast<double>(successes));
}

using enum FigureScale;

/// The figures that are not statistics of a metric.
constexpr FigureRow kLevelFigures[] = {
    {"attempted", kCount, [](const Level& l) { return count_value(l.counts.attempted); }},
    {"carried_in", kCount, [](const Level& l) { return count_value(l.counts.carried_in); }},
    {"cut", kCount, [](const Level& l) { return count_value(l.counts.cut); }},
    {"reconnected", kCount, [](const Level& l) { return count_value(l.counts.reconnected); }},
    {"late", kCount, [](const Level& l) { return count_value(l.counts.late); }},
    {"completed", kCount, [](const Level& l) { return count_value(l.counts.completed); }},
    {"bounded", kCount, [](const Level& l) { return count_value(l.counts.bounded); }},
    {"incomplete", kCount, [](const Level& l) { return count_value(l.counts.incomplete); }},
    {"succeeded", kCount, [](const Level& l) { return count_value(l.counts.successes()); }},
    {"failed", kCount, [](const Level& l) { return count_value(l.counts.failures()); }},
    {"good", kCount, [](const Level& l) { return count_value(l.counts.good); }},
    {"events", kCount, [](const Level& l) { return count_value(l.counts.events); }},
    {"tokens", kCount, [](const Level& l) { return count_value(l.counts.tokens); }},
    {"tokens_per_second",
     kRate,
     [](const Level& l) { return known_value(per_second(l.counts.tokens, l)); }},
    {"tokens_per_user",
     kRate,
     [](const Level& l) { return optional_value(tokens_per_user(l), "none was in flight"); }},
    {"failed_share",
     kShare,
     [](const Level& l) { return optional_value(failed_share(l.counts), kNoResponseEnded); }},
    {"incomplete_share", kShare, incomplete_share},
    {"goodput",
     kShare,
     [](const Level& l) { return optional_value(good_share(l.counts), kNoResponseEnded); }},
    {"goodput_rate", kRate, goodput_rate},
    {"zero_gap_share", kShare, zero_gap_share},
    {"achieved", kRate, [](const Level& l) { return known_value(l.achieved); }},
    {"events_per_second",
     kRate,
     [](const Level& l) { return known_value(per_second(l.counts.events, l)); }},
    {"bytes_per_second",
     kRate,
     [](const Level& l) { return known_value(per_second(l.counts.bytes, l)); }},
    {"due_rate", kRate, [](const Level& l) { return known_value(l.due_rate()); }},
    {"sustained_rate", kRate, [](const Level& l) { return known_value(l.sustained_rate()); }},
    {"in_flight_growth", kCount, [](const Level& l) { return known_value(l.in_flight_growth); }},
    {"in_flight_mean", kCount, [](const Level& l) { return known_value(l.in_flight_mean); }},
    {"in_flight_peak", kCount, [](const Level& l) { return count_value(l.in_flight_peak); }},
    {"cpu", kCores, [](const Level& l) { return known_value(l.client.cpu); }},
    {"waited", kShare, [](const Level& l) { return known_value(l.client.waited_share); }},
    {"loop_lag_p99",
     kTime,
     [](const Level& l) { return known_value(static_cast<double>(l.client.loop_lag_p99)); }},
    {"handling_p99",
     kTime,
     [](const Level& l) { return known_value(static_cast<double>(l.client.handling_p99)); }},
    {"reads_per_wakeup",
     kCount,
     [](const Level& l) { return known_value(l.client.reads_per_wakeup); }},
    {"server_cpu",
     kCores,
     [](const Level& l) { return optional_value(l.server_cpu, kNoServerCpu); }},
    {"server_cpu_per_event",
     kTime,
     [](const Level& l) {
         return optional_value(server_cpu_per_event(l),
                               l.server_cpu ? "no event was read" : kNoServerCpu);
     }},
};

// p99.9 comes before p99: both are equally close to p999, a common spelling of p99.9.
constexpr std::string_view kCommonStatistics[] = {
    "p50", "p90", "p95", "p99.9", "p99", "min", "max", "mean"};

/// Returns the percent of `p99.9`; nothing unless it is above 0 and below 100.
std::optional<double> percent_of(std::string_view statistic) {
    if (statistic.size() < 2 || statistic[0] != 'p' || statistic[1] < '0' || statistic[1] > '9')
        return std::nullopt;
    const char* const end = statistic.data() + statistic.size();
    double percent = 0;
    const auto read = std::from_chars(statistic.data() + 1, end, percent, std::chars_format::fixed);
    const bool is_valid = read.ec == std::errc() && read.ptr == end && percent > 0 && percent < 100;
    return is_valid ? std::optional(percent) : std::nullopt;
}

FigureScale scale_of(MetricUnit unit) {
    if (unit == MetricUnit::kNanoseconds) return FigureScale::kTime;
    return unit == MetricUnit::kMillihertz ? FigureScale::kRate : FigureScale::kCount;
}

std::optional<double> statistic_of(const Histogram& histogram, std::string_view statistic) {
    if (statistic == "min") return static_cast<double>(histogram.min());
    if (statistic == "max") return static_cast<double>(histogram.max());
    if (statistic == "mean") return histogram.mean();
    const auto value = histogram.reliable_percentile(*percent_of(statistic));
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

FigureValue read_metric(const Level& level, const MetricRow& row, const std::string& statistic) {
    const Histogram& histogram = level.metrics[row.metric];
    if (histogram.empty()) return {std::nullopt, fmt::format("no {} was measured", row.name)};
    const auto value = statistic_of(histogram, statistic);
    if (!value) {
        const auto seconds = seconds_for_percentile(level, row.metric, *percent_of(statistic));
        return {
            std::nullopt,
            fmt::format("not enough samples: of {} values fewer than {} lie beyond {}; run "
                        "with a {}",
                        histogram.count(),
                        Histogram::kMinBeyond,
                        statistic,
                        seconds ? fmt::format("window of {:.0f}s", *seconds) : "longer window")};
    }
    return known_value(row.unit == MetricUnit::kMillihertz ? *value / 1000 : *value);
}

std::optional<Figure> find_metric_figure(std::string_view name) {
    const std::size_t cut = name.rfind('_');
    if (cut == std::string_view::npos) return std::nullopt;
    const auto metric = parse_metric(name.substr(0, cut));
    const std::string statistic(name.substr(cut + 1));
    const bool is_other = statistic == "min" || statistic == "max" || statistic == "mean";
    if (!metric || (!is_other && !percent_of(statistic))) return std::nullopt;
    const MetricRow row = row_of(*metric);
    return Figure{std::string(name), scale_of(row.unit), [row, statistic](const Level& level) {
                      return read_metric(level, row, statistic);
                  }};
}

std::optional<Figure> find_failure_figure(std::string_view name) {
    constexpr std::string_view kBegin = "failed_";
    if (!name.starts_with(kBegin)) return std::nullopt;
    const auto failure = parse_failure(name.substr(kBegin.size()));
    if (!failure) return std::nullopt;
    const auto index = static_cast<std::size_t>(*failure);
    return Figure{std::string(name), FigureScale::kCount, [index](const Level& level) {
                      return count_value(level.counts.failed[index]);
                  }};
}

std::vector<std::string> failure_names() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kFailureCount; ++i)
        names.emplace_back(to_text(static_cast<FailureClass>(i)));
    return names;
}

}  // namespace

std::optional<Figure> find_figure(std::string_view name) {
    for (const FigureRow& row : kLevelFigures) {
        if (row.name == name) return Figure{std::string(name), row.scale, row.read};
    }
    if (auto figure = find_failure_figure(name)) return figure;
    return find_metric_figure(name);
}

std::vector<std::string> figure_names() {
    std::vector<std::string> names;
    for (const FigureRow& row : kLevelFigures) names.emplace_back(row.name);
    for (const std::string& name : failure_names()) names.push_back("failed_" + name);
    for (const MetricRow& row : metric_rows()) {
        for (const std::string_view statistic : kCommonStatistics)
            names.push_back(fmt::format("{}_{}", row.name, statistic));
    }
    return names;
}

std::vector<std::string> figure_help() {
    std::vector<std::string> plain;
    for (const FigureRow& row : kLevelFigures) plain.emplace_back(row.name);
    std::vector<std::string> metrics;
    for (const MetricRow& row : metric_rows()) metrics.emplace_back(row.name);
    return {
        "figures: " + join(plain, ", "),
        "failed_CLASS, with CLASS one of: " + join(failure_names(), ", "),
        "METRIC_pN (e.g. gap_p99.9), METRIC_min, METRIC_max, METRIC_mean, with METRIC one of: " +
            join(metrics, ", ")};
}

}  // namespace plumbline::load
