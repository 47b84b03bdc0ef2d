#include "benchmarks/load/result/load_output.hpp"
#include "benchmarks/load/result/text/text_table.hpp"
#include "reports/reports.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::load {
namespace {

struct LatencyColumn {
    Metric metric;
    Metric sent;  ///< the same without correction; `metric` itself if there is none
    std::string_view title;
};
constexpr LatencyColumn kLatencies[] = {{Metric::kTtfb, Metric::kTtfbSent, "TTFB"},
                                        {Metric::kTtfc, Metric::kTtfcSent, "TTFC"},
                                        {Metric::kTtft, Metric::kTtftSent, "TTFT"},
                                        {Metric::kGap, Metric::kGap, "gap"},
                                        {Metric::kDuration, Metric::kDurationSent, "duration"}};

constexpr const char* kFewValues = "*";  ///< marks a percentile with too few values beyond it

/// Removes the blanks, so that the table is narrow.
std::string without_blanks(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    return text;
}

std::string percentile_text(const Level& level, Metric metric, double percent) {
    const Histogram& histogram = level.metrics[metric];
    if (histogram.empty()) return "-";
    const auto value = static_cast<double>(histogram.percentile(percent));
    return without_blanks(value_text(value, row_of(metric).unit)) +
           (histogram.reliable_percentile(percent) ? "" : kFewValues);
}

std::string optional_text(const std::optional<double>& value, std::string (*text)(double)) {
    return value ? text(*value) : "-";
}

/// A column of the first table: two heading lines and a cell for each level.
struct LevelColumn {
    std::string group;
    std::string title;
    std::string (*cell)(const Level&);
};

std::vector<LevelColumn> columns_of(const LoadResult& result) {
    std::vector<LevelColumn> columns = {
        {"", "achieved", [](const Level& level) { return digits_text(level.achieved) + "/s"; }},
        {"in flight", "mean", [](const Level& level) { return digits_text(level.in_flight_mean); }},
        {"", "peak", [](const Level& level) { return fmt::to_string(level.in_flight_peak); }},
        {"", "bytes/s", [](const Level& level) {
             return without_blanks(bytes_text(per_second(level.counts.bytes, level)));
         }}};
    const auto place = columns.end() - 1;
    if (is_measured(result, Metric::kEventBytes)) {
        columns.insert(place, {"", "events/s", [](const Level& level) {
                                   return count_text(per_second(level.counts.events, level));
                               }});
    }
    columns.push_back({"", "failed", [](const Level& level) {
                           return optional_text(failed_share(level.counts), share_text);
                       }});
    if (!result.load.goodput.empty()) {
        columns.push_back({"", "good", [](const Level& level) {
                               return optional_text(good_share(level.counts), share_text);
                           }});
    }
    columns.push_back(
        {"client", "cpu", [](const Level& level) { return digits_text(level.client.cpu); }});
    if (is_server_cpu_known(result)) {
        columns.push_back({"server", "cpu", [](const Level& level) {
                               return optional_text(level.server_cpu, digits_text);
                           }});
    }
    return columns;
}

std::string level_table(const LoadResult& result) {
    const auto columns = columns_of(result);
    TextTable table{.rows = {{""}, {"level"}}, .left_aligned = {columns.size() + 1}};
    for (const LevelColumn& column : columns) {
        table.rows[0].push_back(column.group);
        table.rows[1].push_back(column.title);
    }
    table.rows[1].emplace_back("verdict");
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const Level& level = result.levels[i];
        std::vector<std::string> row = {level_name(result, i)};
        for (const LevelColumn& column : columns) row.push_back(column.cell(level));
        row.push_back(reports::one_line(level.verdict));
        table.rows.push_back(std::move(row));
    }
    return render_text_table(table);
}

/// Two columns for each measured latency, with their headings and the function for their cells.
struct LatencyPair {
    std::string first;
    std::string second;
    std::string (*cell)(const Level&, const LatencyColumn&, bool is_second);
};

