// Rates of 0 in comparisons: total outages and their end.

#include "benchmarks/load/result/compare/rate_change.hpp"

#include "benchmarks/load/result/sample_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

/// Returns runs of which each has this number of successes in 10 s.
LoadResult successes(const std::vector<int>& runs) {
    LoadResult result = result_without_levels();
    for (const int count : runs) {
        Level level{.target = 100, .achieved = count / 10.0, .seconds = 10, .verdict = "ok"};
        level.counts.attempted = 1'000;
        level.counts.completed = static_cast<std::uint64_t>(count);
        level.counts.failed[0] = 1'000 - level.counts.completed;
        result.levels.push_back(std::move(level));
    }
    return result;
}

FigureChange achieved_change(const std::vector<int>& a, const std::vector<int>& b) {
    return compare(successes(a), successes(b))->levels.at(0).figures.at(0);
}

TEST(RateChange, TreatsATotalOutageOfManyRequestsAsWorse) {
    const FigureChange figure = achieved_change({600}, {0});
    EXPECT_EQ(figure.verdict, ChangeVerdict::kWorse);
    EXPECT_EQ(texts_of(figure).a, "60/s");
    EXPECT_EQ(texts_of(figure).b, "0/s");
    EXPECT_EQ(texts_of(figure).change, "-100%");
    EXPECT_LT(figure.change->high, -0.98);
    EXPECT_EQ(achieved_change({600, 610, 590}, {0, 0, 0}).verdict, ChangeVerdict::kWorse);
    EXPECT_EQ(achieved_change({600, 600, 600}, {0}).verdict, ChangeVerdict::kWorse);
}

TEST(RateChange, TreatsTheEndOfATotalOutageAsBetter) {
    const FigureChange figure = achieved_change({0}, {600});
    EXPECT_EQ(figure.verdict, ChangeVerdict::kBetter);
    EXPECT_EQ(texts_of(figure).a, "0/s");
    EXPECT_EQ(texts_of(figure).b, "60/s");
    EXPECT_EQ(texts_of(figure).change, "-") << "nothing is relative to 0";
    EXPECT_EQ(achieved_change({0, 0, 0}, {600, 610, 590}).verdict, ChangeVerdict::kBetter);
}

TEST(RateChange, IsUndecidedAboutAnOutageOfAFewRequests) {
    const FigureChange figure = achieved_change({5}, {0});
    EXPECT_EQ(figure.verdict, ChangeVerdict::kUndecided);
    EXPECT_EQ(figure.undecided_reason, "the change may be noise");
    EXPECT_EQ(achieved_change({0}, {5}).verdict, ChangeVerdict::kUndecided);
    EXPECT_EQ(achieved_change({13}, {0}).verdict, ChangeVerdict::kUndecided);
    EXPECT_EQ(achieved_change({14}, {0}).verdict, ChangeVerdict::kWorse);
    EXPECT_EQ(achieved_change({1, 1, 1}, {0, 0, 0}).verdict, ChangeVerdict::kUndecided);
}

TEST(RateChange, IsUndecidedIfOnlyARepetitionFailed) {
    const FigureChange figure = achieved_change({600, 600, 600}, {600, 0, 600});
    EXPECT_EQ(figure.verdict, ChangeVerdict::kUndecided);
    EXPECT_EQ(texts_of(figure).b, "40/s") << "the mean, since 0 has no logarithm";
    EXPECT_EQ(texts_of(figure).change, "-33%");
}

TEST(RateChange, IsUnknownForEmptyWindows) {
    LoadResult empty = successes({0, 0});
    for (Level& level : empty.levels) level.seconds = 0;
    const FigureChange figure = compare(successes({600, 610}), empty)->levels.at(0).figures.at(0);
    EXPECT_EQ(figure.change, std::nullopt);
    EXPECT_EQ(figure.verdict, ChangeVerdict::kUndecided);
}

TEST(RateChange, IsNoneBetweenTotalOutages) {
    EXPECT_EQ(achieved_change({0}, {0}).verdict, ChangeVerdict::kSame);
    EXPECT_EQ(achieved_change({0, 0}, {0, 0}).verdict, ChangeVerdict::kSame);
}

TEST(RateChange, IsUnknownWithoutARateOrAWindow) {
    const LoadResult none = successes({0});
    const LoadResult some = successes({600});
    Level empty = some.levels[0];
    empty.seconds = 0;
    EXPECT_FALSE(rate_change({{&none.levels[0]}, {&some.levels[0]}}).has_value());
    EXPECT_FALSE(rate_change({{&some.levels[0]}, {&empty}}).has_value());
    EXPECT_TRUE(rate_change({{&some.levels[0]}, {&none.levels[0]}}).has_value());
}

}  // namespace
}  // namespace plumbline::load
