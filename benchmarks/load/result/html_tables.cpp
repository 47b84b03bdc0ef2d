#include "benchmarks/load/result/html_tables.hpp"

#include "benchmarks/load/result/level_figures.hpp"
#include "benchmarks/load/result/text.hpp"
#include "benchmarks/load/result/units.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace plumbline::load {
namespace {

std::string settled_text(const Histogram& histogram, double percent, Unit unit) {
    const auto value = histogram.settled_percentile(percent);
    return value ? value_text(static_cast<double>(*value), unit) : "-";
}

std::string share_or_dash(const std::optional<double>& share) {
    return share ? share_text(*share) : "-";
}

struct LatencyHead {
    Metric metric;
    std::string_view title;
};
constexpr LatencyHead kLatencyHeads[] = {{Metric::kTtfb, "TTFB"},
                                         {Metric::kTtfc, "TTFC"},
                                         {Metric::kTtft, "TTFT"},
                                         {Metric::kGap, "gap"},
                                         {Metric::kDuration, "duration"}};

std::vector<LatencyHead> measured_latencies(const LoadResult& result) {
    std::vector<LatencyHead> heads;
    for (const LatencyHead& each : kLatencyHeads) {
        if (is_measured(result, each.metric)) heads.push_back(each);
    }
    return heads;
}

std::vector<std::size_t> occurring_failures(const LoadResult& result) {
    std::vector<std::size_t> classes;
    for (std::size_t i = 0; i < kFailureCount; ++i) {
        const auto has = [&](const Level& level) { return level.counts.failed[i] > 0; };
        if (std::any_of(result.levels.begin(), result.levels.end(), has)) classes.push_back(i);
    }
    return classes;
}

}  // namespace

HtmlTable levels_table(const LoadResult& result) {
    const auto latencies = measured_latencies(result);
    HtmlTable table{.caption = "A row for each level of load, in the order they were run",
                    .head = {"level", "verdict", "achieved", "in flight"}};
    for (const LatencyHead& each : latencies) {
        table.head.push_back(fmt::format("{} p50", each.title));
        table.head.push_back(fmt::format("{} p99", each.title));
    }
    for (const char* title : {"events/s", "bytes/s", "failed", "good", "client cpu", "server cpu"})
        table.head.emplace_back(title);
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const Level& level = result.levels[i];
        std::vector<std::string> row = {
            level_name(result, i),
            level.verdict,
            digits_text(level.achieved) + "/s",
            fmt::format("{} (peak {})", digits_text(level.in_flight_mean), level.in_flight_peak)};
        for (const LatencyHead& each : latencies) {
            for (const double percent : {50.0, 99.0}) {
                row.push_back(
                    settled_text(level.metrics[each.metric], percent, Unit::kNanoseconds));
            }
        }
        row.push_back(count_text(per_second(level.counts.events, level)));
        row.push_back(bytes_text(per_second(level.counts.bytes, level)));
        row.push_back(share_or_dash(failed_share(level.counts)));
        row.push_back(result.load.goodput.empty() ? "-" : share_or_dash(good_share(level.counts)));
        row.push_back(digits_text(level.client.cpu));
        row.push_back(level.server_cpu ? digits_text(*level.server_cpu) : "-");
        table.rows.push_back(std::move(row));
    }
    return table;
}

HtmlTable metrics_table(const Level& level, const std::string& name) {
    HtmlTable table{.caption = "All metrics at " + name,
                    .head = {"metric",
                             "values",
                             "least",
                             "mean",
                             "p50",
                             "p90",
                             "p95",
                             "p99",
                             "p99.9",
                             "largest",
                             "what it is"},
                    .ends_in_words = true};
    for (const MetricRow& row : metric_rows()) {
        const Histogram& histogram = level.metrics[row.metric];
        if (histogram.empty()) continue;
        const auto text = [&](std::int64_t value) {
            return value_text(static_cast<double>(value), row.unit);
        };
        std::vector<std::string> cells = {std::string(row.name),
                                          count_text(static_cast<double>(histogram.count())),
                                          text(histogram.min()),
                                          value_text(histogram.mean(), row.unit)};
        for (const double percent : {50.0, 90.0, 95.0, 99.0, 99.9})
            cells.push_back(settled_text(histogram, percent, row.unit));
        cells.push_back(text(histogram.max()));
        cells.emplace_back(row.text);
        table.rows.push_back(std::move(cells));
    }
    return table;
}

HtmlTable failures_table(const LoadResult& result) {
    const auto classes = occurring_failures(result);
    HtmlTable table{.caption = "Requests that failed, by class",
                    .head = {"level", "attempted", "failed", "incomplete"}};
    for (const std::size_t each : classes)
        table.head.emplace_back(to_text(static_cast<Failure>(each)));
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const Counts& counts = result.levels[i].counts;
        if (counts.failures() == 0 && counts.incomplete == 0) continue;
        std::vector<std::string> row = {level_name(result, i),
                                        fmt::to_string(counts.attempted),
                                        fmt::to_string(counts.failures()),
                                        fmt::to_string(counts.incomplete)};
        for (const std::size_t each : classes) row.push_back(fmt::to_string(counts.failed[each]));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<std::pair<std::string, std::string>> run_facts(const LoadResult& result) {
    std::vector<std::pair<std::string, std::string>> facts = {
        {"tool", fmt::format("plumbline-load {} ({})", result.tool_version, result.build)},
        {"started", result.started},
        {"server", result.server.empty() ? result.url : result.url + " " + result.server},
        {"workload", heading_lines(result)[1]},
        {"request body", result.workload.body.empty() ? "none" : result.workload.body},
        {"load", heading_lines(result)[2]},
        {"client", heading_lines(result)[3]},
        {"shards", fmt::to_string(result.shards)}};
    for (const auto& [name, value] : result.floors)
        facts.emplace_back("floor " + name, fmt::format("{:.6g}", value));
    return facts;
}

}  // namespace plumbline::load
