#include "benchmarks/load/result/level_figures.hpp"

#include "benchmarks/load/result/sample_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::ElementsAre;
using testing::Field;

TEST(SameTarget, IgnoresTheLastDigitsOfASum) {
    EXPECT_TRUE(is_same_target(0.1 + 0.2, 0.3));
    EXPECT_TRUE(is_same_target(0, 0));
    EXPECT_FALSE(is_same_target(100, 100.1));
    EXPECT_FALSE(is_same_target(0, 1));
}

TEST(Shares, AreRelativeToTheResponsesThatEnded) {
    LevelCounts counts{.attempted = 20, .completed = 5, .bounded = 1, .incomplete = 10};
    EXPECT_EQ(failed_share(LevelCounts{}), std::nullopt);
    EXPECT_EQ(good_share(LevelCounts{.attempted = 1, .incomplete = 1}), std::nullopt);
    counts.failed[0] = 4;
    counts.good = 3;
    EXPECT_EQ(failed_share(counts), 0.4);
    EXPECT_EQ(good_share(counts), 0.3);
    counts.late = 5;
    EXPECT_EQ(failed_share(counts), 0.4);
    EXPECT_EQ(good_share(counts), 0.2) << "incomplete, but already too late";
}

TEST(SecondsForPercentile, ScaleTheWindowToTenValuesBeyondIt) {
    Level level{.seconds = 10};
    level.counts.attempted = 5;
    level.metrics[Metric::kTtfc].record(1, 5);
    EXPECT_EQ(seconds_for_percentile(level, Metric::kTtfc, 50), 40);
    EXPECT_EQ(seconds_for_percentile(level, Metric::kTtfc, 99), 2'000);
}

TEST(SecondsForPercentile, AreThoseOfTheRequestsThatWereDueInTheWindow) {
    Level level{.seconds = 4};
    level.counts = {.attempted = 14, .carried_in = 6};
    level.metrics[Metric::kDuration].record(1, 14);
    level.metrics[Metric::kFailedDuration].record(1, 7);
    level.metrics[Metric::kGap].record(1, 400);
    EXPECT_EQ(seconds_for_percentile(level, Metric::kDuration, 50), 7) << "6 + 7 x 2";
    EXPECT_EQ(seconds_for_percentile(level, Metric::kDuration, 99), 497) << "6 + 497 x 2";
    EXPECT_EQ(seconds_for_percentile(level, Metric::kFailedDuration, 50), 17) << "3 + 17 x 1";
    EXPECT_EQ(seconds_for_percentile(level, Metric::kGap, 99), 10) << "grow with the window";
}

TEST(SecondsForPercentile, AreUnknownIfNoRequestWasDueInTheWindow) {
    Level level{.seconds = 4};
    level.counts = {.attempted = 6, .carried_in = 6};
    level.metrics[Metric::kDuration].record(1, 6);
    EXPECT_EQ(seconds_for_percentile(level, Metric::kDuration, 50), std::nullopt);
    EXPECT_EQ(seconds_for_percentile(Level{}, Metric::kDuration, 50), std::nullopt);
}

TEST(PerSecond, IsZeroForAnEmptyWindow) {
    Level level;
    EXPECT_EQ(per_second(5, level), 0);
    level.seconds = 2;
    EXPECT_EQ(per_second(5, level), 2.5);
}

TEST(ServerCpuPerEvent, RequiresCpuTimeAndEvents) {
    Level level;
    level.seconds = 10;
    level.counts.events = 1'000'000;
    EXPECT_EQ(server_cpu_per_event(level), std::nullopt);
    level.server_cpu = 0.5;
    EXPECT_DOUBLE_EQ(server_cpu_per_event(level).value_or(0), 5000);
    level.counts.events = 0;
    EXPECT_EQ(server_cpu_per_event(level), std::nullopt);
}

TEST(IsMeasured, ConsidersEveryLevel) {
    LoadResult result = result_without_levels();
    result.levels.resize(2);
    EXPECT_FALSE(is_measured(result, Metric::kGap));
    EXPECT_FALSE(is_server_cpu_known(result));
    result.levels[1].metrics[Metric::kGap].record(1);
    result.levels[1].server_cpu = 0;
    EXPECT_TRUE(is_measured(result, Metric::kGap));
    EXPECT_TRUE(is_server_cpu_known(result));
}

/// Returns levels with these targets and without values.
LoadResult levels_at(const std::vector<double>& targets) {
    LoadResult result = result_without_levels();
    for (const double target : targets) result.levels.push_back({.target = target});
    return result;
}

auto target_is(double target) {
    return Field(&LevelGroup::target, target);
}

TEST(LevelGroups, ContainTheRepetitionsOfATarget) {
    const LoadResult result = levels_at({200, 100, 200, 50});
    const auto groups = groups_of(result);
    EXPECT_THAT(groups, ElementsAre(target_is(200), target_is(100), target_is(50)));
    EXPECT_THAT(groups[0].runs, ElementsAre(&result.levels[0], &result.levels[2]));
}

}  // namespace
}  // namespace plumbline::load
