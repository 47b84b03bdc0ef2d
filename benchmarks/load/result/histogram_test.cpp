#include "benchmarks/load/result/histogram.hpp"

#include "benchmarks/load/result/buckets.hpp"
#include "benchmarks/load/result/sample_fixture.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace plumbline::load {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Ge;
using testing::IsEmpty;
using testing::Le;

Histogram histogram_of(const std::vector<std::int64_t>& values) {
    Histogram histogram;
    for (const std::int64_t value : values) histogram.record(value);
    return histogram;
}

struct Distribution {
    std::string_view name;
    std::int64_t (*draw)(SampleRandom&);
};

constexpr std::size_t kDraws = 20'000;

std::vector<std::int64_t> sorted_draws(const Distribution& distribution, std::uint64_t seed) {
    SampleRandom random(seed);
    std::vector<std::int64_t> values(kDraws);
    for (std::int64_t& value : values) value = distribution.draw(random);
    std::sort(values.begin(), values.end());
    return values;
}

const Distribution kDistributions[] = {
    {"Small", [](SampleRandom& random) { return static_cast<std::int64_t>(random.below(2047)); }},
    {"Uniform",
     [](SampleRandom& random) { return static_cast<std::int64_t>(random.below(5'000'000)); }},
    {"LongTail", [](SampleRandom& random) { return random.time(3'000'000); }},
    {"AllMagnitudes",
     [](SampleRandom& random) {
         return static_cast<std::int64_t>(random.below(Histogram::kHighest) >> random.below(41));
     }},
    {"TwoModes",
     [](SampleRandom& random) {
         return random.below(1) == 0 ? std::int64_t{12}
                                     : 9'000'000'000 + static_cast<std::int64_t>(random.below(9));
     }},
    {"Constant", [](SampleRandom&) { return std::int64_t{123'456'789}; }},
};

class HistogramOf : public testing::TestWithParam<Distribution> {};

/// How far a percentile is above the value that stands there among the sorted ones, as a part of
/// it; below 0 if it is below.
std::vector<double> errors_of_percentiles(const Histogram& histogram,
                                          const std::vector<std::int64_t>& sorted) {
    std::vector<double> errors;
    for (const double percent : {0.01, 1.0, 10.0, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99, 100.0}) {
        const double rank = std::ceil(percent * static_cast<double>(sorted.size()) / 100 - 1e-6);
        const auto exact = static_cast<double>(sorted[static_cast<std::size_t>(rank) - 1]);
        const auto found = static_cast<double>(histogram.percentile(percent));
        errors.push_back((found - exact) / std::max(exact, 1.0));
    }
    return errors;
}

TEST_P(HistogramOf, KeepsThreeDigitsOfEveryPercentile) {
    const auto sorted = sorted_draws(GetParam(), 1);
    EXPECT_THAT(errors_of_percentiles(histogram_of(sorted), sorted),
                Each(AllOf(Ge(0.0), Le(0.001))));
}

TEST_P(HistogramOf, KnowsExactlyCountLeastLargestAndMean) {
    const auto sorted = sorted_draws(GetParam(), 2);
    const Histogram histogram = histogram_of(sorted);
    double sum = 0;
    for (const std::int64_t value : sorted) sum += static_cast<double>(value);
    EXPECT_EQ(histogram.count(), sorted.size());
    EXPECT_EQ(histogram.min(), sorted.front());
    EXPECT_EQ(histogram.max(), sorted.back());
    EXPECT_DOUBLE_EQ(histogram.mean(), sum / static_cast<double>(sorted.size()));
}

TEST_P(HistogramOf, IsTheSameWhenItIsAddedUpFromParts) {
    const auto first = sorted_draws(GetParam(), 3);
    const auto second = sorted_draws(kDistributions[2], 4);
    std::vector<std::int64_t> all = first;
    all.insert(all.end(), second.begin(), second.end());
    Histogram sum = histogram_of(first);
    sum.add(histogram_of(second));
    EXPECT_EQ(sum, histogram_of(all));
    Histogram turned = histogram_of(second);
    turned.add(histogram_of(first));
    EXPECT_EQ(turned, sum);
}

