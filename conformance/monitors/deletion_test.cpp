#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using DeletionMonitor = HistoryMonitorTest;

TEST_F(DeletionMonitor, AcceptsARecordThatIsBeingDeleted) {
    create(R"({"id":"a","status":"NEW"})");
    remove();
    EXPECT_THAT(get(R"({"id":"a","status":"GOING"})").verified, Contains("T-GONE"));
}

TEST_F(DeletionMonitor, VerifiesNothingByAnItemWithoutTheField) {
    create(R"({"id":"a","status":"NEW"})");
    remove();
    const auto result = list(R"({"items":[{"id":"a"}]})");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Not(Contains("T-GONE")));
}

TEST_F(DeletionMonitor, ReportsARecordThatStillExists) {
    create(R"({"id":"a","status":"NEW"})");
    remove();
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","status":"NEW"})")), ElementsAre("T-GONE"));
}

TEST_F(DeletionMonitor, ReportsARecordThatIsFoundAgain) {
    create(R"({"id":"a","status":"NEW"})");
    remove();
    observe({.operation = "getThing", .path = {{"thing_id", "a"}}, .status = 404});
    const auto result = list(R"({"items":[{"id":"a"}]})");
    EXPECT_THAT(broken_requirements(result), ElementsAre("T-GONE"));
    EXPECT_THAT(result.findings.front().finding.expected, HasSubstr("not to be found again"));
}

TEST_F(DeletionMonitor, IgnoresNotFoundResponsesToOtherCallers) {
    create(R"({"id":"a","status":"NEW"})");
    remove();
    observe({.operation = "getThing",
             .path = {{"thing_id", "a"}},
             .status = 404,
             .key = "somebody else"});
    EXPECT_THAT(get(R"({"id":"a","status":"GOING"})").findings, IsEmpty());
}

TEST_F(DeletionMonitor, IgnoresARefusedDeletion) {
    create(R"({"id":"a","status":"NEW"})");
    observe({.operation = "deleteThing", .path = {{"thing_id", "a"}}, .status = 403});
    EXPECT_THAT(get(R"({"id":"a","status":"NEW"})").findings, IsEmpty());
}

TEST_F(DeletionMonitor, AcceptsStaleReadsWithinTheConsistencyWait) {
    restart(std::chrono::milliseconds(100));
    create(R"({"id":"a","status":"NEW"})");
    observe({.operation = "deleteThing", .path = {{"thing_id", "a"}}, .status = 204});
    EXPECT_THAT(get(R"({"id":"a","status":"NEW"})").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(observe({.operation = "getThing",
                                             .response = R"({"id":"a","status":"NEW"})",
                                             .path = {{"thing_id", "a"}},
                                             .started = 500})),
                ElementsAre("T-GONE"));
}

}  // namespace
}  // namespace plumbline::monitors
