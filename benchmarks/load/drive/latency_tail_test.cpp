#include "benchmarks/load/drive/latency_tail.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

TEST(HighestReliablePercent, HasTenValuesBeyondIt) {
    EXPECT_EQ(highest_reliable_percent(5'000), 99);
    EXPECT_EQ(highest_reliable_percent(1'000), 99);
    EXPECT_EQ(highest_reliable_percent(40), 75);
    EXPECT_EQ(highest_reliable_percent(20), 50);
    EXPECT_EQ(highest_reliable_percent(3), 50) << "at least the median";
    EXPECT_EQ(highest_reliable_percent(0), 50);
}

/// Returns one run with values of 1 ms and some of a second.
LatencyRuns run_of(Metric metric, std::uint64_t usual, std::uint64_t slow) {
    Metrics metrics;
    metrics[metric].record(1'000'000, usual);
    metrics[metric].record(1'000'000'000, slow);
    LatencyRuns runs;
    runs.add(metrics);
    return runs;
}

TEST(TailExcess, IsThatOfTheHighestReliablePercentileOfBoth) {
    const LatencyRuns first = run_of(Metric::kTtfc, 40, 0);
    EXPECT_EQ(tail_excess(run_of(Metric::kTtfc, 130, 40), first, 10), "")
        << "p75 decides, since the first level has no higher one";
    EXPECT_EQ(tail_excess(run_of(Metric::kTtfc, 120, 60), first, 10),
              "p75 of ttfc was 1000.0 times that of the first level");
    const LatencyRuns many = run_of(Metric::kTtfc, 2'000, 0);
    EXPECT_EQ(tail_excess(run_of(Metric::kTtfc, 2'000, 40), many, 10),
              "p99 of ttfc was 1000.0 times that of the first level");
    EXPECT_EQ(tail_excess(run_of(Metric::kTtfc, 2'000, 10), many, 10), "");
}

TEST(TailExcess, IsNotDecidedByAFewSlowRequests) {
    const LatencyRuns first = run_of(Metric::kTtfc, 40, 0);
    EXPECT_EQ(tail_excess(run_of(Metric::kTtfc, 170, 9), first, 10), "") << "p99 is slow";
    EXPECT_EQ(tail_excess(run_of(Metric::kTtfc, 5, 4), first, 10), "") << "the median decides";
}

TEST(TailExcess, IsThatOfTheDurationsOfCalls) {
    EXPECT_EQ(tail_excess(run_of(Metric::kDuration, 10, 90), run_of(Metric::kDuration, 100, 0), 10),
              "p90 of duration was 1000.0 times that of the first level");
    EXPECT_EQ(tail_excess(run_of(Metric::kTtfc, 10, 90), run_of(Metric::kDuration, 100, 0), 10), "")
        << "nothing that both have";
    EXPECT_EQ(tail_excess({}, {}, 10), "");
}

TEST(TailExcess, IsTheMedianOfTheRepetitions) {
    const LatencyRuns first = run_of(Metric::kTtfc, 100, 0);
    LatencyRuns runs = run_of(Metric::kTtfc, 10, 90);
    for (int i = 0; i < 2; ++i)
        runs.first_chunks.push_back(run_of(Metric::kTtfc, 100, 0).first_chunks.front());
    EXPECT_EQ(tail_excess(runs, first, 10), "");
}

}  // namespace
}  // namespace plumbline::load
