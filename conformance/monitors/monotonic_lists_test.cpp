#include "conformance/monitors/jobs_fixture.hpp"

namespace plumbline::monitors {
namespace {

using MonotonicListsMonitor = JobsMonitorTest;

TEST_F(MonotonicListsMonitor, VerifiesListsThatGrow) {
    run(R"("progress":{"files":["a"]})");
    EXPECT_THAT(run(R"("progress":{"files":["a","b"]})").verified, Contains("J-FILES"));
    EXPECT_THAT(run(R"("progress":{"files":["a","b"]})").verified, Contains("J-FILES"));
}

TEST_F(MonotonicListsMonitor, ReportsAMissingItem) {
    run(R"("progress":{"files":["a","b"]})");
    const auto result = run(R"("progress":{"files":["a","c"]})");
    EXPECT_THAT(broken_requirements(result), ElementsAre("J-FILES"));
    EXPECT_THAT(result.findings.front().finding.expected, HasSubstr(R"(["a","b"])"));
    EXPECT_THAT(broken_requirements(run(R"("progress":{"files":["a"]})")), ElementsAre("J-FILES"));
}

TEST_F(MonotonicListsMonitor, AcceptsAnotherOrder) {
    run(R"("progress":{"files":["a","b"]})");
    EXPECT_THAT(run(R"("progress":{"files":["b","c","a"]})").verified, Contains("J-FILES"));
}

TEST_F(MonotonicListsMonitor, ReportsMissingItemsOnce) {
    run(R"("progress":{"files":["a","b"]})");
    EXPECT_THAT(broken_requirements(run(R"("progress":{"files":["a"]})")), ElementsAre("J-FILES"));
    EXPECT_THAT(run(R"("progress":{"files":["a"]})").findings, IsEmpty());
}

TEST_F(MonotonicListsMonitor, VerifiesNothingForAnEmptyValue) {
    run(R"("progress":{"files":[]})");
    EXPECT_THAT(run(R"("progress":{"files":["a"]})").verified, Not(Contains("J-FILES")));
}

TEST_F(MonotonicListsMonitor, VerifiesObjectsThatGrow) {
    run(R"("errors":{"try_0":"broke"})");
    EXPECT_THAT(run(R"("errors":{"try_0":"broke","try_1":"again"})").verified, Contains("J-KEPT"));
}

TEST_F(MonotonicListsMonitor, ReportsAMemberThatIsMissingOrChanged) {
    run(R"("errors":{"try_0":"broke"})");
    EXPECT_THAT(broken_requirements(run(R"("errors":{"try_0":"tore"})")), ElementsAre("J-KEPT"));
    EXPECT_THAT(broken_requirements(run(R"("errors":{})")), ElementsAre("J-KEPT"));
    run(R"("errors":{"try_0":"broke"})");
    run(R"("errors":{"try_0":"broke"})");
    EXPECT_THAT(broken_requirements(run(R"("errors":null)")), ElementsAre("J-KEPT"));
}

TEST_F(MonotonicListsMonitor, IgnoresOverlappingExchanges) {
    const auto at = [&](int started, int ended, const std::string& files) {
        return observe({.operation = "listRuns",
                        .response = R"([{"id":"r","progress":{"files":)" + files + "}}]",
                        .path = {{"job_id", "j"}},
                        .started = started,
                        .ended = ended});
    };
    at(0, 20, R"(["a"])");
    EXPECT_THAT(at(10, 30, "[]").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(at(40, 50, "[]")), ElementsAre("J-FILES"));
}

}  // namespace
}  // namespace plumbline::monitors
