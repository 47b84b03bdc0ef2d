#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using ConcurrentStatesMonitor = JobsMonitorTest;

TEST_F(ConcurrentStatesMonitor, AcceptsUpToTheLimit) {
    EXPECT_THAT(
        jobs(
            R"([{"id":"a","status":"RUNNING"},{"id":"b","status":"RUNNING"},{"id":"c","status":"RUNNING"},{"id":"d","status":"NEW"}])")
            .verified,
        Contains("J-JOBS"));
}

TEST_F(ConcurrentStatesMonitor, ReportsMoreThanTheLimit) {
    const auto result = jobs(
        R"([{"id":"a","status":"RUNNING"},{"id":"b","status":"RUNNING"},{"id":"c","status":"RUNNING"},{"id":"d","status":"RUNNING"}])");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-JOBS"));
    EXPECT_EQ(result.findings.front().finding.got, "4");
}

TEST_F(ConcurrentStatesMonitor, VerifiesNothingBelowTheLimit) {
    EXPECT_THAT(jobs(R"([{"id":"a","status":"NEW"}])").verified, Not(Contains("J-JOBS")));
    EXPECT_THAT(jobs(R"([{"id":"a","status":"RUNNING"},{"id":"b","status":"RUNNING"}])").verified,
                Not(Contains("J-JOBS")));
    EXPECT_THAT(runs_in({"RUNNING", "NEW"}).verified, Not(Contains("J-RUNS")));
}

TEST_F(ConcurrentStatesMonitor, ReportsWhichOfTwoLimitsWasObserved) {
    const auto result = runs_in({"RUNNING", "RUNNING", "RUNNING", "NEW"});
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Contains("J-RUNS"));
    ASSERT_EQ(result.observations.size(), 1U);
    const reports::Finding& finding = result.observations.front();
    EXPECT_EQ(finding.verdict, reports::Verdict::kObserved);
    EXPECT_THAT(finding.requirements, ElementsAre("J-RUNS"));
    EXPECT_EQ(finding.expected, "at most 4, or 2");
    EXPECT_EQ(finding.got, "3");
    EXPECT_EQ(finding.note, "contradiction: observed 3");
}

TEST_F(ConcurrentStatesMonitor, ReportsNothingUpToTheSmallerOfTwoLimits) {
    const auto result = runs_in({"RUNNING", "RUNNING", "NEW"});
    EXPECT_THAT(result.verified, Contains("J-RUNS"));
    EXPECT_THAT(result.observations, IsEmpty());
}

TEST_F(ConcurrentStatesMonitor, ReportsMoreThanBothLimits) {
    const auto result = runs_in({"RUNNING", "RUNNING", "RUNNING", "RUNNING", "RUNNING"});
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-RUNS"));
    EXPECT_THAT(result.observations, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