std::string latency_table(const LoadResult& result,
                          const std::vector<LatencyColumn>& latencies,
                          const LatencyPair& pair) {
    TextTable table{.rows = {{""}, {"level"}}};
    for (const LatencyColumn& each : latencies) {
        table.rows[0].insert(table.rows[0].end(), {std::string(each.title), ""});
        table.rows[1].insert(table.rows[1].end(), {pair.first, pair.second});
    }
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        std::vector<std::string> row = {level_name(result, i)};
        for (const LatencyColumn& each : latencies) {
            row.push_back(pair.cell(result.levels[i], each, false));
            row.push_back(pair.cell(result.levels[i], each, true));
        }
        table.rows.push_back(std::move(row));
    }
    return render_text_table(table);
}

std::string percentiles_section(const LoadResult& result) {
    std::vector<LatencyColumn> latencies;
    for (const LatencyColumn& each : kLatencies) {
        if (is_measured(result, each.metric)) latencies.push_back(each);
    }
    if (latencies.empty()) return "";
    const auto cell = [](const Level& level, const LatencyColumn& column, bool is_second) {
        return percentile_text(level, column.metric, is_second ? kTailPercent : kMedianPercent);
    };
    return '\n' + latency_table(result, latencies, {"p50", "p99", cell});
}

/// Returns the latencies with and without the send delay, the point of an open loop.
std::string correction_section(const LoadResult& result) {
    if (result.load.loop != "open") return "";
    std::vector<LatencyColumn> latencies;
    for (const LatencyColumn& each : kLatencies) {
        if (each.sent != each.metric && is_measured(result, each.sent)) latencies.push_back(each);
    }
    if (latencies.empty()) return "";
    const auto cell = [](const Level& level, const LatencyColumn& column, bool is_second) {
        return percentile_text(level, is_second ? column.sent : column.metric, kTailPercent);
    };
    return "\np99 measured from the due time, and uncorrected from the send time\n" +
           latency_table(result, latencies, {"due", "sent", cell});
}

/// Returns the window that gives every level enough values for a percentile of each latency, as
/// text; "" if they have them.
std::string window_needed(const LoadResult& result, double percent) {
    double longest = 0;
    for (const Level& level : result.levels) {
        for (const LatencyColumn& each : kLatencies) {
            const Histogram& histogram = level.metrics[each.metric];
            if (histogram.empty() || histogram.reliable_percentile(percent)) continue;
            const auto seconds = seconds_for_percentile(level, each.metric, percent);
            if (!seconds) return fmt::format("p{:.0f} needs a longer window", percent);
            longest = std::max(longest, *seconds);
        }
    }
    return longest > 0 ? fmt::format("p{:.0f} needs a window of {:.0f}s", percent, longest) : "";
}

/// Explains the mark of percentiles, and how long to run for those without it.
std::string few_values_section(const LoadResult& result) {
    const std::string windows = windows_needed_text(result);
    if (windows.empty()) return "";
    return fmt::format("{}: fewer than {} values beyond the percentile; {}\n",
                       kFewValues,
                       Histogram::kMinBeyond,
                       windows);
}

/// Returns the `line` of each level after the name of the level, if it is not empty.
std::string lines_per_level(const LoadResult& result, std::string (*line)(const Level&)) {
    std::string text;
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const std::string rest = line(result.levels[i]);
        if (!rest.empty()) text += fmt::format("{}: {}\n", level_name(result, i), rest);
    }
    return text;
}

std::string tokens_line(const Level& level) {
    if (level.counts.tokens == 0) return "";
    return fmt::format("{} tokens per second, {} for each request in flight",
                       count_text(per_second(level.counts.tokens, level)),
                       digits_text(tokens_per_user(level).value_or(0)));
}

