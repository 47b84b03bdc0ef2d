#include "benchmarks/load/drive/verdict.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using ::testing::HasSubstr;

/// A level at which all is well.
Level fine() {
    Level level;
    level.target = 100;
    level.achieved = 100;
    level.counts.completed = level.counts.good = 1'000;
    level.client.cpu = 0.5;
    level.metrics[Metric::kTtfc].record(1'000'000, 1'000);
    level.metrics[Metric::kSlip].record(10'000, 1'000);
    return level;
}

TEST(ALevel, IsFineWhereAllIsWell) {
    Level level = fine();
    judge_level(level, true);
    EXPECT_EQ(level.verdict, "ok");
    EXPECT_FALSE(level.client.bound);
    EXPECT_EQ(level.client.why, "");
}

TEST(ALevel, IsTheClientsWhereItHasNothingLeft) {
    Level level = fine();
    level.client.cpu = 0.95;
    judge_level(level, true);
    EXPECT_EQ(level.verdict, "client-bound");
    EXPECT_EQ(level.client.why, "the client used 0.95 of a core");
    level = fine();
    level.client.waited = 0.2;
    judge_level(level, true);
    EXPECT_THAT(level.client.why, HasSubstr("20 % of the time"));
}

TEST(ALevel, IsTheClientsWhereItSendsTooLate) {
    Level level = fine();
    level.metrics[Metric::kSlip].record(60'000, 20);
    judge_level(level, true);
    EXPECT_TRUE(level.client.bound);
    EXPECT_THAT(level.client.why, HasSubstr("0.060 ms late"));
    judge_level(level, false);
    EXPECT_FALSE(level.client.bound) << "a closed loop is not late: nothing is due";
}

TEST(ALevel, FailsWithTooManyBadAnswers) {
    Level level = fine();
    level.counts.failed[0] = 100;
    judge_level(level, false);
    EXPECT_EQ(level.verdict, "failing");
}

TEST(ALevel, IsSaturatedWhereARateIsNotMet) {
    Level level = fine();
    level.achieved = 97;
    judge_level(level, true);
    EXPECT_EQ(level.verdict, "saturated");
    judge_level(level, false);
    EXPECT_EQ(level.verdict, "ok") << "the target of a closed loop is no rate";
}

}  // namespace
}  // namespace plumbline::load
