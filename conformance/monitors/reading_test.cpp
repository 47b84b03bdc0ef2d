#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using Reading = WatchingJobs;

TEST_F(Reading, ShowsWhatListsDo) {
    EXPECT_THAT(job("DONE").verified, Not(Contains("J-SAME")));
    EXPECT_THAT(jobs(R"([{"id":"j","status":"DONE"}])").verified, Contains("J-SAME"));
    EXPECT_THAT(job("DONE").verified, Contains("J-SAME"));
}

TEST_F(Reading, IsContradictedByAListThatShowsAnotherState) {
    job("DONE");
    const auto judged = jobs(R"([{"id":"j","status":"NEW"}])");
    EXPECT_THAT(broken(judged), ElementsAre("J-FINAL", "J-SAME"));
    EXPECT_EQ(judged.broken.front().finding.code, "history-as_read");
    EXPECT_THAT(judged.verified, Not(Contains("J-SAME")));
}

TEST_F(Reading, ContradictsAList) {
    jobs(R"([{"id":"j","status":"NEW","made":"2026-01-01T00:00:00Z"}])");
    EXPECT_THAT(broken(see({"getJob",
                            R"({"id":"j","status":"NEW","made":"2026-01-02T00:00:00Z"})",
                            {{"job_id", "j"}}})),
                ElementsAre("J-STABLE", "J-SAME"));
}

TEST_F(Reading, IsNoQuestionBetweenTwoReads) {
    job("DONE");
    const auto judged = job("NEW");
    EXPECT_THAT(broken(judged), ElementsAre("J-FINAL"));
    EXPECT_EQ(judged.broken.front().finding.code, "history-final");
}

TEST_F(Reading, TellsAnotherFinalStateOfOneThatIsFinal) {
    job("FAILED");
    EXPECT_THAT(broken(job("DONE")), ElementsAre("J-FINAL"));
}

TEST_F(Reading, OfWhatNobodyCanDeleteIsInEveryListThen) {
    job("NEW");
    const auto judged = jobs(R"([{"id":"other"}])");
    EXPECT_THAT(broken(judged), ElementsAre("J-ALL"));
    EXPECT_EQ(judged.broken.front().finding.expected, "job j in the list");
    EXPECT_THAT(see({.operation = "listJobs", .answer = "[]", .key = "somebody else"}).broken,
                IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
