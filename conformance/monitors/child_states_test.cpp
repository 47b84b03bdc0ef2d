#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using ChildStatesMonitor = JobsMonitorTest;

TEST_F(ChildStatesMonitor, ChecksThatAllChildrenMatchTheFinalStateOfTheirParent) {
    job("DONE");
    EXPECT_THAT(runs_in({"DONE", "DONE"}).verified, Contains("J-DONE"));
    const auto result = runs_in({"DONE", "NEW"});
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-DONE"));
    EXPECT_EQ(result.findings.front().finding.expected,
              "as /status of job j is DONE, all of its run records to have a /status that matches "
              "^DONE$");
    EXPECT_EQ(result.findings.front().finding.got, "run r1, whose /status is NEW");
}

TEST_F(ChildStatesMonitor, ChecksThatSomeChildrenMatch) {
    job("FAILED");
    EXPECT_THAT(runs_in({"DONE", "FAILED"}).verified, Contains("J-FAILED"));
    EXPECT_THAT(broken_requirements(runs_in({"DONE", "NEW"})), ElementsAre("J-FAILED"));
}

TEST_F(ChildStatesMonitor, AcceptsAMatchingChildOnAnotherPage) {
    job("FAILED");
    EXPECT_THAT(runs_in(std::vector<std::string>(10, "DONE")).findings, IsEmpty());
}

TEST_F(ChildStatesMonitor, IgnoresAStateThatIsShownLater) {
    EXPECT_THAT(runs_in({"NEW"}).findings, IsEmpty());
    EXPECT_THAT(job("DONE").findings, IsEmpty());
}

TEST_F(ChildStatesMonitor, IgnoresOverlappingExchanges) {
    observe({.operation = "getJob",
             .response = R"({"id":"j","status":"DONE"})",
             .path = {{"job_id", "j"}},
             .started = 0,
             .ended = 20});
    const TestExchange list{.operation = "listRuns",
                            .response = R"([{"id":"r","status":"NEW"}])",
                            .path = {{"job_id", "j"}},
                            .started = 10,
                            .ended = 30};
    EXPECT_THAT(observe(list).findings, IsEmpty());
}

TEST_F(ChildStatesMonitor, ChecksAChangeableStateOnlyIfItStaysTheSame) {
    job("NEW");
    EXPECT_THAT(runs_in({"RUNNING"}).findings, IsEmpty());
    const auto result = job("NEW");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-NEW"));
    EXPECT_THAT(result.findings.front().finding.expected, HasSubstr("none of its run records"));
    EXPECT_THAT(result.findings.front().finding.note, HasSubstr("listRuns"));
}

TEST_F(ChildStatesMonitor, AcceptsChildrenThatProgressWithTheirParent) {
    job("NEW");
    runs_in({"RUNNING"});
    EXPECT_THAT(job("RUNNING").findings, IsEmpty());
    EXPECT_THAT(job("NEW").findings, IsEmpty());
}

TEST_F(ChildStatesMonitor, VerifiesChildrenOnceTheStateIsShownAgain) {
    job("NEW");
    EXPECT_THAT(runs_in({"NEW"}).verified, Not(Contains("J-NEW")));
    EXPECT_THAT(job("NEW").verified, Contains("J-NEW"));
}

TEST_F(ChildStatesMonitor, VerifiesNothingForAnEmptyList) {
    job("DONE");
    const auto result = runs_in({});
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Not(Contains("J-DONE")));
    restart();
    job("FAILED");
    EXPECT_THAT(runs_in({}).findings, IsEmpty());
}

TEST_F(ChildStatesMonitor, SkipsAListWithMorePages) {
    job("FAILED");
    const std::string runs_of_a_page = R"("resources":[{"id":"r","status":"DONE"}])";
    EXPECT_THAT(runs("{" + runs_of_a_page + R"(,"next_cursor":"abc"})").findings, IsEmpty());
    EXPECT_THAT(runs("{" + runs_of_a_page + R"(,"total":2})").findings, IsEmpty());
    EXPECT_THAT(
        broken_requirements(runs("{" + runs_of_a_page + R"(,"next_cursor":null,"total":1})")),
        ElementsAre("J-FAILED"));
}

TEST_F(ChildStatesMonitor, SkipsAListDuringAWriteOfTheParent) {
    job("DONE");
    announce({.operation = "cancelJob", .path = {{"job_id", "j"}}});
    EXPECT_THAT(runs_in({"NEW"}).findings, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
