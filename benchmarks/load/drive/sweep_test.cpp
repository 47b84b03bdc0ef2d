#include "benchmarks/load/drive/sweep.hpp"

#include "benchmarks/load/drive/verdict.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace plumbline::load {
namespace {

using ::testing::HasSubstr;

/// What a server that manages so many answers a second makes of an offered rate.
Level of_rate(double rate, double capacity) {
    Level level;
    level.target = rate;
    level.achieved = std::min(rate, capacity);
    level.counts.completed = level.counts.good = 1'000;
    level.metrics[Metric::kTtfc].record(1'000'000, 100);
    level.verdict = "ok";
    return level;
}

SweepPlan of_rates() {
    return {.is_open = true, .first = 10, .most = 1e6, .repetitions = 1, .precision = 0.05};
}

TEST(ASweep, FindsTheRateThatAServerManages) {
    for (const double capacity : {35.0, 100.0, 4'321.0}) {
        const SweepOutcome outcome =
            sweep(of_rates(), [&](double load) { return of_rate(load, capacity); });
        EXPECT_TRUE(outcome.saturation.found);
        EXPECT_NEAR(outcome.saturation.load, capacity, 0.08 * capacity);
        EXPECT_THAT(outcome.saturation.reason, HasSubstr("came to an end"));
    }
}

TEST(ASweep, RunsEachLevelAsOftenAsIsWantedAndTrustsTheMiddleOne) {
    SweepPlan plan = of_rates();
    plan.repetitions = 3;
    plan.most = 40;
    int runs = 0;
    const SweepOutcome outcome = sweep(plan, [&](double load) {
        return of_rate(load, ++runs % 3 == 0 ? 1 : 1e6);  // the third of each is disturbed
    });
    EXPECT_EQ(outcome.levels.size(), 9U) << "10, 20 and 40";
    EXPECT_FALSE(outcome.saturation.found);
    EXPECT_EQ(outcome.saturation.load, 40);
    EXPECT_EQ(outcome.saturation.reason, "not reached up to 40");
}

/// Sweeps up to a rate with a server that has too much at one level alone.
SweepOutcome sweep_to(double most, double too_much) {
    SweepPlan plan = of_rates();
    plan.most = most;
    return sweep(plan, [&](double load) { return of_rate(load, load == too_much ? 1 : 1e6); });
}

TEST(ASweep, TellsOfALastLevelThatWasTooMuch) {
    const SweepOutcome outcome = sweep_to(40, 40);
    EXPECT_FALSE(outcome.saturation.found);
    EXPECT_EQ(outcome.saturation.load, 20);
    EXPECT_EQ(outcome.saturation.reason,
              "40 was too much (of 40/s only 1/s came to an end), and no level behind it was run");
}

TEST(ASweep, WantsTwoLevelsInARowToBeTooMuch) {
    const SweepOutcome outcome = sweep_to(100, 20);
    EXPECT_FALSE(outcome.saturation.found);
    EXPECT_EQ(outcome.saturation.load, 80);
}

TEST(ASweep, TakesManyBadAnswersForTooMuch) {
    const SweepOutcome outcome = sweep(of_rates(), [](double load) {
        Level level = of_rate(load, 1e6);
        if (load > 300) level.counts.good = 900;
        return level;
    });
    EXPECT_NEAR(outcome.saturation.load, 300, 25);
    EXPECT_THAT(outcome.saturation.reason, HasSubstr("90.0 % of the answers"));
}

TEST(ASweep, TakesALongTailForTooMuch) {
    const SweepOutcome outcome = sweep(of_rates(), [](double load) {
        Level level = of_rate(load, 1e6);
        if (load > 300) level.metrics[Metric::kTtfc].record(20'000'000, 100);
        return level;
    });
    EXPECT_NEAR(outcome.saturation.load, 300, 25);
    EXPECT_THAT(outcome.saturation.reason, HasSubstr("times that of the first level"));
}

TEST(ASweep, OfStreamsEndsWhereMoreOfThemAchieveNoMore) {
    SweepPlan plan{.is_open = false, .first = 1, .most = 1e5, .repetitions = 1, .precision = 0.05};
    const SweepOutcome outcome = sweep(plan, [](double load) { return of_rate(load * 10, 1'000); });
    EXPECT_TRUE(outcome.saturation.found);
    EXPECT_GE(outcome.saturation.load, 64);
    EXPECT_THAT(outcome.saturation.reason, HasSubstr("streams achieve"));
    for (const Level& level : outcome.levels)
        EXPECT_EQ(level.target / 10, std::floor(level.target / 10));
}

TEST(ASweep, EndsWhereTheClientIsTheLimit) {
    const SweepOutcome outcome = sweep(of_rates(), [](double load) {
        Level level = of_rate(load, 1e6);
        level.client.bound = load >= 100;
        return level;
    });
    EXPECT_FALSE(outcome.saturation.found);
    EXPECT_EQ(outcome.saturation.load, 80);
    EXPECT_THAT(outcome.saturation.reason, HasSubstr("the client is the limit at 160"));
    EXPECT_EQ(outcome.levels.size(), 5U);
}

TEST(ASweep, EndsWithALevelThatWasCutShort) {
    for (const char* verdict : {kInterrupted, kUnreachable}) {
        const SweepOutcome outcome = sweep(of_rates(), [&](double load) {
            Level level = of_rate(load, 1e6);
            if (load == 20) level.verdict = verdict;
            return level;
        });
        EXPECT_EQ(outcome.levels.size(), 2U);
        EXPECT_EQ(outcome.saturation.reason, verdict);
        EXPECT_FALSE(outcome.saturation.found);
    }
}

}  // namespace
}  // namespace plumbline::load
