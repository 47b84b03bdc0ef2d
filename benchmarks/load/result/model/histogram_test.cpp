#include "benchmarks/load/result/model/histogram.hpp"

#include "benchmarks/load/result/model/buckets.hpp"
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
    {"Small", [](SampleRandom& random) { return static_cast<std::int64_t>(random.at_most(2047)); }},
    {"Uniform",
     [](SampleRandom& random) { return static_cast<std::int64_t>(random.at_most(5'000'000)); }},
    {"LongTail", [](SampleRandom& random) { return random.time(3'000'000); }},
    {"AllMagnitudes",
     [](SampleRandom& random) {
         return static_cast<std::int64_t>(random.at_most(Histogram::kMaxValue) >>
                                          random.at_most(41));
     }},
    {"TwoModes",
     [](SampleRandom& random) {
         return random.at_most(1) == 0
                    ? std::int64_t{12}
                    : 9'000'000'000 + static_cast<std::int64_t>(random.at_most(9));
     }},
    {"Constant", [](SampleRandom&) { return std::int64_t{123'456'789}; }},
};

class HistogramOf : public testing::TestWithParam<Distribution> {};

/// Returns the relative errors of percentiles compared with the sorted values; negative if the
/// percentile is too small.
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

TEST_P(HistogramOf, HasAnExactCountMinimumMaximumAndMean) {
    const auto sorted = sorted_draws(GetParam(), 2);
    const Histogram histogram = histogram_of(sorted);
    double sum = 0;
    for (const std::int64_t value : sorted) sum += static_cast<double>(value);
    EXPECT_EQ(histogram.count(), sorted.size());
    EXPECT_EQ(histogram.min(), sorted.front());
    EXPECT_EQ(histogram.max(), sorted.back());
    EXPECT_DOUBLE_EQ(histogram.mean(), sum / static_cast<double>(sorted.size()));
}

TEST_P(HistogramOf, IsTheSameAsTheSumOfItsParts) {
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

/// Returns the values up to 2,047 that are not reproduced exactly.
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

/// Returns the buckets with a wrong boundary or an excessive width.
std::vector<std::size_t> invalid_buckets() {
    std::vector<std::size_t> broken;
    for (std::size_t i = 0; i <= bucket_index(Histogram::kMaxValue); ++i) {
        const std::int64_t first = bucket_min(i);
        const std::int64_t last = bucket_max(i);
        const bool is_wide = (last - first) * 1000 > first;
        if (bucket_index(first) != i || bucket_index(last) != i || is_wide) broken.push_back(i);
    }
    return broken;
}

TEST(Histogram, HasContiguousBucketsOfThreeDigits) {
    EXPECT_THAT(invalid_buckets(), IsEmpty());
    EXPECT_LT(bucket_index(Histogram::kMaxValue) * sizeof(std::uint64_t), 300'000U);
}

TEST(Histogram, IsAllZerosWhenEmpty) {
    const Histogram empty;
    EXPECT_TRUE(empty.empty());
    EXPECT_EQ(empty.min(), 0);
    EXPECT_EQ(empty.max(), 0);
    EXPECT_EQ(empty.mean(), 0);
    EXPECT_EQ(empty.percentile(99), 0);
    EXPECT_EQ(empty.reliable_percentile(50), std::nullopt);
    EXPECT_EQ(empty.value_at_rank(1), 0);
}

TEST(Histogram, IsUnchangedByAddingAnEmptyOne) {
    Histogram histogram = histogram_of({3, 4000});
    histogram.add(Histogram{});
    EXPECT_EQ(histogram, histogram_of({3, 4000}));
    Histogram empty;
    empty.add(histogram);
    EXPECT_EQ(empty, histogram);
}

TEST(Histogram, ClipsValuesAboveItsMaximum) {
    const Histogram histogram =
        histogram_of({5, Histogram::kMaxValue, Histogram::kMaxValue + 1, INT64_MAX});
    EXPECT_EQ(histogram.clipped(), 2U);
    EXPECT_EQ(histogram.max(), Histogram::kMaxValue);
    EXPECT_EQ(histogram.percentile(100), Histogram::kMaxValue);
    EXPECT_EQ(histogram.count(), 4U);
}

TEST(Histogram, CountsNegativeValuesAsZero) {
    const Histogram histogram = histogram_of({-1, INT64_MIN});
    EXPECT_EQ(histogram.min(), 0);
    EXPECT_EQ(histogram.max(), 0);
    EXPECT_EQ(histogram.mean(), 0);
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

TEST(Histogram, ClampsAPercentileToItsRange) {
    const Histogram histogram = histogram_of({1, 2, 3});
    EXPECT_EQ(histogram.percentile(-5), 1);
    EXPECT_EQ(histogram.percentile(0), 1);
    EXPECT_EQ(histogram.percentile(200), 3);
}

TEST(Histogram, FindsTheExactRankDespiteBinaryRounding) {
    Histogram histogram;
    histogram.record(1, 999);
    histogram.record(2, 1);
    EXPECT_EQ(histogram.percentile(99.9), 1);
    EXPECT_EQ(histogram.percentile(99.91), 2);
}

TEST(Histogram, RequiresTenValuesBeyondAReliablePercentile) {
    Histogram histogram;
    histogram.record(5, 999);
    EXPECT_EQ(histogram.reliable_percentile(99), std::nullopt);
    histogram.record(5);
    EXPECT_EQ(histogram.reliable_percentile(99), 5);
    EXPECT_EQ(histogram.reliable_percentile(99.9), std::nullopt);
    EXPECT_EQ(histogram.reliable_percentile(100), std::nullopt);
}

TEST(Histogram, FindsTheValueAtARank) {
    const Histogram histogram = histogram_of({1, 5, 5, 9});
    EXPECT_EQ(histogram.value_at_rank(0), 1);
    EXPECT_EQ(histogram.value_at_rank(1), 1);
    EXPECT_EQ(histogram.value_at_rank(3), 5);
    EXPECT_EQ(histogram.value_at_rank(4), 9);
    EXPECT_EQ(histogram.value_at_rank(99), 9);
}

TEST(Histogram, SaturatesItsSum) {
    Histogram histogram;
    histogram.record(Histogram::kMaxValue, UINT64_MAX / 4);
    EXPECT_DOUBLE_EQ(histogram.mean(), 4.0);
    Histogram sum = histogram;
    sum.add(histogram_of({Histogram::kMaxValue}));
    Histogram turned = histogram_of({Histogram::kMaxValue});
    turned.add(histogram);
    EXPECT_EQ(sum, turned);
}

TEST(Metric, ParsesItsOwnName) {
    for (const MetricRow& row : metric_rows()) {
        EXPECT_EQ(parse_metric(row.name), row.metric);
        EXPECT_EQ(row_of(row.metric).name, row.name);
    }
    EXPECT_EQ(parse_metric("TTFC"), std::nullopt);
}

TEST(Metric, IsListedInTheOrderOfTheEnumeration) {
    for (std::size_t i = 0; i < kMetricCount; ++i) {
        EXPECT_EQ(metric_rows()[i].metric, static_cast<Metric>(i));
    }
}

TEST(Metrics, AddEachHistogramSeparately) {
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
