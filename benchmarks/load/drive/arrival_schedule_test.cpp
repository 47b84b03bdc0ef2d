#include "benchmarks/load/drive/arrival_schedule.hpp"

#include <gtest/gtest.h>

#include <cmath>
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
    EXPECT_EQ(first_of(ArrivalSchedule(ArrivalProcess::kConstant, 100, 1), 4),
              (std::vector<Duration>{
                  milliseconds(0), milliseconds(10), milliseconds(20), milliseconds(30)}));
}

TEST(ArrivalSchedule, DoesNotDriftAtAnOddRate) {
    const auto times = first_of(ArrivalSchedule(ArrivalProcess::kConstant, 3, 1), 3'000'001);
    EXPECT_EQ(times.back(), std::chrono::seconds(1'000'000));
}

TEST(ArrivalSchedule, InterleavesTheArrivalsOfShards) {
    EXPECT_EQ(first_of(ArrivalSchedule(ArrivalProcess::kConstant, 50, 1, 1, 2), 2),
              (std::vector<Duration>{milliseconds(10), milliseconds(30)}));
}

TEST(ArrivalSchedule, IsTheSameOnlyForTheSameSeed) {
    const auto once = first_of(ArrivalSchedule(ArrivalProcess::kPoisson, 100, 5), 100);
    EXPECT_EQ(first_of(ArrivalSchedule(ArrivalProcess::kPoisson, 100, 5), 100), once);
    EXPECT_NE(first_of(ArrivalSchedule(ArrivalProcess::kPoisson, 100, 6), 100), once);
    EXPECT_NE(first_of(ArrivalSchedule(ArrivalProcess::kPoisson, 100, 5, 1, 2), 100), once);
}

TEST(ArrivalSchedule, HasTheRateAndTheSpreadOfAPoissonProcess) {
    const auto times = first_of(ArrivalSchedule(ArrivalProcess::kPoisson, 1000, 3), 100'000);
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

}  // namespace
}  // namespace plumbline::load
