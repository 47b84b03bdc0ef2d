#include "benchmarks/load/result/html.hpp"

#include "benchmarks/load/result/approved_fixture.hpp"
#include "benchmarks/load/result/charts.hpp"
#include "benchmarks/load/result/html_tables.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"

#include <gmock/gmock.h>

#include <set>

namespace plumbline::load {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using testing::SizeIs;

/// Says where a page is no well-formed XML: "" if it is. Knows what our pages are made of.
std::string xml_problem(std::string_view page) {
    std::vector<std::string> open;
    std::size_t at = page.find("<html");
    while (at != std::string_view::npos) {
        const std::size_t end = page.find('>', at);
        if (end == std::string_view::npos) return "a tag that does not end";
        const std::string_view tag = page.substr(at + 1, end - at - 1);
        const std::string name(tag.substr(0, tag.find_first_of(" /", 1)));
        if (tag.starts_with('/')) {
            if (open.empty() || '/' + open.back() != name) return std::string(tag);
            open.pop_back();
        } else if (!tag.ends_with('/')) {
            open.push_back(name);
        }
        at = page.find('<', end);
    }
    return open.empty() ? "" : open.back();
}

std::vector<std::string> ids_of(std::string_view page) {
    std::vector<std::string> ids;
    constexpr std::string_view kId = " id=\"";
    for (std::size_t at = page.find(kId); at != std::string_view::npos;
         at = page.find(kId, at + 1)) {
        const std::size_t begin = at + kId.size();
        ids.emplace_back(page.substr(begin, page.find('"', begin) - begin));
    }
    return ids;
}

std::vector<std::string> titles_of(const std::vector<Chart>& charts) {
    std::vector<std::string> titles;
    for (const Chart& chart : charts)
        titles.push_back((chart.svg.empty() ? "no " : "") + chart.title);
    return titles;
}

/// Three levels of the sample: one that went well, one saturated, one bound by the client.
LoadResult short_sample() {
    LoadResult result = sample_result();
    result.levels = {
        sample_result().levels[1], sample_result().levels[6], sample_result().levels[7]};
    return result;
}

LoadResult plain_requests() {
    LoadResult result = sample_frame();
    result.workload = {"rest", "listRuns", "/runs", {}, ""};
    result.load.loop = "closed";
    for (const double target : {1.0, 16.0}) {
        Level level{.target = target, .achieved = 900, .seconds = 10};
        level.counts = {.attempted = 9000, .completed = 9000};
        level.metrics[Metric::kDuration].record(1'700'000, 9000);
        result.levels.push_back(level);
    }
    return result;
}

TEST(Page, HasNotChanged) {
    EXPECT_THAT(render_html(short_sample()), IsApproved(__FILE__, "page.html"));
}

TEST(Page, IsWellFormed) {
    EXPECT_EQ(xml_problem(render_html(short_sample())), "");
    EXPECT_EQ(xml_problem(render_html(plain_requests())), "");
    EXPECT_EQ(xml_problem(render_html(sample_frame())), "");
    EXPECT_NE(xml_problem("<html><p></html>"), "");
}

TEST(Page, HasEachIdOnce) {
    const auto ids = ids_of(render_html(short_sample()));
    EXPECT_THAT(ids, Not(IsEmpty()));
    EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
}

TEST(Page, NeedsNoNetworkAndNoScript) {
    const std::string page = render_html(short_sample());
    EXPECT_THAT(page,
                AllOf(HasSubstr("content=\"default-src 'none'; style-src 'unsafe-inline'\""),
                      Not(HasSubstr("<script")),
                      Not(HasSubstr("<link")),
                      Not(HasSubstr("src=")),
                      Not(HasSubstr("href=")),
                      Not(HasSubstr("url("))));
}

TEST(Page, EscapesAllThatComesFromOutside) {
    const std::string evil = "</style><script>\"'&\x01\xFF";
    LoadResult result = short_sample();
    result.tool_version = result.build = result.started = result.url = result.server = evil;
    result.host = {evil, 1, evil, evil};
    result.workload = {"stream", evil, evil, {evil}, evil};
    result.load.arrival = result.load.goodput = evil;
    result.saturation = Saturation{1, evil, true};
    result.floors = {{evil, 1}};
    result.notes = {evil};
    for (Level& level : result.levels) {
        level.verdict = evil;
        level.examples = {evil};
        level.client.bound = true;
        level.client.why = evil;
    }
    const std::string page = render_html(result);
    EXPECT_EQ(xml_problem(page), "");
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(page, Not(HasSubstr("\x01")));
    EXPECT_THAT(page, Not(HasSubstr("\xFF")));
    EXPECT_THAT(page, HasSubstr("&lt;/style&gt;&lt;script&gt;"));
}

TEST(Page, WarnsOfLevelsThatTheClientBound) {
    EXPECT_THAT(render_html(short_sample()),
                AllOf(HasSubstr("<p class=\"warn\">1000/s: the client was the bound (client cpu "
                                "0.97 &gt; 0.90)."),
                      HasSubstr("class=\"mark c0 hollow\"")));
}

TEST(Page, SaysThatNothingWasMeasured) {
    EXPECT_THAT(render_html(sample_frame()), HasSubstr("<p>Nothing was measured.</p>"));
}

TEST(Page, SaysThatNothingFailed) {
    EXPECT_THAT(render_html(plain_requests()), HasSubstr("<p>No request failed.</p>"));
}

TEST(Page, FollowsTheReadersColours) {
    EXPECT_THAT(std::string(page_style()), HasSubstr("@media (prefers-color-scheme: dark)"));
}

TEST(Charts, OfAStreamInAnOpenLoopAreAll) {
    EXPECT_THAT(titles_of(rate_charts(sample_result())),
                ElementsAre("Throughput",
                            "Time to first token",
                            "Gap between events",
                            "Corrected and uncorrected latency",
                            "CPU"));
    EXPECT_THAT(titles_of(percentile_charts(sample_result())), SizeIs(4));
    EXPECT_THAT(
        titles_of(time_charts(sample_result())),
        ElementsAre("Events over time", "Gaps over time at 400/s", "Gaps over time at 600/s"));
}

TEST(Charts, OfPlainRequestsInAClosedLoopAreFewer) {
    EXPECT_THAT(
        titles_of(rate_charts(plain_requests())),
        ElementsAre("Throughput", "Duration", "no Corrected and uncorrected latency", "CPU"));
    EXPECT_THAT(titles_of(percentile_charts(plain_requests())),
                ElementsAre("Percentiles of the duration"));
    EXPECT_THAT(time_charts(plain_requests()), IsEmpty());
}

TEST(Charts, SayWhyAPlotIsMissing) {
    LoadResult result = short_sample();
    for (Level& level : result.levels) {
        level.metrics = {};
        level.slices.clear();
    }
    EXPECT_THAT(rate_charts(result)[1].text, HasSubstr("No plot: no level has enough successes"));
    EXPECT_THAT(time_charts(result)[0].text, HasSubstr("No plot: the result has no events"));
    EXPECT_THAT(rate_charts(plain_requests())[2].text, HasSubstr("No plot: in a closed loop"));
}

TEST(Charts, ShowTheFirstChunkWhereThereAreNoTokens) {
    LoadResult result = short_sample();
    for (Level& level : result.levels) level.metrics[Metric::kTtft] = {};
    EXPECT_EQ(rate_charts(result)[1].title, "Time to first chunk");
    EXPECT_THAT(rate_charts(result)[1].text, HasSubstr("No tokens were read"));
}

TEST(Charts, HaveTheirFiguresInATable) {
    const HtmlTable data = rate_charts(sample_result())[0].data;
    EXPECT_THAT(data.head, ElementsAre("level", "succeeded", "good: ttft <= 100ms"));
    EXPECT_THAT(data.rows, Contains(ElementsAre("200/s run 2", "200", "199")));
    EXPECT_THAT(data.rows.back(), Contains("1000/s (client-bound)"));
}

TEST(Charts, ShowAtMostSixLines) {
    LoadResult result = sample_frame();
    for (int i = 1; i < 12; ++i)
        result.levels.push_back(SampleLevel(i, 450, static_cast<std::uint64_t>(i)).play());
    for (const Chart& chart : percentile_charts(result))
        EXPECT_THAT(chart.data.rows, SizeIs(kMostLines));
    EXPECT_THAT(time_charts(result)[0].data.head, SizeIs(1 + kMostLines));
}

TEST(Charts, PutSlicesTogetherWhereTheyAreMany) {
    LoadResult result = small_result();
    for (Level& level : result.levels) {
        const std::vector<Slice> slices = level.slices;
        for (int i = 1; i < 10; ++i)
            level.slices.insert(level.slices.end(), slices.begin(), slices.end());
        for (std::size_t i = 0; i < level.slices.size(); ++i)
            level.slices[i].second = static_cast<double>(i) / 20;
    }
    EXPECT_THAT(time_charts(result)[0].data.rows, SizeIs(50));
    EXPECT_THAT(time_charts(result)[0].data.rows[1], Contains("0.2 s"));
}

TEST(MetricsTable, HasARowForEachMetricWithValues) {
    const HtmlTable table = metrics_table(plain_requests().levels[0], "x");
    EXPECT_THAT(table.rows,
                ElementsAre(ElementsAre("duration",
                                        "9k",
                                        "1.7 ms",
                                        "1.7 ms",
                                        "1.7 ms",
                                        "1.7 ms",
                                        "1.7 ms",
                                        "1.7 ms",
                                        "-",
                                        "1.7 ms",
                                        "time to the end of the answer")));
}

TEST(FailuresTable, HasAColumnForEachClassThatOccurred) {
    LoadResult result = plain_requests();
    EXPECT_THAT(failures_table(result).rows, IsEmpty());
    result.levels[1].counts.failed[static_cast<std::size_t>(Failure::kJson)] = 7;
    result.levels[1].counts.incomplete = 2;
    EXPECT_THAT(failures_table(result).head,
                ElementsAre("level", "attempted", "failed", "incomplete", "json"));
    EXPECT_THAT(failures_table(result).rows,
                ElementsAre(ElementsAre("16 in flight", "9000", "7", "2", "7")));
}

TEST(LevelsTable, HasAsManyCellsAsHeadings) {
    const HtmlTable table = levels_table(sample_result());
    EXPECT_THAT(table.rows, SizeIs(8));
    EXPECT_THAT(table.rows, Each(SizeIs(table.head.size())));
}

TEST(RunFacts, HoldTheFloors) {
    EXPECT_THAT(run_facts(sample_result()), Contains(Pair("floor writer_cpu_us_per_event", "8.4")));
}

}  // namespace
}  // namespace plumbline::load
