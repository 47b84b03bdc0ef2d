#include "benchmarks/load/result/figure.hpp"

#include "benchmarks/load/result/level_figures.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

namespace plumbline::load {
namespace {

Reading known(double value) {
    return {value, ""};
}
Reading counted(std::uint64_t count) {
    return known(static_cast<double>(count));
}
Reading measured(const std::optional<double>& value, std::string_view missing) {
    return value ? known(*value) : Reading{std::nullopt, std::string(missing)};
}

constexpr std::string_view kNoneEnded = "no answer came to its end";
constexpr std::string_view kNoServerCpu = "the server's cpu was not measured";

struct FigureRow {
    std::string_view name;
    Scale scale;
    Reading (*read)(const Level&);
};

Reading incomplete_share(const Level& level) {
    if (level.counts.attempted == 0) return {std::nullopt, "no request was sent"};
    return known(static_cast<double>(level.counts.incomplete) /
                 static_cast<double>(level.counts.attempted));
}

Reading zero_gap_share(const Level& level) {
    const std::uint64_t gaps = level.metrics[Metric::kGap].count();
    if (gaps == 0) return {std::nullopt, "no gap was measured"};
    return known(static_cast<double>(level.counts.gaps_of_zero) / static_cast<double>(gaps));
}

Reading goodput_rate(const Level& level) {
    const std::uint64_t successes = level.counts.successes();
    if (successes == 0) return known(0);
    return known(level.achieved * static_cast<double>(level.counts.good) /
                 static_cast<double>(successes));
}

constexpr FigureRow kPlain[] = {
    {"attempted", Scale::kCount, [](const Level& l) { return counted(l.counts.attempted); }},
    {"completed", Scale::kCount, [](const Level& l) { return counted(l.counts.completed); }},
    {"bounded", Scale::kCount, [](const Level& l) { return counted(l.counts.bounded); }},
    {"incomplete", Scale::kCount, [](const Level& l) { return counted(l.counts.incomplete); }},
    {"succeeded", Scale::kCount, [](const Level& l) { return counted(l.counts.successes()); }},
    {"failed", Scale::kCount, [](const Level& l) { return counted(l.counts.failures()); }},
    {"good", Scale::kCount, [](const Level& l) { return counted(l.counts.good); }},
    {"events", Scale::kCount, [](const Level& l) { return counted(l.counts.events); }},
    {"failed_share",
     Scale::kShare,
     [](const Level& l) { return measured(failed_share(l.counts), kNoneEnded); }},
    {"incomplete_share", Scale::kShare, incomplete_share},
    {"goodput",
     Scale::kShare,
     [](const Level& l) { return measured(good_share(l.counts), kNoneEnded); }},
    {"goodput_rate", Scale::kRate, goodput_rate},
    {"zero_gap_share", Scale::kShare, zero_gap_share},
    {"achieved", Scale::kRate, [](const Level& l) { return known(l.achieved); }},
    {"events_per_second",
     Scale::kRate,
     [](const Level& l) { return known(per_second(l.counts.events, l)); }},
    {"bytes_per_second",
     Scale::kRate,
     [](const Level& l) { return known(per_second(l.counts.bytes, l)); }},
    {"in_flight_mean", Scale::kCount, [](const Level& l) { return known(l.in_flight_mean); }},
    {"in_flight_peak", Scale::kCount, [](const Level& l) { return counted(l.in_flight_peak); }},
    {"cpu", Scale::kCores, [](const Level& l) { return known(l.client.cpu); }},
    {"waited", Scale::kShare, [](const Level& l) { return known(l.client.waited); }},
    {"loop_lag_p99",
     Scale::kTime,
     [](const Level& l) { return known(static_cast<double>(l.client.loop_lag_p99)); }},
    {"reads_per_wakeup",
     Scale::kCount,
     [](const Level& l) { return known(l.client.reads_per_wakeup); }},
    {"server_cpu",
     Scale::kCores,
     [](const Level& l) { return measured(l.server_cpu, kNoServerCpu); }},
    {"server_cpu_per_event",
     Scale::kTime,
     [](const Level& l) {
         return measured(server_cpu_per_event(l),
                         l.server_cpu ? "no event was read" : kNoServerCpu);
     }},
};

// p99.9 before p99, as both are as near to p999, which is how others write it.
constexpr std::string_view kUsualStatistics[] = {
    "p50", "p90", "p95", "p99.9", "p99", "min", "max", "mean"};

constexpr double kNoPercentile = -1;

/// Returns the percent of `p99.9`; kNoPercentile if it is none from above 0 to below 100.
double percent_of(std::string_view statistic) {
    if (statistic.size() < 2 || statistic[0] != 'p' || statistic[1] < '0' || statistic[1] > '9')
        return kNoPercentile;
    const char* const end = statistic.data() + statistic.size();
    double percent = 0;
    const auto read = std::from_chars(statistic.data() + 1, end, percent, std::chars_format::fixed);
    const bool is_whole = read.ec == std::errc() && read.ptr == end;
    return is_whole && percent > 0 && percent < 100 ? percent : kNoPercentile;
}

Scale scale_of(Unit unit) {
    switch (unit) {
        case Unit::kNanoseconds:
            return Scale::kTime;
        case Unit::kMillihertz:
            return Scale::kRate;
        case Unit::kCount:
        case Unit::kBytes:
            break;
    }
    return Scale::kCount;
}

std::optional<double> statistic_of(const Histogram& histogram,
                                   std::string_view statistic,
                                   double percent) {
    if (statistic == "min") return static_cast<double>(histogram.min());
    if (statistic == "max") return static_cast<double>(histogram.max());
    if (statistic == "mean") return histogram.mean();
    const auto value = histogram.settled_percentile(percent);
    if (!value) return std::nullopt;
    return static_cast<double>(*value);
}

Reading read_metric(const Level& level,
                    const MetricRow& row,
                    const std::string& statistic,
                    double percent) {
    const Histogram& histogram = level.metrics[row.metric];
    if (histogram.empty()) return {std::nullopt, fmt::format("no {} was measured", row.name)};
    const auto value = statistic_of(histogram, statistic, percent);
    if (!value) {
        return {std::nullopt,
                fmt::format("not enough samples: of {} values fewer than {} lie beyond {}",
                            histogram.count(),
                            Histogram::kBeyond,
                            statistic)};
    }
    return known(row.unit == Unit::kMillihertz ? *value / 1000 : *value);
}

std::optional<Figure> find_metric_figure(std::string_view name) {
    const std::size_t cut = name.rfind('_');
    if (cut == std::string_view::npos) return std::nullopt;
    const auto metric = parse_metric(name.substr(0, cut));
    const std::string statistic(name.substr(cut + 1));
    const double percent = percent_of(statistic);
    const bool is_other = statistic == "min" || statistic == "max" || statistic == "mean";
    if (!metric || (percent == kNoPercentile && !is_other)) return std::nullopt;
    const MetricRow row = row_of(*metric);
    return Figure{
        std::string(name), scale_of(row.unit), [row, statistic, percent](const Level& level) {
            return read_metric(level, row, statistic, percent);
        }};
}

std::optional<Figure> find_failure_figure(std::string_view name) {
    constexpr std::string_view kBegin = "failed_";
    if (!name.starts_with(kBegin)) return std::nullopt;
    const auto failure = parse_failure(name.substr(kBegin.size()));
    if (!failure) return std::nullopt;
    const auto index = static_cast<std::size_t>(*failure);
    return Figure{std::string(name), Scale::kCount, [index](const Level& level) {
                      return counted(level.counts.failed[index]);
                  }};
}

std::vector<std::string> failure_names() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kFailureCount; ++i)
        names.emplace_back(to_text(static_cast<Failure>(i)));
    return names;
}

}  // namespace

