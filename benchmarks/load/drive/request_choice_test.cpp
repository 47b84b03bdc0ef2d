#include "benchmarks/load/drive/request_choice.hpp"

#include <gtest/gtest.h>

namespace plumbline::load {
namespace {

std::vector<std::size_t> choices(RequestChoice choice, std::size_t count) {
    std::vector<std::size_t> all(count);
    for (std::size_t& one : all) one = choice.next();
    return all;
}

TEST(RequestChoice, IsTheSameOnlyForTheSameSeed) {
    const std::vector<double> weights(10, 1.0);
    const auto first = choices({weights, {5, 0, 0}}, 100);
    EXPECT_EQ(first, choices({weights, {5, 0, 0}}, 100));
    EXPECT_NE(first, choices({weights, {6, 0, 0}}, 100));
    EXPECT_NE(first, choices({weights, {5, 1, 0}}, 100)) << "another repetition";
    EXPECT_NE(first, choices({weights, {5, 0, 1}}, 100)) << "another shard";
}

TEST(RequestChoice, FollowsTheWeights) {
    std::vector<double> counts(3);
    for (const std::size_t one : choices({{1, 0.5, 2.5}, {}}, 40'000)) ++counts.at(one);
    EXPECT_NEAR(counts[0], 10'000, 400);
    EXPECT_NEAR(counts[1], 5'000, 300);
    EXPECT_NEAR(counts[2], 25'000, 400);
}

TEST(RequestChoice, OfOneRequestNeedsNoWeights) {
    EXPECT_EQ(RequestChoice({}, {}).size(), 1U);
    EXPECT_EQ(choices({{}, {}}, 2), (std::vector<std::size_t>{0, 0}));
}

}  // namespace
}  // namespace plumbline::load
