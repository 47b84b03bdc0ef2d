#include "benchmarks/soak/resource_use.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

namespace plumbline::soak {
namespace {

TEST(CompareHalves, ReturnsTheSameUseForConstantSamples) {
    const ResourceTrend trend = compare_halves({{50, 10}, {50, 10}, {50, 10}, {50, 10}});
    EXPECT_EQ(trend.first, (ResourceUse{50, 10}));
    EXPECT_EQ(trend.second, (ResourceUse{50, 10}));
}

TEST(CompareHalves, ShowsHalfOfASteadyGrowth) {
    const ResourceTrend trend =
        compare_halves({{0, 0}, {1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}});
    EXPECT_EQ(trend.first, (ResourceUse{1, 10}));
    EXPECT_EQ(trend.second, (ResourceUse{4, 40}));
}

TEST(CompareHalves, IgnoresASinglePeak) {
    const ResourceTrend trend = compare_halves({{5, 1}, {5, 1}, {5, 1}, {5, 1}, {90, 99}, {5, 1}});
    EXPECT_EQ(trend.second, (ResourceUse{5, 1}));
}

TEST(CompareHalves, NeedsTwoSamples) {
    EXPECT_EQ(compare_halves({{5, 1}}).second, ResourceUse{});
}

TEST(ReadResourceUse, CountsDescriptorsOfAProcess) {
    const auto before = read_resource_use(::getpid());
    const int descriptor = ::dup(STDERR_FILENO);
    const auto after = read_resource_use(::getpid());
    ::close(descriptor);
    ASSERT_TRUE(before && after);
    EXPECT_EQ(after->descriptors, before->descriptors + 1);
    EXPECT_GT(after->resident_mb, 0);
}

TEST(ReadResourceUse, ReturnsNothingForNoProcess) {
    EXPECT_EQ(read_resource_use(-1), std::nullopt);
}

}  // namespace
}  // namespace plumbline::soak
