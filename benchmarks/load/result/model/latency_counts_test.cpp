#include "benchmarks/load/result/model/latency_counts.hpp"

#include "benchmarks/load/result/model/buckets.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::ElementsAre;

TEST(LatencyCounts, CountByBucketsOfAQuarter) {
    LatencyCounts latencies;
    for (const std::int64_t latency : {0, 7, 8, 9, 10, 15, 16, 19, 20}) latencies.record(latency);
    EXPECT_THAT(latencies.counts, ElementsAre(1, 0, 0, 0, 0, 0, 0, 1, 2, 1, 0, 1, 2, 1));
}

TEST(LatencyCounts, AreBounded) {
    LatencyCounts latencies;
    latencies.record(-1);
    latencies.record(Histogram::kMaxValue + 1);
    EXPECT_EQ(latencies.counts.size(), 163U);
    EXPECT_EQ(latencies.counts.front(), 1U);
    EXPECT_EQ(latencies.counts.back(), 1U);
}

TEST(LatencyCounts, SumEqualsThoseOfAllValues) {
    LatencyCounts a;
    LatencyCounts b;
    LatencyCounts all;
    for (const std::int64_t latency : {1'000, 2'000'000}) a.record(latency), all.record(latency);
    for (const std::int64_t latency : {3, 1'000}) b.record(latency), all.record(latency);
    a.not_ended = 2;
    b.not_ended = 3;
    all.not_ended = 5;
    LatencyCounts sum = a;
    sum.add(b);
    EXPECT_EQ(sum, all);
    b.add(a);
    EXPECT_EQ(b, all);
}

}  // namespace
}  // namespace plumbline::load
