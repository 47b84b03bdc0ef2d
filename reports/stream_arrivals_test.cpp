#include "reports/stream_arrivals.hpp"

#include "reports/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::reports {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

std::vector<StreamArrival> recorded(std::size_t events) {
    ArrivalLog recorder;
    for (std::size_t i = 1; i <= events; ++i)
        recorder.add({static_cast<double>(i), "values", "values", 10});
    return recorder.take();
}

ScenarioResult with_arrivals(std::size_t count, std::vector<Finding> findings) {
    StepResult step = sample_step("run", std::move(findings));
    step.exchanges.front().streams.push_back(
        {count, 1, 1, "complete", std::vector<StreamArrival>(count), {}});
    return sample_scenario("streams/a", Verdict::kPassed, {std::move(step)});
}

const std::vector<StreamArrival>& arrivals_of(const ScenarioResult& scenario) {
    return scenario.steps.front().exchanges.front().streams.front().arrivals;
}

TEST(ArrivalLog, KeepsAllArrivalsOfAShortStream) {
    EXPECT_THAT(recorded(0), IsEmpty());
    EXPECT_THAT(recorded(3), SizeIs(3));
    EXPECT_THAT(recorded(kMaxArrivals), SizeIs(kMaxArrivals));
}

TEST(ArrivalLog, KeepsTheFirstAndTheLastOfALongStreamInTheirOrder) {
    const auto arrivals = recorded(1'000);
    ASSERT_THAT(arrivals, SizeIs(200));
    EXPECT_EQ(arrivals[0].at_ms, 1);
    EXPECT_EQ(arrivals[99].at_ms, 100);
    EXPECT_EQ(arrivals[100].at_ms, 901);
    EXPECT_EQ(arrivals[199].at_ms, 1'000);
}

TEST(Hex, IsReadBack) {
    const std::string bytes("a\0\xFF\n", 4);
    EXPECT_EQ(hex_of(bytes), "6100ff0a");
    EXPECT_EQ(bytes_of_hex(hex_of(bytes)), bytes);
    EXPECT_EQ(bytes_of_hex("61zz61"), "a");
}

TEST(LimitArrivals, KeepsThoseOfStreamsWithFindingsFirst) {
    std::vector<ScenarioResult> scenarios;
    for (int i = 0; i < 4; ++i) scenarios.push_back(with_arrivals(200, {}));
    scenarios.push_back(with_arrivals(200, {sample_finding(Verdict::kFailed, "", "a", "b")}));
    scenarios.push_back(with_arrivals(20, {}));
    limit_arrivals(scenarios);
    EXPECT_THAT(arrivals_of(scenarios[5]), IsEmpty());  // after one that does not fit
    limit_arrivals(scenarios);                          // of merged shards
    EXPECT_THAT(arrivals_of(scenarios[5]), IsEmpty());
    EXPECT_THAT(arrivals_of(scenarios[0]), SizeIs(200));
    EXPECT_THAT(arrivals_of(scenarios[1]), SizeIs(200));
    EXPECT_THAT(arrivals_of(scenarios[3]), IsEmpty());
    EXPECT_THAT(arrivals_of(scenarios[4]), SizeIs(200));
}

}  // namespace
}  // namespace plumbline::reports