INSTANTIATE_TEST_SUITE_P(Distribution,
                         HistogramOf,
                         testing::ValuesIn(kDistributions),
                         [](const auto& test) { return std::string(test.param.name); });

/// The values up to 2,047 that do not come back as they are.
std::vector<std::int64_t> changed_small_values() {
    std::vector<std::int64_t> changed;
    for (std::int64_t value = 0; value <= 2047; ++value) {
        Histogram histogram = histogram_of({value, 3'000'000});
        if (histogram.percentile(50) != value) changed.push_back(value);
    }
    return changed;
}

TEST(Histogram, IsExactUpTo2047) {
    EXPECT_THAT(changed_small_values(), IsEmpty());
}

/// The edges of buckets that do not meet their neighbours or are too wide.
std::vector<std::size_t> broken_buckets() {
    std::vector<std::size_t> broken;
    for (std::size_t i = 0; i <= bucket_of(Histogram::kHighest); ++i) {
        const std::int64_t first = first_of_bucket(i);
        const std::int64_t last = last_of_bucket(i);
        const bool is_wide = (last - first) * 1000 > first;
        if (bucket_of(first) != i || bucket_of(last) != i || is_wide) broken.push_back(i);
    }
    return broken;
}

TEST(Histogram, HasBucketsWithoutGapsAndOfThreeDigits) {
    EXPECT_THAT(broken_buckets(), IsEmpty());
    EXPECT_LT(bucket_of(Histogram::kHighest) * sizeof(std::uint64_t), 300'000U);
}

TEST(Histogram, OfNothingIsAllZeros) {
    const Histogram empty;
    EXPECT_TRUE(empty.empty());
    EXPECT_EQ(empty.min(), 0);
    EXPECT_EQ(empty.max(), 0);
    EXPECT_EQ(empty.mean(), 0);
    EXPECT_EQ(empty.percentile(99), 0);
    EXPECT_EQ(empty.settled_percentile(50), std::nullopt);
    EXPECT_EQ(empty.at_rank(1), 0);
    EXPECT_EQ(empty.count_up_to(5), 0U);
}

TEST(Histogram, AddsNothingWithoutAChange) {
    Histogram histogram = histogram_of({3, 4000});
    histogram.add(Histogram{});
    EXPECT_EQ(histogram, histogram_of({3, 4000}));
    Histogram empty;
    empty.add(histogram);
    EXPECT_EQ(empty, histogram);
}

TEST(Histogram, CountsWhatIsBeyondItsHighestValueAsThat) {
    const Histogram histogram =
        histogram_of({5, Histogram::kHighest, Histogram::kHighest + 1, INT64_MAX});
    EXPECT_EQ(histogram.clipped(), 2U);
    EXPECT_EQ(histogram.max(), Histogram::kHighest);
    EXPECT_EQ(histogram.percentile(100), Histogram::kHighest);
    EXPECT_EQ(histogram.count(), 4U);
}

TEST(Histogram, CountsWhatIsBelowZeroAsZero) {
    const Histogram histogram = histogram_of({-1, INT64_MIN});
    EXPECT_EQ(histogram.min(), 0);
    EXPECT_EQ(histogram.max(), 0);
    EXPECT_EQ(histogram.mean(), 0);
    EXPECT_EQ(histogram.count_up_to(0), 2U);
}

TEST(Histogram, CountsAValueSeveralTimes) {
    Histogram histogram;
    histogram.record(7, 3);
    histogram.record(1'000'000, 0);
    EXPECT_EQ(histogram, histogram_of({7, 7, 7}));
}

TEST(Histogram, NeverExceedsTheLargestValue) {
    EXPECT_EQ(histogram_of({1'000'001}).percentile(50), 1'000'001);
    EXPECT_EQ(histogram_of({1, 1'000'001}).percentile(100), 1'000'001);
}

TEST(Histogram, TakesAPercentileOutsideOfItsRangeForTheNearest) {
    const Histogram histogram = histogram_of({1, 2, 3});
    EXPECT_EQ(histogram.percentile(-5), 1);
    EXPECT_EQ(histogram.percentile(0), 1);
    EXPECT_EQ(histogram.percentile(200), 3);
}

TEST(Histogram, IsNotOffByOneWherePercentAndCountAreNotExactInBinary) {
    Histogram histogram;
    histogram.record(1, 999);
    histogram.record(2, 1);
    EXPECT_EQ(histogram.percentile(99.9), 1);
    EXPECT_EQ(histogram.percentile(99.91), 2);
}

TEST(Histogram, SettlesAPercentileByTenValuesBeyondIt) {
    Histogram histogram;
    histogram.record(5, 999);
    EXPECT_EQ(histogram.settled_percentile(99), std::nullopt);
    histogram.record(5);
    EXPECT_EQ(histogram.settled_percentile(99), 5);
    EXPECT_EQ(histogram.settled_percentile(99.9), std::nullopt);
    EXPECT_EQ(histogram.settled_percentile(100), std::nullopt);
}

TEST(Histogram, FindsTheValueAtARank) {
    const Histogram histogram = histogram_of({1, 5, 5, 9});
    EXPECT_EQ(histogram.at_rank(0), 1);
    EXPECT_EQ(histogram.at_rank(1), 1);
    EXPECT_EQ(histogram.at_rank(3), 5);
    EXPECT_EQ(histogram.at_rank(4), 9);
    EXPECT_EQ(histogram.at_rank(99), 9);
}

TEST(Histogram, CountsTheValuesUpToALimit) {
    const Histogram histogram = histogram_of({0, 1, 1, 2000, 5'000'000});
    EXPECT_EQ(histogram.count_up_to(-1), 0U);
    EXPECT_EQ(histogram.count_up_to(0), 1U);
    EXPECT_EQ(histogram.count_up_to(1999), 3U);
    EXPECT_EQ(histogram.count_up_to(2000), 4U);
    EXPECT_EQ(histogram.count_up_to(4'900'000), 4U);
    EXPECT_EQ(histogram.count_up_to(5'000'000), 5U);
    EXPECT_EQ(histogram.count_up_to(INT64_MAX), 5U);
}

TEST(Histogram, KeepsItsSumFullRatherThanStartingAgain) {
    Histogram histogram;
    histogram.record(Histogram::kHighest, UINT64_MAX / 4);
    EXPECT_DOUBLE_EQ(histogram.mean(), 4.0);
    Histogram sum = histogram;
    sum.add(histogram_of({Histogram::kHighest}));
    Histogram turned = histogram_of({Histogram::kHighest});
    turned.add(histogram);
    EXPECT_EQ(sum, turned);
}

TEST(Metric, HasANameThatLeadsBack) {
    for (const MetricRow& row : metric_rows()) {
        EXPECT_EQ(parse_metric(row.name), row.metric);
        EXPECT_EQ(row_of(row.metric).name, row.name);
    }
    EXPECT_EQ(parse_metric("TTFC"), std::nullopt);
}

TEST(Metric, StandsInTheOrderOfItsEnumeration) {
    for (std::size_t i = 0; i < kMetricCount; ++i) {
        EXPECT_EQ(metric_rows()[i].metric, static_cast<Metric>(i));
    }
}

TEST(Metrics, AddEachToItsOwn) {
    Metrics metrics;
    metrics[Metric::kGap].record(5);
    Metrics more;
    more[Metric::kGap].record(7);
    more[Metric::kTtfc].record(9);
    metrics.add(more);
    EXPECT_EQ(metrics[Metric::kGap].count(), 2U);
    EXPECT_EQ(metrics[Metric::kTtfc].max(), 9);
    EXPECT_TRUE(metrics[Metric::kStall].empty());
}

}  // namespace
}  // namespace plumbline::load
