#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using ReadsAndListsMonitor = JobsMonitorTest;

TEST_F(ReadsAndListsMonitor, VerifiesListsThatMatchReads) {
    EXPECT_THAT(job("DONE").verified, Not(Contains("J-SAME")));
    EXPECT_THAT(jobs(R"([{"id":"j","status":"DONE"}])").verified, Contains("J-SAME"));
    EXPECT_THAT(job("DONE").verified, Contains("J-SAME"));
}

TEST_F(ReadsAndListsMonitor, ReportsAListThatContradictsARead) {
    job("DONE");
    const auto result = jobs(R"([{"id":"j","status":"NEW"}])");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-FINAL", "J-SAME"));
    EXPECT_EQ(result.findings.front().finding.code, "history-matches_read");
    EXPECT_THAT(result.verified, Not(Contains("J-SAME")));
}

TEST_F(ReadsAndListsMonitor, ReportsAReadThatContradictsAList) {
    jobs(R"([{"id":"j","status":"NEW","made":"2026-01-01T00:00:00Z"}])");
    EXPECT_THAT(
        broken_requirements(observe({"getJob",
                                     R"({"id":"j","status":"NEW","made":"2026-01-02T00:00:00Z"})",
                                     {{"job_id", "j"}}})),
        ElementsAre("J-STABLE", "J-SAME"));
}

TEST_F(ReadsAndListsMonitor, IgnoresTwoReads) {
    job("DONE");
    const auto result = job("NEW");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-FINAL"));
    EXPECT_EQ(result.findings.front().finding.code, "history-final");
}

TEST_F(ReadsAndListsMonitor, ReportsAnotherFinalState) {
    job("FAILED");
    EXPECT_THAT(broken_requirements(job("DONE")), ElementsAre("J-FINAL"));
}

TEST_F(ReadsAndListsMonitor, ExpectsRecordsThatCannotBeDeletedInEveryList) {
    job("NEW");
    const auto result = jobs(R"([{"id":"other"}])");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-ALL"));
    EXPECT_EQ(result.findings.front().finding.expected, "job j in the list");
    EXPECT_THAT(
        observe({.operation = "listJobs", .response = "[]", .key = "somebody else"}).findings,
        IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
