#include "benchmarks/load/result/html.hpp"

#include "benchmarks/load/result/charts.hpp"
#include "benchmarks/load/result/html_tables.hpp"
#include "benchmarks/load/result/markup.hpp"
#include "benchmarks/load/result/text.hpp"
#include "benchmarks/load/result/units.hpp"
#include "reports/xml.hpp"

#include <fmt/format.h>

namespace plumbline::load {
namespace {

std::string head(const std::string& title) {
    // The policy lets nothing in but the style below, whatever a text from outside might hold.
    return "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
           "<meta charset=\"utf-8\"/>\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
           "<meta http-equiv=\"Content-Security-Policy\" "
           "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n" +
           html_element("title", title) + "<style>\n" + std::string(page_style()) +
           "</style>\n</head>\n<body>\n";
}

std::string list_of(std::string_view style, const std::vector<std::string>& items) {
    std::string html = fmt::format("<ul class=\"{}\">\n", style);
    for (const std::string& item : items) html += html_element("li", item);
    return html + "</ul>\n";
}

/// What somebody wants to know who reads no further.
std::string findings_section(const LoadResult& result) {
    std::vector<std::string> findings;
    const std::string saturation = saturation_text(result);
    if (!saturation.empty()) findings.push_back(saturation);
    std::uint64_t attempted = 0;
    std::uint64_t failed = 0;
    for (const Level& level : result.levels) {
        attempted += level.counts.attempted;
        failed += level.counts.failures();
    }
    findings.push_back(fmt::format("{} levels, {} requests, {} of them failed",
                                   result.levels.size(),
                                   count_text(static_cast<double>(attempted)),
                                   count_text(static_cast<double>(failed))));
    for (const std::string& note : result.notes) findings.push_back(note);
    return list_of("findings", findings);
}

std::string bound_warnings(const LoadResult& result) {
    std::string html;
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const ClientHealth& client = result.levels[i].client;
        if (!client.bound) continue;
        html += fmt::format(
            "<p class=\"warn\">{}</p>\n",
            reports::xml_text(fmt::format(
                "{}: the client was the bound ({}). Its figures are the client's, not the "
                "server's; in the plots its marks are hollow and its lines dashed.",
                level_name(result, i),
                client.why.empty() ? "no reason given" : client.why)));
    }
    return html;
}

std::string chart_figure(const Chart& chart) {
    std::string html = "<figure>\n<figcaption>" + html_element("h3", chart.title) +
                       html_element("p", chart.text) + "</figcaption>\n";
    if (!chart.svg.empty()) {
        html += chart.svg + chart.legend;
        html += html_details("The figures of this plot", html_table(chart.data));
    }
    return html + "</figure>\n";
}

std::string chart_section(std::string_view title, const std::vector<Chart>& charts) {
    if (charts.empty()) return "";
    std::string html = html_element("h2", title) + "<div class=\"plots\">\n";
    for (const Chart& chart : charts) html += chart_figure(chart);
    return html + "</div>\n";
}

std::string metrics_section(const LoadResult& result) {
    std::string html = html_element("h2", "All metrics");
    html +=
        html_element("p",
                     fmt::format("Each level has the unit of each metric and how many values it "
                                 "has. A percentile with fewer than {} values beyond it is "
                                 "left out.",
                                 Histogram::kBeyond));
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const std::string name = level_name(result, i);
        html += html_details(name, html_table(metrics_table(result.levels[i], name)));
    }
    return html;
}

std::string failures_section_of(const LoadResult& result) {
    HtmlTable table = failures_table(result);
    std::string html = html_element("h2", "Failures");
    if (table.rows.empty()) return html + html_element("p", "No request failed.");
    html += html_table(table);
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        if (result.levels[i].examples.empty()) continue;
        html += html_element("h3", "Examples at " + level_name(result, i));
        for (const std::string& example : result.levels[i].examples)
            html += html_element("pre", example);
    }
    return html;
}

std::string run_section(const LoadResult& result) {
    std::string html = html_element("h2", "What was run") + "<dl>\n";
    for (const auto& [name, value] : run_facts(result)) {
        html += html_element("dt", name);
        html += html_element("dd", value);
    }
    return html + "</dl>\n";
}

}  // namespace

std::string render_html(const LoadResult& result) {
    const std::string title = fmt::format("Load on {}", result.workload.operation);
    std::string html = head(title);
    html += "<header>\n" + html_element("h1", title);
    html += fmt::format("<p class=\"lead\">{}</p>\n</header>\n<main>\n",
                        reports::xml_text(fmt::format("{}, {}", result.url, result.started)));
    html += findings_section(result) + bound_warnings(result);
    if (result.levels.empty()) {
        html += html_element("p", "Nothing was measured.");
    } else {
        html += html_element("h2", "Levels") + html_table(levels_table(result));
        html += chart_section("Over the load", rate_charts(result));
        html += chart_section("Percentiles", percentile_charts(result));
        html += chart_section("Over time", time_charts(result));
        html += metrics_section(result) + failures_section_of(result);
    }
    return html + run_section(result) + "</main>\n</body>\n</html>\n";
}

}  // namespace plumbline::load