std::optional<Figure> find_figure(std::string_view name) {
    for (const FigureRow& row : kPlain) {
        if (row.name == name) return Figure{std::string(name), row.scale, row.read};
    }
    if (auto figure = find_failure_figure(name)) return figure;
    return find_metric_figure(name);
}

std::vector<std::string> figure_names() {
    std::vector<std::string> names;
    for (const FigureRow& row : kPlain) names.emplace_back(row.name);
    for (const std::string& name : failure_names()) names.push_back("failed_" + name);
    for (const MetricRow& row : metric_rows()) {
        for (const std::string_view statistic : kUsualStatistics)
            names.push_back(fmt::format("{}_{}", row.name, statistic));
    }
    return names;
}

std::vector<std::string> figure_help() {
    std::vector<std::string> plain;
    for (const FigureRow& row : kPlain) plain.emplace_back(row.name);
    std::vector<std::string> metrics;
    for (const MetricRow& row : metric_rows()) metrics.emplace_back(row.name);
    return {"figures: " + join(plain, ", "),
            "failed_CLASS with CLASS of: " + join(failure_names(), ", "),
            "METRIC_pN as in gap_p99.9, METRIC_min, METRIC_max, METRIC_mean with METRIC of: " +
                join(metrics, ", ")};
}

}  // namespace plumbline::load
