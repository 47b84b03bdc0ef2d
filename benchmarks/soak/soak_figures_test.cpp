#include "benchmarks/soak/soak_figures.hpp"

#include <gmock/gmock.h>

namespace plumbline::soak {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kMillisecondInNs = 1'000'000;
constexpr double kMaxRestP99Ms = 100;

SoakFigures good_figures() {
    SoakFigures figures;
    figures.streams.counts.attempted = figures.streams.counts.completed = 100;
    figures.rest.latency.record(kMillisecondInNs, 100);
    figures.trend = {{50, 1'000}, {50, 1'000}};
    figures.descriptors_before = figures.descriptors_after = 20;
    return figures;
}

TEST(ViolatedBounds, AreEmptyForGoodFigures) {
    EXPECT_THAT(violated_bounds(good_figures(), kMaxRestP99Ms), IsEmpty());
}

TEST(ViolatedBounds, HaveFailedStreamsWithAnExample) {
    SoakFigures figures = good_figures();
    figures.streams.counts.failed[static_cast<std::size_t>(load::FailureClass::kContract)] = 2;
    figures.streams.examples = {"contract: event 3"};
    EXPECT_THAT(violated_bounds(figures, kMaxRestP99Ms),
                ElementsAre("2 streams failed: contract: event 3"));
}

TEST(ViolatedBounds, HaveStreamsThatDidNotEnd) {
    SoakFigures figures = good_figures();
    figures.streams.counts.incomplete = 1;
    figures.streams.counts.bounded = 2;
    EXPECT_THAT(violated_bounds(figures, kMaxRestP99Ms), ElementsAre("3 streams did not end"));
}

TEST(ViolatedBounds, HaveGrowthOfMemoryAndDescriptors) {
    SoakFigures figures = good_figures();
    figures.trend.second = {60, 1'500};
    EXPECT_THAT(violated_bounds(figures, kMaxRestP99Ms),
                ElementsAre(HasSubstr("memory of the mock grew from 50.0 to 60.0 MB"),
                            HasSubstr("descriptors of the mock grew from 1000 to 1500")));
}

TEST(ViolatedBounds, HaveDescriptorsThatAreLeft) {
    SoakFigures figures = good_figures();
    figures.descriptors_after = 21;
    EXPECT_THAT(violated_bounds(figures, kMaxRestP99Ms), ElementsAre(HasSubstr("21 descriptors")));
}

TEST(ViolatedBounds, HaveASlowPercentile) {
    SoakFigures figures = good_figures();
    figures.rest.latency.record(101 * kMillisecondInNs, 2);
    EXPECT_THAT(violated_bounds(figures, kMaxRestP99Ms), ElementsAre(HasSubstr("REST p99")));
}

TEST(ViolatedBounds, IgnoreTimeAndOpenConnectionsBesideOtherPrograms) {
    SoakFigures figures = good_figures();
    figures.rest.latency.record(101 * kMillisecondInNs, 2);
    figures.trend.second = {60, 1'500};
    figures.other_cores = 1;
    EXPECT_THAT(violated_bounds(figures, kMaxRestP99Ms), ElementsAre(HasSubstr("memory")));
}

TEST(ViolatedBounds, HaveAnythingThatWasNotMeasured) {
    EXPECT_THAT(violated_bounds({}, kMaxRestP99Ms),
                ElementsAre("no stream was complete", "no REST call was made"));
}

TEST(ViolatedBounds, HaveFailedConnectionsAndCallsAndTheEndOfTheMock) {
    SoakFigures figures = good_figures();
    figures.connections.failed = 1;
    figures.connections.failure = "refused";
    figures.rest.failed = 1;
    figures.rest.failure = "GET /x: expected 200, got 500";
    figures.mock_end = "the mock ended";
    EXPECT_THAT(violated_bounds(figures, kMaxRestP99Ms),
                ElementsAre("the mock ended",
                            "1 connections failed: refused",
                            "1 REST calls failed: GET /x: expected 200, got 500"));
}

TEST(ViolatedBounds, IgnoreAShortageOfPorts) {
    SoakFigures figures = good_figures();
    figures.connections.port_shortage = 5;
    EXPECT_THAT(violated_bounds(figures, kMaxRestP99Ms), IsEmpty());
    EXPECT_THAT(figures_text(figures), HasSubstr("5 not tried for lack of ports"));
}

}  // namespace
}  // namespace plumbline::soak
