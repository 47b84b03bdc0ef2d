#include "benchmarks/load/result/load_output.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Returns the content of the script element with an id.
std::string script_of(const std::string& page, const std::string& id) {
    const std::string begin = "id=\"" + id + "\">";
    const std::size_t at = page.find(begin) + begin.size();
    return page.substr(at, page.find("</script>", at) - at);
}

TEST(Page, ContainsTheJsonOfTheResult) {
    EXPECT_EQ(json_of(script_of(render_html(sample_result()), "result")), to_json(sample_result()));
}

TEST(Page, ContainsTheNamesInTheirOrder) {
    EXPECT_THAT(script_of(render_html(small_result()), "names"),
                AllOf(HasSubstr(R"("failures":["connect","status","content_type")"),
                      HasSubstr(R"({"name":"ttfb","text":"time to the first byte of the)")));
}

TEST(Page, ContainsTheTextsOfTheHeadingAndTheSaturation) {
    LoadResult result = small_result();
    result.load.stages = "10s:5/s";
    result.saturation = Saturation{5, "no more", true};
    const Json runs = json_of(script_of(render_html(result), "runs"));
    const std::vector<std::string> lines = heading_lines(result);
    EXPECT_EQ(runs,
              Json::array({{{"workload", lines[1]},
                            {"load", lines[2]},
                            {"client", lines[3]},
                            {"saturation", saturation_text(result)},
                            {"windows_needed", windows_needed_text(result)}}}));
}

TEST(Page, HasAllPartsOfTheTemplate) {
    EXPECT_THAT(render_html(small_result()),
                AllOf(StartsWith("<!DOCTYPE html>"),
                      HasSubstr("@media (prefers-color-scheme: dark)"),
                      HasSubstr("class Histogram"),
                      HasSubstr("function drawPlot"),
                      HasSubstr("function loadCharts"),
                      HasSubstr("function levelCharts"),
                      HasSubstr("function timeCharts"),
                      HasSubstr("function windowSection"),
                      HasSubstr("function verdictWarnings"),
                      HasSubstr("function levelTables"),
                      HasSubstr("function comparisonSections"),
                      HasSubstr("\ndrawPage();\n"),
                      Not(HasSubstr("{{")),
                      EndsWith("</html>\n")));
}

TEST(Page, RequiresNoNetwork) {
    EXPECT_THAT(render_html(small_result()),
                AllOf(HasSubstr("content=\"default-src 'none'; style-src 'unsafe-inline'; "
                                "script-src 'unsafe-inline'\""),
                      Not(HasSubstr("<link")),
                      Not(HasSubstr("src=")),
                      Not(HasSubstr("href=")),
                      Not(HasSubstr("url("))));
}

TEST(Page, EscapesAllTextsOfTheResult) {
    const std::string unsafe = "</script><!--<script>{{names}}\"'&\x01\xFF";
    LoadResult result = small_result();
    result.tool_version = result.build = result.started = result.url = result.server = unsafe;
    result.host = {unsafe, 1, unsafe, unsafe};
    result.workload = {"stream", unsafe, unsafe, {unsafe}, unsafe};
    result.load.arrival = result.load.goodput = unsafe;
    result.saturation = Saturation{1, unsafe, true};
    result.baselines = {{unsafe, 1}};
    result.notes = {unsafe};
    for (Level& level : result.levels) {
        level.verdict = unsafe;
        level.examples = {unsafe};
        level.client.bound = true;
        level.client.bound_reason = unsafe;
    }
    const std::string page = render_html(result);
    const std::string json = script_of(page, "result");
    EXPECT_THAT(json, AllOf(Not(HasSubstr("<")), HasSubstr("\\u003c/script>\\u003c!--")));
    EXPECT_EQ(json_of(json), json_of(render_json(result)));
    EXPECT_THAT(page, Not(HasSubstr("\x01")));
    EXPECT_THAT(page, Not(HasSubstr("\xFF")));
}

TEST(ComparisonPage, ContainsBothResultsAndTheChanges) {
    LoadResult b = small_result(2);
    b.notes = {"</script>"};
    const auto comparison = compare(small_result(1), b);
    ASSERT_THAT(comparison, IsOk());
    const std::string page = render_comparison_html(*comparison, small_result(1), b);
    EXPECT_EQ(json_of(script_of(page, "result")), to_json(small_result(1)));
    EXPECT_EQ(json_of(script_of(page, "other")), to_json(b));
    const Json runs = json_of(script_of(page, "runs"));
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs.at(1).at("load"), heading_lines(b)[2]);
    const Json changes = json_of(script_of(page, "comparison"));
    const Json& figures = changes.at("levels").at(0).at("figures");
    ASSERT_EQ(figures.size(), comparison->levels.at(0).figures.size());
    EXPECT_EQ(figures.at(0).at("name"), "achieved");
    EXPECT_EQ(figures.at(0).at("verdict"), "undecided");
    EXPECT_EQ(figures.at(0).at("why"), "the change may be noise");
    EXPECT_EQ(figures.at(0).at("change").at("value"), 0);
}

TEST(ComparisonPage, IsAbsentFromThePageOfOneResult) {
    const std::string page = render_html(small_result());
    EXPECT_EQ(script_of(page, "comparison"), "null");
    EXPECT_EQ(script_of(page, "other"), "null");
}

}  // namespace
}  // namespace plumbline::load
