#include "benchmarks/load/drive/load_stages.hpp"

#include <gtest/gtest.h>

namespace plumbline::load {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// A ramp to 10, a hold, a step to 40, and a ramp down.
const std::vector<LoadStage> kStages{
    {seconds(4), 10}, {seconds(6), 10}, {seconds(0), 40}, {seconds(2), 0}};

TEST(LoadStages, ChangeLinearly) {
    EXPECT_EQ(length_of(kStages), seconds(12));
    EXPECT_DOUBLE_EQ(load_at(kStages, seconds(0)), 0);
    EXPECT_DOUBLE_EQ(load_at(kStages, seconds(1)), 2.5);
    EXPECT_DOUBLE_EQ(load_at(kStages, seconds(7)), 10);
    EXPECT_DOUBLE_EQ(load_at(kStages, seconds(10)), 40);
    EXPECT_DOUBLE_EQ(load_at(kStages, seconds(11)), 20);
    EXPECT_DOUBLE_EQ(load_at(kStages, seconds(20)), 0);
}

TEST(LoadStages, HaveASum) {
    EXPECT_DOUBLE_EQ(sum_of(kStages), 20 + 60 + 40);
    EXPECT_EQ(time_of_sum(kStages, 0), seconds(0));
    EXPECT_EQ(time_of_sum(kStages, 5), seconds(2));
    EXPECT_EQ(time_of_sum(kStages, 20), seconds(4));
    EXPECT_EQ(time_of_sum(kStages, 50), seconds(7));
    EXPECT_EQ(time_of_sum(kStages, 110), seconds(11)) << "30 of 40 requests in half of the ramp";
    EXPECT_EQ(time_of_sum(kStages, 120), std::nullopt);
}

TEST(LoadStages, ChangeWithoutAConstantLoad) {
    EXPECT_FALSE(is_changing({}));
    EXPECT_FALSE(is_changing({{seconds(0), 5}, {seconds(1), 5}, {seconds(9), 5}}));
    EXPECT_TRUE(is_changing({{seconds(1), 5}, {seconds(9), 5}})) << "from 0 to 5 first";
    EXPECT_TRUE(is_changing({{seconds(0), 5}, {seconds(9), 6}}));
}

TEST(LoadStages, MayPause) {
    const std::vector<LoadStage> stages{{seconds(0), 2},
                                        {seconds(1), 2},
                                        {seconds(0), 0},
                                        {seconds(5), 0},
                                        {seconds(0), 2},
                                        {seconds(1), 2}};
    EXPECT_EQ(time_of_sum(stages, 1.5), milliseconds(750));
    EXPECT_EQ(time_of_sum(stages, 2), seconds(6));
    EXPECT_EQ(time_of_sum(stages, 3), milliseconds(6'500));
}

}  // namespace
}  // namespace plumbline::load
