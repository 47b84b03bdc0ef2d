#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using Children = WatchingJobs;

TEST_F(Children, AllFitTheFinalStateOfTheirParent) {
    job("DONE");
    EXPECT_THAT(runs_in({"DONE", "DONE"}).verified, Contains("J-DONE"));
    const auto judged = runs_in({"DONE", "NEW"});
    EXPECT_THAT(broken(judged), ElementsAre("J-DONE"));
    EXPECT_EQ(judged.broken.front().finding.expected,
              "as /status of job j is DONE, all of its run records to have a /status that fits "
              "^DONE$");
    EXPECT_EQ(judged.broken.front().finding.got, "run r1, whose /status is NEW");
}

TEST_F(Children, OfWhomSomeMustFit) {
    job("FAILED");
    EXPECT_THAT(runs_in({"DONE", "FAILED"}).verified, Contains("J-FAILED"));
    EXPECT_THAT(broken(runs_in({"DONE", "NEW"})), ElementsAre("J-FAILED"));
}

TEST_F(Children, OfWhomSomeMustFitMayStandOnAnotherPage) {
    job("FAILED");
    EXPECT_THAT(runs_in(std::vector<std::string>(10, "DONE")).broken, IsEmpty());
}

TEST_F(Children, AreNotJudgedByAStateShownLater) {
    EXPECT_THAT(runs_in({"NEW"}).broken, IsEmpty());
    EXPECT_THAT(job("DONE").broken, IsEmpty());
}

TEST_F(Children, AreNotJudgedByAnAnswerThatWasUnderWay) {
    see({.operation = "getJob",
         .answer = R"({"id":"j","status":"DONE"})",
         .path = {{"job_id", "j"}},
         .started = 0,
         .ended = 20});
    const Told list{.operation = "listRuns",
                    .answer = R"([{"id":"r","status":"NEW"}])",
                    .path = {{"job_id", "j"}},
                    .started = 10,
                    .ended = 30};
    EXPECT_THAT(see(list).broken, IsEmpty());
}

TEST_F(Children, AreJudgedByAStateThatMayChangeOnlyIfItDidNot) {
    job("NEW");
    EXPECT_THAT(runs_in({"RUNNING"}).broken, IsEmpty());
    const auto judged = job("NEW");
    EXPECT_THAT(broken(judged), ElementsAre("J-NEW"));
    EXPECT_THAT(judged.broken.front().finding.expected, HasSubstr("none of its run records"));
    EXPECT_THAT(judged.broken.front().finding.note, HasSubstr("listRuns"));
}

TEST_F(Children, MayHaveGoneOnWithTheirParent) {
    job("NEW");
    runs_in({"RUNNING"});
    EXPECT_THAT(job("RUNNING").broken, IsEmpty());
    EXPECT_THAT(job("NEW").broken, IsEmpty());
}

TEST_F(Children, AreKnownToFitAStateOnceItIsSeenAgain) {
    job("NEW");
    EXPECT_THAT(runs_in({"NEW"}).verified, Not(Contains("J-NEW")));
    EXPECT_THAT(job("NEW").verified, Contains("J-NEW"));
}

TEST_F(Children, SayNothingOfAnEmptyList) {
    job("DONE");
    const auto judged = runs_in({});
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Not(Contains("J-DONE")));
    restart();
    job("FAILED");
    EXPECT_THAT(runs_in({}).broken, IsEmpty());
}

TEST_F(Children, AreNotLookedForInAListThatTellsOfMore) {
    job("FAILED");
    const std::string runs_of_a_page = R"("resources":[{"id":"r","status":"DONE"}])";
    EXPECT_THAT(runs("{" + runs_of_a_page + R"(,"next_cursor":"abc"})").broken, IsEmpty());
    EXPECT_THAT(runs("{" + runs_of_a_page + R"(,"total":2})").broken, IsEmpty());
    EXPECT_THAT(broken(runs("{" + runs_of_a_page + R"(,"next_cursor":null,"total":1})")),
                ElementsAre("J-FAILED"));
}

TEST_F(Children, AreNotJudgedWhileTheirParentIsChanged) {
    job("DONE");
    begin({.operation = "cancelJob", .path = {{"job_id", "j"}}});
    EXPECT_THAT(runs_in({"NEW"}).broken, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
