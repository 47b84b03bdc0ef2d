#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using ListsBetweenReadsMonitor = JobsMonitorTest;

TEST_F(ListsBetweenReadsMonitor, ReportsAValueThatOnlyTheListShows) {
    job("WAITING");
    EXPECT_THAT(jobs(R"([{"id":"j","status":"CREATED"}])").findings, IsEmpty());
    const auto result = job("WAITING");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-SAME"));
    EXPECT_EQ(result.findings.front().finding.code, "history-matches_read");
    EXPECT_THAT(result.findings.front().finding.expected,
                HasSubstr("/status of job j in the list as in the reads before and after it"));
}

TEST_F(ListsBetweenReadsMonitor, AcceptsAValueThatChanges) {
    job("CREATED");
    jobs(R"([{"id":"j","status":"WAITING"}])");
    EXPECT_THAT(job("WAITING").findings, IsEmpty());
}

TEST_F(ListsBetweenReadsMonitor, AcceptsItemsThatOmitFields) {
    job("WAITING");
    jobs(R"([{"id":"j"}])");
    EXPECT_THAT(job("WAITING").findings, IsEmpty());
}

TEST_F(ListsBetweenReadsMonitor, IgnoresAListThatOverlapsARead) {
    job("WAITING");
    observe({.operation = "listJobs",
             .response = R"([{"id":"j","status":"CREATED"}])",
             .started = 2,
             .ended = 30});
    EXPECT_THAT(job("WAITING").findings, IsEmpty());
}

TEST_F(ListsBetweenReadsMonitor, IgnoresWhatAWriteChangesMeanwhile) {
    job("WAITING");
    observe({"cancelJob", R"({"id":"j","status":"CREATED"})", {{"job_id", "j"}}});
    jobs(R"([{"id":"j","status":"CREATED"}])");
    EXPECT_THAT(job("WAITING").findings, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
