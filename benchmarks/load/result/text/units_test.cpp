#include "benchmarks/load/result/units.hpp"

#include "benchmarks/load/result/sample_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

TEST(TimeText, KeepsThreeDigitsInASuitableUnit) {
    EXPECT_EQ(time_text(0), "0");
    EXPECT_EQ(time_text(1), "1 ns");
    EXPECT_EQ(time_text(999), "999 ns");
    EXPECT_EQ(time_text(1000), "1 us");
    EXPECT_EQ(time_text(12'345), "12.3 us");
    EXPECT_EQ(time_text(999'400), "999 us");
    EXPECT_EQ(time_text(999'500), "1 ms");
    EXPECT_EQ(time_text(1'500'000), "1.5 ms");
    EXPECT_EQ(time_text(61e9), "61 s");
    EXPECT_EQ(time_text(3600e9), "3600 s");
}

TEST(CountText, ShortensThousands) {
    EXPECT_EQ(count_text(0), "0");
    EXPECT_EQ(count_text(999), "999");
    EXPECT_EQ(count_text(1250), "1.25k");
    EXPECT_EQ(count_text(3e6), "3M");
    EXPECT_EQ(count_text(0.25), "0.25");
    EXPECT_EQ(count_text(1e15), "1000T");
}

TEST(BytesText, CountsInThousands) {
    EXPECT_EQ(bytes_text(320), "320 B");
    EXPECT_EQ(bytes_text(1500), "1.5 kB");
    EXPECT_EQ(bytes_text(3e6), "3 MB");
}

TEST(ShareText, IsInPercent) {
    EXPECT_EQ(share_text(0), "0%");
    EXPECT_EQ(share_text(0.00123), "0.123%");
    EXPECT_EQ(share_text(1), "100%");
    EXPECT_EQ(share_text(12.5), "1250%");
}

TEST(ValueText, FollowsTheUnit) {
    EXPECT_EQ(value_text(1500, MetricUnit::kNanoseconds), "1.5 us");
    EXPECT_EQ(value_text(1500, MetricUnit::kCount), "1.5k");
    EXPECT_EQ(value_text(1500, MetricUnit::kBytes), "1.5 kB");
    EXPECT_EQ(value_text(44'400, MetricUnit::kMillihertz), "44.4/s");
}

TEST(LevelName, IsTheTarget) {
    LoadResult result = small_result();
    EXPECT_EQ(level_name(result, 0), "5/s");
    result.load.loop = "closed";
    result.levels[0].target = 64;
    EXPECT_EQ(level_name(result, 0), "64 in flight");
}

TEST(LevelName, SaysWhatTheTargetOfStagesIs) {
    LoadResult result = small_result();
    result.load.stages = "10s:10/s";
    EXPECT_EQ(level_name(result, 0), "5/s on average");
    result.load.loop = "closed";
    EXPECT_EQ(level_name(result, 0), "up to 5 in flight");
}

TEST(LevelName, HasAllDigitsOfALargeTarget) {
    LoadResult result = small_result();
    result.levels[0].target = 1e6;
    EXPECT_EQ(level_name(result, 0), "1000000/s");
    result.levels[0].target = 999'999.4;
    EXPECT_EQ(level_name(result, 0), "999999/s");
}

TEST(LevelName, CountsRepetitions) {
    LoadResult result = small_result();
    result.levels.resize(3, result.levels[0]);
    result.levels[1].target = 5.5;
    EXPECT_EQ(level_name(result, 0), "5/s run 1");
    EXPECT_EQ(level_name(result, 1), "5.5/s");
    EXPECT_EQ(level_name(result, 2), "5/s run 2");
}

}  // namespace
}  // namespace plumbline::load
