#include "benchmarks/load/app/start_time.hpp"

#include "spec/base/testing.hpp"
#include "spec/base/time_text.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using std::chrono::seconds;

Instant second(int number) {
    return Instant(seconds(number));
}

TEST(StartTime, IsWaitedFor) {
    ManualClock clock(second(100));
    const std::atomic<bool> stop{false};
    const auto late = wait_for_start(second(130), clock, stop);
    ASSERT_THAT(late, IsOk());
    EXPECT_EQ(*late, Duration(0));
    EXPECT_EQ(clock.now(), second(130));
}

TEST(StartTime, ThatHasPassedIsReported) {
    ManualClock clock(second(100));
    const std::atomic<bool> stop{false};
    const auto late = wait_for_start(second(97), clock, stop);
    ASSERT_THAT(late, IsOk());
    EXPECT_EQ(*late, seconds(3));
    EXPECT_EQ(clock.now(), second(100));
}

TEST(StartTime, IsNotWaitedForAfterAnInterrupt) {
    ManualClock clock(second(100));
    const std::atomic<bool> stop{true};
    EXPECT_THAT(wait_for_start(second(130), clock, stop), IsOk());
    EXPECT_EQ(clock.now(), second(100));
}

TEST(StartTime, IsAtMostAnHourAhead) {
    ManualClock clock(second(100));
    const std::atomic<bool> stop{false};
    EXPECT_THAT(wait_for_start(second(100) + kMaxStartWait + seconds(1), clock, stop),
                FailsWith("is more than an hour after 1970-01-01T00:01:40"));
}

TEST(StartTime, IsAtMostAnHourPast) {
    ManualClock clock(second(10'000));
    const std::atomic<bool> stop{false};
    EXPECT_THAT(wait_for_start(clock.now() - kMaxStartWait - seconds(1), clock, stop),
                FailsWith("is more than an hour before 1970-01-01T02:46:40"));
    EXPECT_THAT(wait_for_start(clock.now() - kMaxStartWait, clock, stop), IsOk());
    ManualClock late(*parse_instant("2026-01-01T00:00:00Z"));
    EXPECT_THAT(wait_for_start(*parse_start("1680-01-01T00:00:00Z"), late, stop),
                FailsWith("is more than an hour before"));
}

TEST(StartTime, IsParsed) {
    EXPECT_EQ(*parse_start("1970-01-01T00:01:40Z"), second(100));
    EXPECT_THAT(parse_start("12:00"), FailsWith("date -u"));
}

}  // namespace
}  // namespace plumbline::load
