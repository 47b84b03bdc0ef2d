#include "benchmarks/load/result/compare/confidence.hpp"

#include "benchmarks/load/result/sample_fixture.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace plumbline::load {
namespace {

using testing::AllOf;
using testing::DoubleNear;
using testing::Field;
using testing::Ge;
using testing::Gt;
using testing::Le;
using testing::Lt;
using testing::Optional;

using Values = std::vector<double>;

Histogram random_histogram(std::uint64_t seed, int count) {
    SampleRandom random(seed);
    Histogram histogram;
    for (int i = 0; i < count; ++i) histogram.record(random.time(1'000'000));
    return histogram;
}

/// Returns in how many of 200 runs the interval of a percentile contains that of 200,000 values.
int covered_percentiles(double percent) {
    const auto exact = static_cast<double>(random_histogram(0, 200'000).percentile(percent));
    int held = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const auto bounded =
            percentile_interval(random_histogram(seed, 1200), percent, 1200).value();
        held += bounded.low <= exact && exact <= bounded.high ? 1 : 0;
    }
    return held;
}

TEST(PercentileInterval, ContainsTheTrueValueIn99PercentOfRuns) {
    EXPECT_GE(covered_percentiles(50), 195);
    EXPECT_GE(covered_percentiles(99), 195);
}

TEST(PercentileInterval, IsWiderForFewerIndependentValues) {
    const Histogram histogram = random_histogram(1, 10'000);
    const auto all = percentile_interval(histogram, 50, 10'000);
    const auto few = percentile_interval(histogram, 50, 100);
    ASSERT_TRUE(all && few);
    EXPECT_EQ(few->value, all->value);
    EXPECT_LT(few->low, all->low);
    EXPECT_GT(few->high, all->high);
}

TEST(PercentileInterval, RequiresTenIndependentValuesBeyondIt) {
    EXPECT_FALSE(percentile_interval(random_histogram(1, 999), 99, 999).has_value());
    EXPECT_TRUE(percentile_interval(random_histogram(1, 1000), 99, 1000).has_value());
    EXPECT_FALSE(percentile_interval(random_histogram(1, 100'000), 99, 999).has_value());
    EXPECT_FALSE(percentile_interval({}, 50, 0).has_value());
}

Level level_with_slices(const std::vector<std::uint64_t>& completed) {
    Level level;
    level.achieved = 100;
    level.seconds = 1;
    level.counts.completed = 100;
    for (const std::uint64_t each : completed) {
        level.slices.push_back(
            {.begin_s = static_cast<double>(level.slices.size()), .completed = each});
    }
    return level;
}

TEST(RateInterval, FollowsTheSpreadOfSlices) {
    const auto steady = rate_interval(level_with_slices({100, 100, 100, 100, 100, 100, 1}));
    EXPECT_THAT(steady, Optional(ConfidenceInterval{100, 100, 100}));
    const auto shaky = rate_interval(level_with_slices({90, 110, 90, 110, 90, 110, 1}));
    EXPECT_THAT(shaky,
                Optional(AllOf(Field(&ConfidenceInterval::low, DoubleNear(83.5, 0.1)),
                               Field(&ConfidenceInterval::high, DoubleNear(119.8, 0.1)))));
}

TEST(RateInterval, TreatsRequestsAsIndependentWithTooFewSlices) {
    const auto bounded = rate_interval(level_with_slices({100, 100, 100}));
    EXPECT_THAT(bounded,
                Optional(AllOf(Field(&ConfidenceInterval::low, DoubleNear(77.3, 0.1)),
                               Field(&ConfidenceInterval::high, DoubleNear(129.3, 0.1)))));
}

TEST(RateInterval, IsAboveZeroForASuccess) {
    EXPECT_GT(rate_interval({.achieved = 0.1, .seconds = 10})->low, 0);
    Level level = level_with_slices({1, 0, 0, 0, 0, 0, 0});
    level.achieved = 0.1;
    EXPECT_GT(rate_interval(level)->low, 0);
}

TEST(RateInterval, HasAnUpperBoundWithoutSuccesses) {
    EXPECT_THAT(rate_interval({.seconds = 10}),
                Optional(AllOf(Field(&ConfidenceInterval::value, 0.0),
                               Field(&ConfidenceInterval::low, 0.0),
                               Field(&ConfidenceInterval::high, DoubleNear(0.663, 0.001)))));
    EXPECT_FALSE(rate_interval(Level{}).has_value()) << "no window";
}

TEST(ShareInterval, LiesBetweenZeroAndOne) {
    EXPECT_THAT(share_interval(0, 1000),
                Optional(AllOf(Field(&ConfidenceInterval::low, 0.0),
                               Field(&ConfidenceInterval::high, DoubleNear(0.0066, 0.0001)))));
    EXPECT_THAT(share_interval(1000, 1000),
                Optional(AllOf(Field(&ConfidenceInterval::low, DoubleNear(0.9934, 0.0001)),
                               Field(&ConfidenceInterval::high, 1.0))));
    EXPECT_FALSE(share_interval(0, 0).has_value());
}

TEST(RelativeChange, CombinesTheIntervalsOfBothSides) {
    const ConfidenceInterval change =
        relative_change(ConfidenceInterval{100, 97, 104}, ConfidenceInterval{110, 106, 114}, 1);
    EXPECT_THAT(change.value, DoubleNear(0.1, 1e-9));
    EXPECT_THAT(change.low, AllOf(Gt(0.03), Lt(0.06)));
    EXPECT_THAT(change.high, AllOf(Gt(0.14), Lt(0.17)));
}

TEST(RelativeChange, IncludesTheResolutionOfHistograms) {
    const ConfidenceInterval change =
        relative_change(ConfidenceInterval{100, 100, 100}, ConfidenceInterval{100, 100, 100}, 1);
    EXPECT_THAT(change.low, DoubleNear(-0.001, 1e-5));
    EXPECT_THAT(change.high, DoubleNear(0.001, 1e-5));
}

TEST(RelativeChange, FollowsTheSpreadOfRepetitions) {
    const ConfidenceInterval steady =
        relative_change(Values{100, 101, 99}, Values{110, 111, 109}, 1);
    EXPECT_THAT(steady.value, DoubleNear(0.1, 1e-3));
    EXPECT_THAT(steady.low, Ge(0.05));
    const ConfidenceInterval shaky = relative_change(Values{100, 140, 70}, Values{110, 150, 80}, 1);
    EXPECT_THAT(shaky.low, Lt(0.0));
    EXPECT_THAT(shaky.high, Gt(0.5));
}

TEST(RelativeChange, UsesStudentsT) {
    // Logarithms 0 and 2 against 1 and 3: means 1 apart, variance 2, two degrees of freedom.
    const double e = std::exp(1.0);
    const ConfidenceInterval change = relative_change(Values{1, e * e}, Values{e, e * e * e}, 1);
    EXPECT_THAT(std::log1p(change.high), DoubleNear(1 + 9.925 * std::sqrt(2.0) + 0.001, 1e-6));
}

TEST(RelativeChange, UsesTheSpreadOfTheSideWithRepetitions) {
    const ConfidenceInterval change = relative_change(Values{100}, Values{110, 110, 111}, 1);
    EXPECT_THAT(change.low, AllOf(Gt(-0.1), Lt(0.1)));
    EXPECT_THAT(change.high, AllOf(Gt(0.1), Le(0.2)));
}

TEST(RelativeChange, CountsZeroAsTheLeastValue) {
    EXPECT_THAT(relative_change(Values{0, 0}, Values{1, 1}, 1).value, DoubleNear(0, 1e-9));
    EXPECT_THAT(relative_change(Values{0, 0}, Values{2, 2}, 1).value, DoubleNear(1, 1e-9));
    EXPECT_THAT(relative_change(ConfidenceInterval{0, 0, 0}, ConfidenceInterval{2, 2, 2}, 1).value,
                DoubleNear(1, 1e-9));
}

TEST(AbsoluteChange, IsADifference) {
    EXPECT_EQ(
        absolute_change(ConfidenceInterval{0.1, 0.1, 0.1}, ConfidenceInterval{0.3, 0.3, 0.3}).value,
        0.3 - 0.1);
    const ConfidenceInterval change = absolute_change(std::vector{0.0, 0.0}, std::vector{0.5, 0.5});
    EXPECT_EQ(change, (ConfidenceInterval{0.5, 0.5, 0.5}));
}

TEST(Means, AreOfAllValues) {
    EXPECT_EQ(mean_of({1, 2, 6}), 3);
    EXPECT_THAT(geometric_mean({1, 100}), DoubleNear(10, 1e-9));
    EXPECT_EQ(geometric_mean({0, 100}), 50) << "0 has no logarithm";
    EXPECT_EQ(geometric_mean({0, 0}), 0);
}

}  // namespace
}  // namespace plumbline::load
