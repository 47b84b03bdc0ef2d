#include "benchmarks/load/drive/verdict.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using ::testing::HasSubstr;

/// Returns a level without any problem.
Level ok_level() {
    Level level;
    level.target = 100;
    level.achieved = 100;
    level.seconds = 10;
    level.counts.attempted = level.counts.completed = level.counts.good = 1'000;
    level.client.cpu = 0.5;
    level.metrics[Metric::kTtfc].record(1'000'000, 1'000);
    level.metrics[Metric::kSendDelay].record(10'000, 1'000);
    return level;
}

TEST(LevelVerdict, IsOkWithoutProblems) {
    Level level = ok_level();
    set_verdict(level, {.is_open = true});
    EXPECT_EQ(level.verdict, "ok");
    EXPECT_FALSE(level.client.bound);
    EXPECT_EQ(level.client.bound_reason, "");
}

TEST(LevelVerdict, IsClientBoundIfTheClientHasNoReserve) {
    Level level = ok_level();
    level.client.cpu = 0.95;
    set_verdict(level, {.is_open = true});
    EXPECT_EQ(level.verdict, "client-bound");
    EXPECT_EQ(level.client.bound_reason, "the client used 0.95 of a core");
    level = ok_level();
    level.client.cpu = 0.8;
    level.client.waited_share = 0.2;
    set_verdict(level, {.is_open = true});
    EXPECT_THAT(level.client.bound_reason, HasSubstr("20 % of the time"));
    EXPECT_FALSE(level.client.host_busy) << "more than half a core may be too much for the client";
}

TEST(LevelVerdict, SaysThatTheHostIsBusyIfTheClientNeedsLittle) {
    Level level = ok_level();
    level.client.cpu = 0.01;
    level.client.waited_share = 0.2;
    set_verdict(level, {.is_open = true});
    EXPECT_EQ(level.verdict, "client-bound");
    EXPECT_EQ(
        level.client.bound_reason,
        "the host is busy: the client waited for a core 20 % of the time, but the client used "
        "only 0.01 of a core");
    EXPECT_TRUE(level.client.host_busy);
}

TEST(LevelVerdict, IsClientBoundAtALimitOfTheClient) {
    Level level = ok_level();
    level.client.bound_reason = "the limit of 40 open files is reached (ulimit -n)";
    set_verdict(level, {});
    EXPECT_EQ(level.verdict, "client-bound");
    EXPECT_EQ(level.client.bound_reason, "the limit of 40 open files is reached (ulimit -n)");
    EXPECT_FALSE(level.client.host_busy);
}

TEST(LevelVerdict, IsUndercountedIfRequestsInFlightAreMissing) {
    Level level = ok_level();
    level.in_flight_mean = 20;
    level.request_seconds = 191;
    set_verdict(level, {});
    EXPECT_EQ(level.verdict, "ok");
    level.request_seconds = 189;
    level.client.cpu = 0.95;
    set_verdict(level, {});
    EXPECT_EQ(level.verdict, "undercounted");
}

TEST(LevelVerdict, IsClientBoundIfRequestsAreSentLate) {
    Level level = ok_level();
    level.metrics[Metric::kSendDelay].record(990'000, 20);
    set_verdict(level, {.is_open = true});
    EXPECT_FALSE(level.client.bound) << "a delay below 1 ms may be that of any machine";
    level.metrics[Metric::kSendDelay].record(1'200'000, 20);
    set_verdict(level, {.is_open = true});
    EXPECT_TRUE(level.client.bound);
    EXPECT_EQ(level.client.bound_reason,
              "the host is busy: requests were sent up to 1.200 ms late (p99), more than 5 % of "
              "the median latency and 1 ms, but the client used only 0.50 of a core");
    level.client = {.cpu = 0.6};
    set_verdict(level, {.is_open = true});
    EXPECT_EQ(level.client.bound_reason,
              "requests were sent up to 1.200 ms late (p99), more than 5 % of the median latency "
              "and 1 ms");
    level.client.bound_reason.clear();
    set_verdict(level, {.is_open = true, .was_full = true});
    EXPECT_FALSE(level.client.bound) << "the requests waited for the server";
    level.client.bound_reason.clear();
    set_verdict(level, {});
    EXPECT_FALSE(level.client.bound) << "requests of a closed loop have no due time";
}

TEST(LevelVerdict, IsNotClientBoundByOneLateRequestOfFew) {
    Level level = ok_level();
    level.metrics[Metric::kSendDelay] = {};
    level.metrics[Metric::kSendDelay].record(10'000, 20);
    level.metrics[Metric::kSendDelay].record(50'000'000);
    set_verdict(level, {.is_open = true});
    EXPECT_FALSE(level.client.bound);
    level.metrics[Metric::kSendDelay].record(50'000'000, 12);
    set_verdict(level, {.is_open = true});
    EXPECT_THAT(level.client.bound_reason, HasSubstr("late (p69.7)"));
    level.client.bound_reason.clear();
    level.metrics[Metric::kSendDelay] = {};
    level.metrics[Metric::kSendDelay].record(50'000'000, 10);
    set_verdict(level, {.is_open = true});
    EXPECT_THAT(level.client.bound_reason, HasSubstr("late (p50)"));
}

TEST(LevelVerdict, IsFailingIfNothingEndsOrGoesOn) {
    Level level = ok_level();
    level.counts = {.attempted = 10, .incomplete = 10};
    set_verdict(level, {});
    EXPECT_EQ(level.verdict, "failing");
    level.counts.in_progress = 1;
    set_verdict(level, {});
    EXPECT_EQ(level.verdict, "ok");
}

TEST(LevelVerdict, IsFailingWithTooManyBadResponses) {
    Level level = ok_level();
    level.counts.failed[0] = 100;
    set_verdict(level, {});
    EXPECT_EQ(level.verdict, "failing");
    level = ok_level();
    level.counts.late = 100;
    set_verdict(level, {});
    EXPECT_EQ(level.verdict, "failing") << "incomplete requests beyond a limit are not good";
}

TEST(LevelVerdict, IsSaturatedIfTheRateIsNotAchieved) {
    Level level = ok_level();
    level.achieved = 97;
    set_verdict(level, {.is_open = true});
    EXPECT_EQ(level.verdict, "saturated");
    set_verdict(level, {});
    EXPECT_EQ(level.verdict, "ok") << "the target of a closed loop is not a rate";
}

TEST(LevelVerdict, IsSaturatedIfAQueueGrows) {
    Level level = ok_level();
    level.in_flight_growth = 19;
    set_verdict(level, {.is_open = true});
    EXPECT_EQ(level.verdict, "ok");
    level.in_flight_growth = 21;
    set_verdict(level, {.is_open = true});
    EXPECT_EQ(level.verdict, "saturated") << "by 21 of 1,000 requests";
}

TEST(LevelVerdict, ComparesWithWhatWasDueAndNotWithTheTarget) {
    Level level = ok_level();
    level.counts.attempted = 950;
    level.counts.carried_in = 5;
    level.achieved = 94;
    set_verdict(level, {.is_open = true});
    EXPECT_EQ(level.verdict, "ok") << "94.5/s were due";
}

}  // namespace
}  // namespace plumbline::load
