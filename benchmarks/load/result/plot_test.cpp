#include "benchmarks/load/result/plot.hpp"

#include "benchmarks/load/result/frame.hpp"
#include "benchmarks/load/result/heat_map.hpp"
#include "benchmarks/load/result/units.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Plot small_plot() {
    Plot plot{.id = "p", .title = "T & t", .description = "<d>"};
    plot.x = linear_axis("rate", 10, count_text);
    plot.y = linear_axis("s/s", 10, count_text);
    plot.series = {{.name = "a < b",
                    .color = "c0",
                    .mark = Mark::kSquare,
                    .line = {{0, 0}, {10, 10}},
                    .marks = {{0, 0}, {10, 10, true}}}};
    return plot;
}

TEST(Coordinate, HasOneDecimalAtMost) {
    EXPECT_EQ(coordinate(3), "3");
    EXPECT_EQ(coordinate(3.26), "3.3");
    EXPECT_EQ(coordinate(-0.01), "-0");
}

TEST(Plot, TellsScreenReadersWhatItIs) {
    EXPECT_THAT(render_plot(small_plot()),
                AllOf(StartsWith("<svg viewBox=\"0 0 480 300\" role=\"img\" "
                                 "aria-labelledby=\"p-t p-d\">"),
                      HasSubstr("<title id=\"p-t\">T &amp; t</title>"),
                      HasSubstr("<desc id=\"p-d\">&lt;d&gt;</desc>")));
}

TEST(Plot, DrawsLinesFromCornerToCorner) {
    EXPECT_THAT(render_plot(small_plot()),
                HasSubstr("<path class=\"line c0\" d=\"M62 254L462 28\"/>"));
}

TEST(Plot, DrawsHollowMarksApart) {
    EXPECT_THAT(render_plot(small_plot()),
                AllOf(HasSubstr("<path class=\"mark c0\" d=\"M58.5 250.5h7v7h-7z\"/>"),
                      HasSubstr("<path class=\"mark c0 hollow\" d=\"M458.5 24.5h7v7h-7z\"/>")));
}

TEST(Plot, DashesALineIfAsked) {
    Plot plot = small_plot();
    plot.series[0].is_dashed = true;
    EXPECT_THAT(render_plot(plot), HasSubstr("class=\"line c0 dashed\""));
}

TEST(Plot, DrawsNoLineThroughOnePoint) {
    Plot plot = small_plot();
    plot.series[0].line.resize(1);
    EXPECT_THAT(render_plot(plot), Not(HasSubstr("class=\"line")));
}

TEST(Plot, LabelsItsTicks) {
    EXPECT_THAT(render_plot(small_plot()),
                AllOf(HasSubstr("<text class=\"mid\" x=\"62\" y=\"271\">0</text>"),
                      HasSubstr("<text class=\"end\" x=\"56\" y=\"32\">10</text>"),
                      HasSubstr(">rate</text>"),
                      HasSubstr(">s/s</text>")));
}

TEST(Plot, HasAShapeForEachMark) {
    for (const Mark mark : {Mark::kCircle, Mark::kSquare, Mark::kTriangle, Mark::kDiamond}) {
        Plot plot = small_plot();
        plot.series[0].mark = mark;
        EXPECT_THAT(render_plot(plot), HasSubstr("class=\"mark c0\" d=\"M"));
    }
}

TEST(Legend, ShowsLineMarkAndName) {
    EXPECT_THAT(render_legend(small_plot().series),
                AllOf(HasSubstr("<path class=\"line c0\" d=\"M1 6H27\"/>"),
                      HasSubstr("<path class=\"mark c0\" d=\"M10.5 2.5h7v7h-7z\"/>"),
                      HasSubstr("</svg>a &lt; b</li>")));
}

HeatMap small_map() {
    HeatMap map{.id = "h", .title = "t", .description = "d"};
    map.x = linear_axis("s", 2, count_text);
    map.y = {.label = "gap", .high = 2};
    map.columns = {{1, 0}, {0, 128}};
    return map;
}

TEST(HeatMap, ShadesCellsByTheLogarithmOfTheirCount) {
    const std::string svg = render_heat_map(small_map());
    EXPECT_THAT(svg,
                AllOf(HasSubstr("<path class=\"h0\" d=\"M62 141H262V254H62z\"/>"),
                      HasSubstr("<path class=\"h6\" d=\"M262 28H462V141H262z\"/>"),
                      Not(HasSubstr("class=\"h1\""))));
}

TEST(HeatMap, OfSingleCountsHasOneShade) {
    HeatMap map = small_map();
    map.columns = {{1, 0}};
    EXPECT_THAT(render_heat_map(map), HasSubstr("class=\"h6\""));
    EXPECT_THAT(render_heat_map(map), Not(HasSubstr("class=\"h0\"")));
}

TEST(Shades, SayFromWhichCountTheyAre) {
    const std::string legend = render_shades(small_map());
    EXPECT_THAT(legend,
                AllOf(HasSubstr("class=\"h0\" d=\"M1 1H27V11H1z\"/></svg>from 1</li>"),
                      HasSubstr("from 2<"),
                      HasSubstr("from 64<"),
                      Not(HasSubstr("from 128<"))));
}

}  // namespace
}  // namespace plumbline::load
