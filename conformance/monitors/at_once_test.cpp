#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using AtOnce = WatchingJobs;

TEST_F(AtOnce, HoldsUpToTheNumber) {
    EXPECT_THAT(
        jobs(
            R"([{"id":"a","status":"RUNNING"},{"id":"b","status":"RUNNING"},{"id":"c","status":"RUNNING"},{"id":"d","status":"NEW"}])")
            .verified,
        Contains("J-JOBS"));
}

TEST_F(AtOnce, IsBrokenByMore) {
    const auto judged = jobs(
        R"([{"id":"a","status":"RUNNING"},{"id":"b","status":"RUNNING"},{"id":"c","status":"RUNNING"},{"id":"d","status":"RUNNING"}])");
    EXPECT_THAT(broken(judged), ElementsAre("J-JOBS"));
    EXPECT_EQ(judged.broken.front().finding.got, "4");
}

TEST_F(AtOnce, SaysNothingWhereNoneIs) {
    EXPECT_THAT(jobs(R"([{"id":"a","status":"NEW"}])").verified, Not(Contains("J-JOBS")));
}

TEST_F(AtOnce, TellsWhatWasSeenOfTwoNumbers) {
    const auto judged = runs_in({"RUNNING", "RUNNING", "RUNNING", "NEW"});
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Contains("J-RUNS"));
    ASSERT_EQ(judged.observed.size(), 1U);
    const reports::Finding& finding = judged.observed.front();
    EXPECT_EQ(finding.verdict, reports::Verdict::kObserved);
    EXPECT_THAT(finding.requirements, ElementsAre("J-RUNS"));
    EXPECT_EQ(finding.expected, "at most 4, or 2");
    EXPECT_EQ(finding.got, "3");
    EXPECT_EQ(finding.note, "contradiction: observed 3");
}

TEST_F(AtOnce, TellsNothingUpToTheSmallerOfTwoNumbers) {
    const auto judged = runs_in({"RUNNING", "RUNNING", "NEW"});
    EXPECT_THAT(judged.verified, Contains("J-RUNS"));
    EXPECT_THAT(judged.observed, IsEmpty());
}

TEST_F(AtOnce, IsBrokenByMoreThanBothNumbers) {
    const auto judged = runs_in({"RUNNING", "RUNNING", "RUNNING", "RUNNING", "RUNNING"});
    EXPECT_THAT(broken(judged), ElementsAre("J-RUNS"));
    EXPECT_THAT(judged.observed, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
