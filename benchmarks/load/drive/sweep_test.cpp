#include "benchmarks/load/drive/sweep.hpp"

#include "benchmarks/load/drive/verdict.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace plumbline::load {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// Returns a level of an offered rate on a server that sustains `capacity` responses per second.
Level level_at_rate(double rate, double capacity) {
    Level level;
    level.target = rate;
    level.seconds = 1'000;
    level.achieved = std::min(rate, capacity);
    level.counts.attempted = static_cast<std::uint64_t>(rate * level.seconds);
    level.counts.completed = level.counts.good = 1'000;
    level.metrics[Metric::kTtfc].record(1'000'000, 100);
    level.verdict = "ok";
    return level;
}

SweepPlan rate_plan() {
    return {
        .is_open = true, .first_load = 10, .max_load = 1e6, .repetitions = 1, .precision = 0.05};
}

TEST(Sweep, FindsTheRateThatAServerSustains) {
    for (const double capacity : {35.0, 100.0, 4'321.0}) {
        const SweepResult outcome =
            sweep(rate_plan(), [&](double load) { return level_at_rate(load, capacity); });
        EXPECT_TRUE(outcome.saturation.found);
        EXPECT_NEAR(outcome.saturation.load, capacity, 0.08 * capacity);
        EXPECT_THAT(outcome.saturation.reason, HasSubstr("/s were sustained"));
    }
}

TEST(Sweep, RepeatsEachLevelAndUsesTheMedian) {
    SweepPlan plan = rate_plan();
    plan.repetitions = 3;
    plan.max_load = 40;
    int runs = 0;
    const SweepResult outcome = sweep(plan, [&](double load) {
        return level_at_rate(load, ++runs % 3 == 0 ? 1 : 1e6);  // every third run is disturbed
    });
    EXPECT_EQ(outcome.levels.size(), 9U) << "10, 20 and 40";
    EXPECT_FALSE(outcome.saturation.found);
    EXPECT_EQ(outcome.saturation.load, 40);
    EXPECT_EQ(outcome.saturation.reason, "no saturation up to 40");
}

/// Sweeps up to a rate with a server that is overloaded at one level only.
SweepResult sweep_to(double max_load, double overload) {
    SweepPlan plan = rate_plan();
    plan.max_load = max_load;
    return sweep(plan,
                 [&](double load) { return level_at_rate(load, load == overload ? 1 : 1e6); });
}

TEST(Sweep, ReportsAnOverloadAtTheLastLevel) {
    const SweepResult outcome = sweep_to(40, 40);
    EXPECT_FALSE(outcome.saturation.found);
    EXPECT_EQ(outcome.saturation.load, 20);
    EXPECT_EQ(outcome.saturation.reason,
              "40 was an overload (of 40/s due only 1/s were sustained), and no higher level was "
              "run");
}

TEST(Sweep, RequiresTwoOverloadsInARow) {
    const SweepResult outcome = sweep_to(100, 20);
    EXPECT_FALSE(outcome.saturation.found);
    EXPECT_EQ(outcome.saturation.load, 80);
    EXPECT_THAT(outcome.notes, IsEmpty()) << "20/s was disturbed";
}

TEST(Sweep, TreatsTooManyBadResponsesAsAnOverload) {
    const SweepResult outcome = sweep(rate_plan(), [](double load) {
        Level level = level_at_rate(load, 1e6);
        if (load > 300) level.counts.good = 900;
        return level;
    });
    EXPECT_NEAR(outcome.saturation.load, 300, 25);
    EXPECT_THAT(outcome.saturation.reason, HasSubstr("90.0 % of the responses"));
}

TEST(Sweep, TreatsALongTailAsAnOverload) {
    const SweepResult outcome = sweep(rate_plan(), [](double load) {
        Level level = level_at_rate(load, 1e6);
        if (load > 300) level.metrics[Metric::kTtfc].record(20'000'000, 100);
        return level;
    });
    EXPECT_NEAR(outcome.saturation.load, 300, 25);
    EXPECT_THAT(outcome.saturation.reason,
                HasSubstr("p90 of ttfc was 20.0 times that of the first level"));
}

TEST(Sweep, IsNotEndedByTheLongestOfAFewRequests) {
    SweepPlan plan = rate_plan();
    plan.max_load = 80;
    const SweepResult outcome = sweep(plan, [](double load) {
        Level level = level_at_rate(load, 1e6);
        if (load > 10) level.metrics[Metric::kTtfc].record(2'000'000'000, 9);
        return level;
    });
    EXPECT_EQ(outcome.saturation.load, 80) << "p99 is long, but fewer than ten values are";
    EXPECT_THAT(outcome.notes, IsEmpty());
}

/// Returns a level that exceeds the capacity of 100/s from 110/s on, and is slow from 85/s on.
Level slow_level(double rate) {
    Level level = level_at_rate(rate, 110);
    if (rate >= 85) level.metrics[Metric::kTtfc].record(20'000'000, 100);
    level.verdict = rate > 110 ? "saturated" : "ok";
    return level;
}

TEST(Sweep, NamesTheLowestOverloadAndItsReason) {
    SweepPlan plan = rate_plan();
    plan.precision = 0.1;
    const SweepResult outcome = sweep(plan, slow_level);
    EXPECT_TRUE(outcome.saturation.found);
    EXPECT_EQ(outcome.saturation.load, 80);
    EXPECT_EQ(outcome.saturation.reason,
              "at 85/s p90 of ttfc was 20.0 times that of the first level");
}

TEST(Sweep, NotesOverloadsThatTheirVerdictsDoNotShow) {
    const SweepResult outcome = sweep(rate_plan(), slow_level);
    EXPECT_THAT(outcome.notes,
                ElementsAre(StartsWith("the sweep counts 100/s as too much, although the verdict "
                                       "is ok: p90 of ttfc was 20.0 times"),
                            StartsWith("the sweep counts 90/s as too much"),
                            StartsWith("the sweep counts 85/s as too much")));
    EXPECT_THAT(sweep(rate_plan(),
                      [](double load) {
                          Level level = level_at_rate(load, 100);
                          level.verdict = load > 100 ? "saturated" : "ok";
                          return level;
                      })
                    .notes,
                IsEmpty());
}

TEST(Sweep, EndsWhenMoreStreamsDoNotIncreaseThroughput) {
    SweepPlan plan{
        .is_open = false, .first_load = 1, .max_load = 1e5, .repetitions = 1, .precision = 0.05};
    const SweepResult outcome =
        sweep(plan, [](double load) { return level_at_rate(load * 10, 1'000); });
    EXPECT_TRUE(outcome.saturation.found);
    EXPECT_GE(outcome.saturation.load, 64);
    EXPECT_THAT(outcome.saturation.reason, HasSubstr("streams achieve"));
    for (const Level& level : outcome.levels)
        EXPECT_EQ(level.target / 10, std::floor(level.target / 10));
}

TEST(Sweep, EndsWhenTheClientIsTheLimit) {
    const SweepResult outcome = sweep(rate_plan(), [](double load) {
        Level level = level_at_rate(load, 1e6);
        level.client.bound = load >= 100;
        return level;
    });
    EXPECT_FALSE(outcome.saturation.found);
    EXPECT_EQ(outcome.saturation.load, 80);
    EXPECT_THAT(outcome.saturation.reason, HasSubstr("the client is the limit at 160"));
    EXPECT_EQ(outcome.levels.size(), 5U);
}

/// Returns a level that other programs on the host disturbed.
Level disturbed_level(double rate) {
    Level level = level_at_rate(rate, 1);
    level.client = {.waited_share = 0.5, .bound = true, .host_busy = true};
    return level;
}

TEST(Sweep, RepeatsALevelThatABusyHostDisturbed) {
    SweepPlan plan = rate_plan();
    plan.repetitions = 2;
    plan.max_load = 40;
    int runs = 0;
    const SweepResult outcome = sweep(plan, [&](double load) {
        return ++runs <= 2 ? disturbed_level(load) : level_at_rate(load, 1e6);
    });
    EXPECT_EQ(outcome.levels.size(), 8U) << "10/s four times, 20/s and 40/s twice";
    EXPECT_EQ(outcome.saturation.load, 40) << "disturbed runs do not count";
    EXPECT_EQ(outcome.saturation.reason, "no saturation up to 40");
}

TEST(Sweep, GoesOnWhileTheHostIsBusy) {
    SweepPlan plan = rate_plan();
    plan.max_load = 80;
    const SweepResult outcome = sweep(plan, [](double load) {
        return load == 20 ? disturbed_level(load) : level_at_rate(load, 1e6);
    });
    EXPECT_EQ(outcome.saturation.load, 80);
    const SweepResult always = sweep(plan, disturbed_level);
    EXPECT_EQ(always.levels.front().target, 10);
    EXPECT_EQ(always.levels[2].target, 20) << "after a second run";
    EXPECT_EQ(always.levels.size(), 4U) << "two levels, two runs each";
    EXPECT_FALSE(always.saturation.found) << "the server may be able to do more";
    EXPECT_THAT(always.saturation.reason, HasSubstr("the host was busy in all runs of 20"));
}

TEST(Sweep, EndsWhenNothingEndsOrGoesOn) {
    SweepPlan plan{
        .is_open = false, .first_load = 1, .max_load = 1e5, .repetitions = 1, .precision = 0.05};
    const SweepResult outcome = sweep(plan, [](double load) {
        Level level = level_at_rate(load, 1);
        level.achieved = 0;
        level.counts = {.attempted = 4, .incomplete = 4};
        return level;
    });
    EXPECT_EQ(outcome.levels.size(), 2U);
    EXPECT_EQ(outcome.saturation.load, 0);
    EXPECT_EQ(outcome.saturation.reason,
              "at 1 in flight no request ended and none was in progress");
}

TEST(Sweep, ReportsAnOverloadBeforeADisturbedLevel) {
    SweepPlan plan = rate_plan();
    plan.max_load = 40;
    const SweepResult outcome = sweep(plan, [](double load) {
        return load == 40 ? disturbed_level(load) : level_at_rate(load, 15);
    });
    EXPECT_FALSE(outcome.saturation.found);
    EXPECT_THAT(outcome.saturation.reason, HasSubstr("busy in all runs of 40"));
    EXPECT_THAT(outcome.saturation.reason, HasSubstr("20 was an overload"));
}

TEST(Sweep, NarrowsNoFurtherWithDisturbedLevels) {
    const SweepResult outcome = sweep(rate_plan(), [](double load) {
        return load == 60 ? disturbed_level(load) : level_at_rate(load, 50);
    });
    EXPECT_TRUE(outcome.saturation.found);
    EXPECT_EQ(outcome.saturation.load, 40);
    EXPECT_THAT(outcome.saturation.reason,
                HasSubstr("not narrowed further: the host was busy in all runs of 60"));
}

TEST(Sweep, EndsWithAnAbortedLevel) {
    for (const char* verdict : {kInterrupted, kUnreachable}) {
        const SweepResult outcome = sweep(rate_plan(), [&](double load) {
            Level level = level_at_rate(load, 1e6);
            if (load == 20) level.verdict = verdict;
            return level;
        });
        EXPECT_EQ(outcome.levels.size(), 2U);
        EXPECT_EQ(outcome.saturation.reason, verdict);
        EXPECT_FALSE(outcome.saturation.found);
    }
}

/// A server of 100/s that works on requests of overloaded levels after these have ended.
class ServerWithBacklog {
  public:
    explicit ServerWithBacklog(int probes_to_recover) : probes_to_recover_(probes_to_recover) {}

    Level run(double load) {
        Level level = level_at_rate(load, backlog_ > 0 ? 1 : 100);
        if (load > 100) {
            level.counts.incomplete = 7;
            backlog_ = probes_to_recover_;
        }
        return level;
    }
    Level probe() {
        ++probes_;
        backlog_ = std::max(backlog_ - 1, 0);
        Level level;
        level.counts.completed = 1;
        level.metrics[Metric::kTtfc].record(backlog_ > 0 ? 5'000'000'000 : 1'000'000);
        return level;
    }
    [[nodiscard]] int probes() const { return probes_; }

  private:
    int probes_to_recover_;
    int backlog_ = 0;
    int probes_ = 0;
};

SweepResult sweep_with(ServerWithBacklog& server, const std::function<Level()>& probe) {
    ManualClock clock;
    const auto run_probe = [&](Duration window) {
        clock.wait(window);
        return probe();
    };
    return sweep(rate_plan(),
                 [&](double load) { return server.run(load); },
                 {.run = run_probe, .clock = &clock});
}

TEST(Sweep, WaitsUntilTheServerHasRecoveredFromAnOverload) {
    ServerWithBacklog server(3);
    const SweepResult outcome = sweep_with(server, [&] { return server.probe(); });
    EXPECT_NEAR(outcome.saturation.load, 100, 8);
    EXPECT_GT(server.probes(), 3);
    // Without the probes, what remains of 320/s makes all lower levels overloads.
    ServerWithBacklog other(3);
    const SweepResult misled = sweep(rate_plan(), [&](double load) { return other.run(load); });
    EXPECT_LT(misled.saturation.load, 90);
}

TEST(Sweep, EndsIfTheServerDoesNotRecover) {
    ServerWithBacklog server(1'000);
    const SweepResult outcome = sweep_with(server, [&] { return server.probe(); });
    EXPECT_EQ(outcome.saturation.load, 80);
    EXPECT_FALSE(outcome.saturation.found);
    EXPECT_EQ(outcome.saturation.reason, "the server had not recovered 60 s after 160/s");
}

TEST(Sweep, KeepsTheReasonIfTheServerDoesNotRecoverWhileItNarrows) {
    ServerWithBacklog server(1);
    const SweepResult outcome = sweep_with(server, [&] {
        const Level level = server.probe();
        // From the third overload on, 120/s, nothing recovers.
        return server.probes() > 2 ? Level{} : level;
    });
    EXPECT_TRUE(outcome.saturation.found);
    EXPECT_THAT(outcome.saturation.reason,
                AllOf(HasSubstr("were sustained; not narrowed further: the server had not "),
                      HasSubstr("recovered 60 s after 120/s")));
}

TEST(Sweep, EndsWithTheLevelThatAServerThatIsGoneCannotRun) {
    ServerWithBacklog server(1);
    const SweepResult outcome = sweep_with(server, [] {
        return Level{.counts = {.attempted = 9}, .verdict = kUnreachable, .examples = {"refused"}};
    });
    EXPECT_EQ(outcome.levels.back().verdict, kUnreachable);
    EXPECT_EQ(outcome.levels.back().counts.attempted, 0U) << "the probe is in no figure";
    EXPECT_THAT(outcome.levels.back().examples, ElementsAre("refused"));
    EXPECT_EQ(outcome.levels.back().target, 320);
    EXPECT_EQ(outcome.saturation.reason, kUnreachable);
}

}  // namespace
}  // namespace plumbline::load
