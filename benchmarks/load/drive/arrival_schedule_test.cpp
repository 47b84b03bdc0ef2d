#include "benchmarks/load/drive/arrival_schedule.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

namespace plumbline::load {
namespace {

using std::chrono::milliseconds;

std::vector<Duration> first_of(ArrivalSchedule arrivals, std::size_t count) {
    std::vector<Duration> times(count);
    for (Duration& time : times) time = arrivals.next();
    return times;
}

TEST(ArrivalSchedule, IsEvenForAConstantRate) {
    EXPECT_EQ(first_of(ArrivalSchedule({.per_second = 100}), 4),
              (std::vector<Duration>{
                  milliseconds(0), milliseconds(10), milliseconds(20), milliseconds(30)}));
}

TEST(ArrivalSchedule, DoesNotDriftAtAnOddRate) {
    const auto times = first_of(ArrivalSchedule({.per_second = 3}), 3'000'001);
    EXPECT_EQ(times.back(), std::chrono::seconds(1'000'000));
}

TEST(ArrivalSchedule, EndsBeforeTimesOverflow) {
    EXPECT_EQ(
        first_of(ArrivalSchedule({.per_second = 1e-12}), 3),
        (std::vector<Duration>{milliseconds(0), ArrivalSchedule::kNever, ArrivalSchedule::kNever}));
}

TEST(ArrivalSchedule, InterleavesTheArrivalsOfShards) {
    EXPECT_EQ(first_of(ArrivalSchedule({.per_second = 50, .shard = 1, .shards = 2}), 2),
              (std::vector<Duration>{milliseconds(10), milliseconds(30)}));
}

TEST(ArrivalSchedule, IsTheSameOnlyForTheSameSeed) {
    const auto times = [](std::uint64_t seed, std::uint64_t repetition, std::uint64_t shard) {
        return first_of(ArrivalSchedule({.arrival = ArrivalProcess::kPoisson,
                                         .seed = seed,
                                         .repetition = repetition,
                                         .shard = shard,
                                         .shards = 2}),
                        100);
    };
    EXPECT_EQ(times(5, 0, 0), times(5, 0, 0));
    const std::set<std::vector<Duration>> all{
        times(5, 0, 0), times(6, 0, 0), times(5, 1, 0), times(5, 0, 1), times(1ULL << 32U, 0, 0)};
    EXPECT_EQ(all.size(), 5U) << "seeds, repetitions and shards each have their own times";
}

TEST(ArrivalSchedule, HasTheRateAndTheSpreadOfAPoissonProcess) {
    const auto times = first_of(
        ArrivalSchedule({.arrival = ArrivalProcess::kPoisson, .per_second = 1000}), 100'000);
    double sum = 0;
    double squares = 0;
    Duration last{};
    for (const Duration time : times) {
        ASSERT_GT(time, last);
        const double gap = std::chrono::duration<double, std::milli>(time - last).count();
        sum += gap;
        squares += gap * gap;
        last = time;
    }
    const double mean = sum / static_cast<double>(times.size());
    EXPECT_NEAR(mean, 1.0, 0.02);
    EXPECT_NEAR(std::sqrt(squares / static_cast<double>(times.size()) - mean * mean), 1.0, 0.03);
}

/// Returns the mean and the squared coefficient of variation of the intervals.
std::pair<double, double> intervals_of(double shape) {
    const auto times = first_of(
        ArrivalSchedule(
            {.arrival = ArrivalProcess::kGamma, .shape = shape, .per_second = 1000, .seed = 3}),
        50'000);
    double sum = 0;
    double squares = 0;
    Duration last{};
    for (const Duration time : times) {
        const double gap = std::chrono::duration<double, std::milli>(time - last).count();
        sum += gap;
        squares += gap * gap;
        last = time;
    }
    const double mean = sum / static_cast<double>(times.size());
    return {mean, squares / static_cast<double>(times.size()) / (mean * mean) - 1};
}

TEST(ArrivalSchedule, HasTheRateAndTheVarianceOfAGammaDistribution) {
    for (const double shape : {0.25, 1.0, 4.0}) {
        const auto [mean, variation] = intervals_of(shape);
        EXPECT_NEAR(mean, 1.0, 0.04) << shape;
        EXPECT_NEAR(variation * shape, 1.0, 0.1) << shape;
    }
}

TEST(ArrivalSchedule, FollowsTheRatesOfStages) {
    // 2 requests in the ramp to 2/s, 4 in the hold.
    const std::vector<LoadStage> stages{{std::chrono::seconds(2), 2}, {std::chrono::seconds(2), 2}};
    EXPECT_EQ(first_of(ArrivalSchedule({.stages = stages}), 7),
              (std::vector<Duration>{milliseconds(0),
                                     Duration(1'414'213'562),
                                     milliseconds(2'000),
                                     milliseconds(2'500),
                                     milliseconds(3'000),
                                     milliseconds(3'500),
                                     ArrivalSchedule::kNever}));
}

TEST(ArrivalSchedule, IsAPoissonProcessWithTheRatesOfStages) {
    const std::vector<LoadStage> stages{{std::chrono::seconds(100), 200}};
    ArrivalSchedule arrivals({.arrival = ArrivalProcess::kPoisson, .stages = stages});
    int first_half = 0;
    int all = 0;
    for (Duration at = arrivals.next(); at != ArrivalSchedule::kNever; at = arrivals.next()) {
        ++all;
        if (at < std::chrono::seconds(50)) ++first_half;
    }
    EXPECT_NEAR(all, 10'000, 400);
    EXPECT_NEAR(static_cast<double>(first_half) / all, 0.25, 0.02);
}

}  // namespace
}  // namespace plumbline::load
