#include "benchmarks/load/result/level_figures.hpp"

#include "benchmarks/load/result/level_groups.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::SizeIs;

TEST(SameTarget, OverlooksTheLastDigitsOfASum) {
    EXPECT_TRUE(is_same_target(0.1 + 0.2, 0.3));
    EXPECT_TRUE(is_same_target(0, 0));
    EXPECT_FALSE(is_same_target(100, 100.1));
    EXPECT_FALSE(is_same_target(0, 1));
}

TEST(Shares, AreOfTheAnswersThatEnded) {
    Counts counts{.attempted = 20, .completed = 5, .bounded = 1, .incomplete = 10};
    EXPECT_EQ(failed_share(Counts{}), std::nullopt);
    EXPECT_EQ(good_share(Counts{.attempted = 1, .incomplete = 1}), std::nullopt);
    counts.failed[0] = 4;
    counts.good = 3;
    EXPECT_EQ(failed_share(counts), 0.4);
    EXPECT_EQ(good_share(counts), 0.3);
}

TEST(PerSecond, IsZeroForAWindowOfNone) {
    Level level;
    EXPECT_EQ(per_second(5, level), 0);
    level.seconds = 2;
    EXPECT_EQ(per_second(5, level), 2.5);
}

TEST(ServerCpuPerEvent, NeedsBoth) {
    Level level;
    level.seconds = 10;
    level.counts.events = 1'000'000;
    EXPECT_EQ(server_cpu_per_event(level), std::nullopt);
    level.server_cpu = 0.5;
    EXPECT_DOUBLE_EQ(server_cpu_per_event(level).value_or(0), 5000);
    level.counts.events = 0;
    EXPECT_EQ(server_cpu_per_event(level), std::nullopt);
}

TEST(IsMeasured, LooksAtEveryLevel) {
    LoadResult result = sample_frame();
    result.levels.resize(2);
    EXPECT_FALSE(is_measured(result, Metric::kGap));
    EXPECT_FALSE(is_server_cpu_known(result));
    result.levels[1].metrics[Metric::kGap].record(1);
    result.levels[1].server_cpu = 0;
    EXPECT_TRUE(is_measured(result, Metric::kGap));
    EXPECT_TRUE(is_server_cpu_known(result));
}

/// Levels of these targets without values.
LoadResult levels_at(const std::vector<double>& targets) {
    LoadResult result = sample_frame();
    for (const double target : targets) result.levels.push_back({.target = target});
    return result;
}

auto target_is(double target) {
    return Field(&LevelGroup::target, target);
}

TEST(LevelGroups, HoldTheRepetitionsOfATarget) {
    const LoadResult result = levels_at({200, 100, 200, 50});
    const auto groups = groups_of(result);
    EXPECT_THAT(groups, ElementsAre(target_is(200), target_is(100), target_is(50)));
    EXPECT_THAT(groups[0].runs, ElementsAre(&result.levels[0], &result.levels[2]));
    EXPECT_THAT(sorted_groups_of(result),
                ElementsAre(target_is(50), target_is(100), target_is(200)));
}

TEST(LevelGroups, AreBoundIfAllOfTheirRunsAre) {
    LoadResult result = levels_at({1, 1});
    result.levels[0].client.bound = true;
    EXPECT_FALSE(groups_of(result)[0].is_bound());
    result.levels[1].client.bound = true;
    EXPECT_TRUE(groups_of(result)[0].is_bound());
}

TEST(LevelGroups, AddUpOnlyRunsThatTheClientDidNotBound) {
    LoadResult result = levels_at({1, 1});
    result.levels[0].metrics[Metric::kGap].record(1);
    result.levels[1].metrics[Metric::kGap].record(2);
    EXPECT_EQ(sum_of(groups_of(result)[0], Metric::kGap).count(), 2U);
    result.levels[0].client.bound = true;
    EXPECT_EQ(sum_of(groups_of(result)[0], Metric::kGap).max(), 2);
    EXPECT_EQ(sum_of(groups_of(result)[0], Metric::kGap).count(), 1U);
    result.levels[1].client.bound = true;
    EXPECT_EQ(sum_of(groups_of(result)[0], Metric::kGap).count(), 2U);
}

TEST(LevelGroups, AreThinnedEvenlyWithBothEnds) {
    const LoadResult result = levels_at({1, 2, 3, 4, 5, 6, 7});
    const auto groups = groups_of(result);
    EXPECT_THAT(some_of(groups, 9), SizeIs(7));
    EXPECT_THAT(some_of(groups, 3), ElementsAre(target_is(1), target_is(4), target_is(7)));
}

}  // namespace
}  // namespace plumbline::load
