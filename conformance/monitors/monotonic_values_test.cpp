#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using MonotonicValuesMonitor = HistoryMonitorTest;
using FinalStatesMonitor = HistoryMonitorTest;

TEST_F(MonotonicValuesMonitor, VerifiesTimesThatIncrease) {
    create(R"({"id":"a","changed":"2026-01-01T00:00:00Z"})");
    EXPECT_THAT(get(R"({"id":"a","changed":"2026-01-01T00:00:00Z"})").verified,
                Contains("T-CHANGED"));
    EXPECT_THAT(get(R"({"id":"a","changed":"2026-01-01T01:00:01+01:00"})").verified,
                Contains("T-CHANGED"));
}

TEST_F(MonotonicValuesMonitor, ReportsATimeThatDecreases) {
    create(R"({"id":"a","changed":"2026-01-01T00:00:01Z"})");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","changed":"2026-01-01T00:00:00Z"})")),
                ElementsAre("T-CHANGED"));
}

TEST_F(MonotonicValuesMonitor, IgnoresThePrecisionOfTimes) {
    create(R"({"id":"a","changed":"2026-01-01T00:00:01.678901234Z"})");
    EXPECT_THAT(get(R"({"id":"a","changed":"2026-01-01T00:00:01.678Z"})").verified,
                Contains("T-CHANGED"));
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","changed":"2026-01-01T00:00:01.677Z"})")),
                ElementsAre("T-CHANGED"));
}

TEST_F(MonotonicValuesMonitor, ReportsATimeBeforeItsLowerBound) {
    EXPECT_THAT(
        create(R"({"id":"a","made":"2026-01-01T00:00:00Z","changed":"2026-01-02T00:00:00Z"})")
            .verified,
        Contains("T-CHANGED"));
    EXPECT_THAT(
        broken_requirements(
            create(R"({"id":"b","made":"2026-01-01T00:00:01Z","changed":"2026-01-01T00:00:00Z"})")),
        ElementsAre("T-CHANGED"));
}

TEST_F(MonotonicValuesMonitor, ChecksNumbers) {
    get(R"({"id":"a","count":10})");
    EXPECT_THAT(get(R"({"id":"a","count":11})").verified, ElementsAre("T-COUNT", "T-STABLE"));
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","count":9})")), ElementsAre("T-COUNT"));
}

TEST_F(MonotonicValuesMonitor, ReportsAValueThatIsLost) {
    get(R"({"id":"a","count":null})");
    get(R"({"id":"a","count":10})");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","count":null})")), ElementsAre("T-COUNT"));
    EXPECT_THAT(get(R"({"id":"a","count":null})").findings, IsEmpty());
}

TEST_F(MonotonicValuesMonitor, AcceptsNullInsteadOfZero) {
    get(R"({"id":"a","count":0})");
    EXPECT_THAT(get(R"({"id":"a","count":null})").findings, IsEmpty());
}

TEST_F(MonotonicValuesMonitor, ChecksOnlyAfterTheConsistencyWait) {
    restart(std::chrono::milliseconds(100));
    const auto at = [&](int time, const std::string& count) {
        return observe({.operation = "getThing",
                        .response = R"({"id":"a","count":)" + count + '}',
                        .path = {{"thing_id", "a"}},
                        .started = time,
                        .ended = time});
    };
    at(0, "10");
    EXPECT_THAT(at(99, "9").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(at(100, "9")), ElementsAre("T-COUNT"));
}

TEST_F(FinalStatesMonitor, VerifiesStatesThatStay) {
    get(R"({"id":"a","status":"NEW"})");
    get(R"({"id":"a","status":"HALF_DEAD"})");
    EXPECT_THAT(get(R"({"id":"a","status":"DEAD"})").verified, Contains("T-FINAL"));
}

TEST_F(FinalStatesMonitor, ReportsAStateThatChanges) {
    get(R"({"id":"a","status":"DEAD"})");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","status":"NEW"})")), ElementsAre("T-FINAL"));
}

TEST_F(FinalStatesMonitor, VerifiesNothingBeforeAFinalState) {
    get(R"({"id":"a","status":"NEW"})");
    EXPECT_THAT(get(R"({"id":"a","status":"OLD"})").verified, Not(Contains("T-FINAL")));
}

}  // namespace
}  // namespace plumbline::monitors
