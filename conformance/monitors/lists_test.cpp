#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using ListOrderMonitor = HistoryMonitorTest;
using CompletenessMonitor = HistoryMonitorTest;

TEST_F(ListOrderMonitor, VerifiesTheStatedOrder) {
    const auto result = list_parts(
        R"({"items":[{"id":"q","made":"2026-01-02T00:00:00Z"},{"id":"p","made":"2026-01-02T00:30:00+01:00"}]})");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Contains("T-ORDER"));
}

TEST_F(ListOrderMonitor, ReportsAnotherOrder) {
    const auto result = list_parts(
        R"({"items":[{"id":"p","made":"2026-01-01T00:00:00Z"},{"id":"q","made":"2026-01-02T00:00:00Z"}]})");
    EXPECT_THAT(broken_requirements(result), ElementsAre("T-ORDER"));
    EXPECT_THAT(result.findings.front().finding.got, HasSubstr("before item 1"));
}

TEST_F(ListOrderMonitor, AcceptsEqualValuesInAnyOrder) {
    const std::string p = R"({"id":"p","made":"2026-01-01T00:00:00Z"})";
    const std::string q = R"({"id":"q","made":"2026-01-01T00:00:00.000+00:00"})";
    EXPECT_THAT(list_parts(R"({"items":[)" + p + ',' + q + "]}").findings, IsEmpty());
    const auto result = list_parts(R"({"items":[)" + q + ',' + p + "]}");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Not(Contains("T-ORDER")));
}

TEST_F(ListOrderMonitor, VerifiesNothingByItemsWithoutAKey) {
    EXPECT_THAT(list_parts(R"({"items":[{"id":"q"},{"id":"p"}]})").verified,
                Not(Contains("T-ORDER")));
}

TEST_F(ListOrderMonitor, VerifiesNothingForOneItem) {
    EXPECT_THAT(list_parts(R"({"items":[{"id":"p","made":"x"}]})").verified,
                Not(Contains("T-ORDER")));
}

TEST_F(CompletenessMonitor, VerifiesACompleteList) {
    create(R"({"id":"a"})");
    EXPECT_THAT(list(R"({"items":[{"id":"other"},{"id":"a"}]})").verified, Contains("T-HAS"));
}

TEST_F(CompletenessMonitor, ReportsAMissingRecord) {
    create(R"({"id":"a"})");
    const auto result = list(R"({"items":[]})");
    EXPECT_THAT(broken_requirements(result), ElementsAre("T-HAS"));
    EXPECT_EQ(result.findings.front().finding.expected, "thing a in the list");
}

TEST_F(CompletenessMonitor, ChecksOnlyListsOfTheSameCaller) {
    create(R"({"id":"a"})");
    EXPECT_THAT(
        observe({.operation = "listThings", .response = R"({"items":[]})", .key = "somebody else"})
            .findings,
        IsEmpty());
}

TEST_F(CompletenessMonitor, SkipsPages) {
    create(R"({"id":"a"})");
    EXPECT_THAT(
        observe({.operation = "listThings", .response = R"({"items":[]})", .query = "?limit=1"})
            .findings,
        IsEmpty());
    EXPECT_THAT(list(R"({"items":[{"id":"0"},{"id":"1"},{"id":"2"},{"id":"3"},{"id":"4"},
                                  {"id":"5"},{"id":"6"},{"id":"7"},{"id":"8"},{"id":"9"}]})")
                    .findings,
                IsEmpty());
}

TEST_F(CompletenessMonitor, ChecksTheNextListAfterPages) {
    create(R"({"id":"a"})");
    list_parts(R"({"items":[{"id":"p"},{"id":"q"}]})");
    const TestExchange page{.operation = "listParts",
                            .response = R"({"items":[{"id":"r"}]})",
                            .path = {{"thing_id", "a"}},
                            .query = "?limit=1"};
    EXPECT_THAT(observe(page).findings, IsEmpty());
    TestExchange next = page;
    next.response =
        R"({"items":[{"id":"r"}]})";  // another run was created in front of it meanwhile
    next.query = "?limit=1&offset=1";
    EXPECT_THAT(observe(next).findings, IsEmpty());
    EXPECT_THAT(broken_requirements(list_parts(R"({"items":[{"id":"s"},{"id":"q"},{"id":"p"}]})")),
                ElementsAre("T-GROW"));
}

TEST_F(CompletenessMonitor, IgnoresRecordsOfOtherCallers) {
    create(R"({"id":"a"})");
    EXPECT_THAT(list(R"({"items":[{"id":"a"},{"id":"of others"}]})").findings, IsEmpty());
    EXPECT_THAT(list(R"({"items":[{"id":"a"}]})").findings, IsEmpty());
}

TEST_F(CompletenessMonitor, IgnoresRecordsThatAreDeletedOrBeingDeleted) {
    create(R"({"id":"a"})");
    const TestExchange removal{.operation = "deleteThing",
                               .path = {{"thing_id", "a"}},
                               .status = 204,
                               .started = 100,
                               .ended = 200};
    announce(removal);
    const TestExchange look{
        .operation = "listThings", .response = R"({"items":[]})", .started = 150, .ended = 160};
    EXPECT_THAT(observe(look).findings, IsEmpty());
    check(removal);
    EXPECT_THAT(list(R"({"items":[]})").findings, IsEmpty());
}

TEST_F(CompletenessMonitor, IgnoresRecordsCreatedMeanwhileOrReleased) {
    observe({.operation = "createThing",
             .response = R"({"id":"a"})",
             .status = 201,
             .started = 0,
             .ended = 20});
    EXPECT_THAT(
        observe(
            {.operation = "listThings", .response = R"({"items":[]})", .started = 10, .ended = 30})
            .findings,
        IsEmpty());
    monitor_->release_owner(1);
    EXPECT_THAT(list(R"({"items":[]})").findings, IsEmpty());
}

TEST_F(CompletenessMonitor, ReportsMissingChildren) {
    create(R"({"id":"a"})");
    list_parts(R"({"items":[{"id":"p"}]})");
    EXPECT_THAT(list_parts(R"({"items":[{"id":"q"},{"id":"p"}]})").verified, Contains("T-GROW"));
    EXPECT_THAT(broken_requirements(list_parts(R"({"items":[{"id":"q"}]})")),
                ElementsAre("T-GROW"));
}

}  // namespace
}  // namespace plumbline::monitors