std::string failed_text(const LevelCounts& counts) {
    if (counts.attempted == 0) return "no request was due in the window";
    const std::string failures = failures_text(counts);
    std::string text = fmt::format("{} of {} failed{}{}, {} incomplete",
                                   counts.failures(),
                                   counts.attempted,
                                   failures.empty() ? "" : ": ",
                                   failures,
                                   counts.incomplete);
    if (counts.not_sent > 0) text += fmt::format(" ({} of these not sent)", counts.not_sent);
    return text;
}

std::string failures_line(const Level& level) {
    const LevelCounts& counts = level.counts;
    if (counts.failures() + counts.incomplete == 0 && level.examples.empty()) return "";
    std::string text = failed_text(counts);
    for (const std::string& example : level.examples) text += "\n    " + reports::one_line(example);
    return text;
}

std::string failures_section(const LoadResult& result) {
    std::string text = lines_per_level(result, failures_line);
    LevelCounts all;
    bool is_interrupted = false;
    for (const Level& level : result.levels) {
        all.add(level.counts);
        is_interrupted = is_interrupted || level.verdict == kInterrupted;
    }
    if (all.incomplete > all.not_sent)
        text +=
            fmt::format("incomplete: not ended {}; in percentiles and maxima as at least so long\n",
                        is_interrupted ? "when the run was interrupted" : "after the drain");
    if (all.not_sent > 0)
        text += "not sent: no place was free below --max-in-flight until the window ended\n";
    if (all.in_progress > 0 && !is_interrupted)
        text += fmt::format("note: {} streams went on: give --drain at least as long as they are\n",
                            all.in_progress);
    return text;
}

std::string reconnected_line(const Level& level) {
    if (level.counts.reconnected == 0) return "";
    return fmt::format("{} reconnected: the server had closed the kept connection",
                       level.counts.reconnected);
}

std::string bound_line(const Level& level) {
    if (!level.client.bound) return "";
    return "client-bound, so the figures are those of the client: " +
           reports::one_line(level.client.bound_reason);
}

std::string growth_line(const Level& level) {
    if (level.in_flight_growth == 0 || level.is_sustained()) return "";
    std::uint64_t ended = 0;
    for (const WindowSlice& slice : level.slices) ended += slice.completed;
    return fmt::format(
        "a queue grew by at least {} requests in {} s: of {}/s due at most {}/s sustained; {}/s "
        "succeeded within the window",
        digits_text(level.in_flight_growth),
        digits_text(level.seconds),
        digits_text(level.due_rate()),
        digits_text(level.sustained_rate()),
        digits_text(per_second(ended, level)));
}

std::string saturation_section(const LoadResult& result) {
    std::string text;
    const std::string saturation = saturation_text(result);
    if (!saturation.empty()) text += reports::one_line(saturation) + '\n';
    for (const std::string& note : result.notes)
        text += fmt::format("note: {}\n", reports::one_line(note));
    return text;
}

}  // namespace

std::string windows_needed_text(const LoadResult& result) {
    std::vector<std::string> windows;
    for (const double percent : {kMedianPercent, kTailPercent}) {
        const std::string window = window_needed(result, percent);
        if (!window.empty()) windows.push_back(window);
    }
    return join(windows, ", ");
}

std::string render_summary(const LoadResult& result) {
    std::string text;
    for (const std::string& line : heading_lines(result)) text += reports::one_line(line) + '\n';
    const std::string tables = result.levels.empty()
                                   ? "no level was measured\n"
                                   : level_table(result) + percentiles_section(result) +
                                         correction_section(result) + few_values_section(result);
    for (const std::string& section : {tables,
                                       lines_per_level(result, tokens_line),
                                       failures_section(result),
                                       lines_per_level(result, reconnected_line),
                                       lines_per_level(result, bound_line),
                                       lines_per_level(result, growth_line),
                                       saturation_section(result)})
        if (!section.empty()) text += '\n' + section;
    return text;
}

}  // namespace plumbline::load
