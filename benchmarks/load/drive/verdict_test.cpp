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
    level.counts.completed = level.counts.good = 1'000;
    level.client.cpu = 0.5;
    level.metrics[Metric::kTtfc].record(1'000'000, 1'000);
    level.metrics[Metric::kSendDelay].record(10'000, 1'000);
    return level;
}

TEST(LevelVerdict, IsOkWithoutProblems) {
    Level level = ok_level();
    set_verdict(level, true);
    EXPECT_EQ(level.verdict, "ok");
    EXPECT_FALSE(level.client.bound);
    EXPECT_EQ(level.client.bound_reason, "");
}

TEST(LevelVerdict, IsClientBoundIfTheClientHasNoReserve) {
    Level level = ok_level();
    level.client.cpu = 0.95;
    set_verdict(level, true);
    EXPECT_EQ(level.verdict, "client-bound");
    EXPECT_EQ(level.client.bound_reason, "the client used 0.95 of a core");
    level = ok_level();
    level.client.waited_share = 0.2;
    set_verdict(level, true);
    EXPECT_THAT(level.client.bound_reason, HasSubstr("20 % of the time"));
}

TEST(LevelVerdict, IsClientBoundIfRequestsAreSentLate) {
    Level level = ok_level();
    level.metrics[Metric::kSendDelay].record(60'000, 20);
    set_verdict(level, true);
    EXPECT_TRUE(level.client.bound);
    EXPECT_THAT(level.client.bound_reason, HasSubstr("0.060 ms late"));
    set_verdict(level, false);
    EXPECT_FALSE(level.client.bound) << "requests of a closed loop have no due time";
}

TEST(LevelVerdict, IsFailingWithTooManyBadResponses) {
    Level level = ok_level();
    level.counts.failed[0] = 100;
    set_verdict(level, false);
    EXPECT_EQ(level.verdict, "failing");
}

TEST(LevelVerdict, IsSaturatedIfTheRateIsNotAchieved) {
    Level level = ok_level();
    level.achieved = 97;
    set_verdict(level, true);
    EXPECT_EQ(level.verdict, "saturated");
    set_verdict(level, false);
    EXPECT_EQ(level.verdict, "ok") << "the target of a closed loop is not a rate";
}

TEST(LevelVerdict, IsSaturatedIfDurationsGrow) {
    Level level = ok_level();
    level.seconds = 10;
    level.duration_growth = 0.1;
    set_verdict(level, true);
    EXPECT_EQ(level.verdict, "ok");
    level.duration_growth = 0.3;
    set_verdict(level, true);
    EXPECT_EQ(level.verdict, "saturated") << "what was due in 10 s ended in 10.3 s";
}

}  // namespace
}  // namespace plumbline::load
