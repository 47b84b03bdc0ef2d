#include "benchmarks/load/app/stages_option.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;

TEST(StagesOption, HasRatesOrRequestsInFlight) {
    const auto rates = parse_stages("10s:50/s,500ms:120/m,0:0");
    ASSERT_THAT(rates, IsOk());
    EXPECT_TRUE(rates->is_rate);
    EXPECT_THAT(
        rates->stages,
        ElementsAre(
            LoadStage{seconds(10), 50}, LoadStage{milliseconds(500), 2}, LoadStage{seconds(0), 0}));
    const auto users = parse_stages("1m:7");
    ASSERT_THAT(users, IsOk());
    EXPECT_FALSE(users->is_rate);
    EXPECT_THAT(users->stages, ElementsAre(LoadStage{seconds(60), 7}));
}

TEST(StagesOption, IsRefusedWithThePlace) {
    EXPECT_THAT(parse_stages(""), FailsWith("stage 1: found \"\", expected TIME:LOAD"));
    EXPECT_THAT(parse_stages("10s:5,"), FailsWith("stage 2: found \"\", expected TIME:LOAD"));
    EXPECT_THAT(parse_stages("10s:5,soon:5"),
                FailsWith("stage 2: found \"soon\", expected a time"));
    EXPECT_THAT(parse_stages("10s:2.5"), FailsWith("expected a number of requests in flight"));
    EXPECT_THAT(parse_stages("10s:-1/s"), FailsWith("expected a rate such as 50/s"));
    EXPECT_THAT(parse_stages("10s:5,10s:5/s"), FailsWith("stage 1: found \"10s:5\" beside rates"));
    EXPECT_THAT(parse_stages("10s:1e9/s"), FailsWith("up to a million"));
    EXPECT_THAT(parse_stages("10s:0"), FailsWith("the stages have no load"));
    EXPECT_THAT(parse_stages("20h:1,20h:1"), FailsWith("at most a day"));
    EXPECT_THAT(parse_stages("1e-12s:5"), FailsWith("at least 1ms in all"));
    EXPECT_THAT(parse_stages("0s:5,0s:1"), FailsWith("at least 1ms in all"));
    EXPECT_THAT(parse_stages("10s:1e-12/s"), FailsWith("stage 1: found the load \"1e-12/s\""));
    EXPECT_THAT(parse_stages("1e300h:1"), FailsWith("at most a day"));
}

}  // namespace
}  // namespace plumbline::load
