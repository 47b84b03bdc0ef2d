#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using NewestReferenceMonitor = HistoryMonitorTest;
using ReferenceMonitor = HistoryMonitorTest;

TEST_F(NewestReferenceMonitor, VerifiesTheFirstItemOfTheList) {
    create(R"({"id":"a","latest":"p"})");
    EXPECT_THAT(list_parts(R"({"items":[{"id":"p"}]})").verified, Contains("T-FIRST"));
    EXPECT_THAT(get(R"({"id":"a","latest":"p"})").verified, Contains("T-FIRST"));
}

TEST_F(NewestReferenceMonitor, ReportsAListThatBeginsWithAnOlderRecord) {
    create(R"({"id":"a","latest":"p"})");
    patch(R"({"id":"a","latest":"q"})");
    EXPECT_THAT(broken_requirements(list_parts(R"({"items":[{"id":"p"},{"id":"q"}]})")),
                ElementsAre("T-FIRST"));
}

TEST_F(NewestReferenceMonitor, ReportsAReferenceToAnOlderRecord) {
    create(R"({"id":"a","latest":"p"})");
    list_parts(R"({"items":[{"id":"q"},{"id":"p"}]})");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","latest":"p"})")), ElementsAre("T-FIRST"));
}

TEST_F(NewestReferenceMonitor, ReportsAMissingReference) {
    create(R"({"id":"a","latest":null})");
    list_parts(R"({"items":[{"id":"p"}]})");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","latest":null})")), ElementsAre("T-FIRST"));
}

TEST_F(NewestReferenceMonitor, VerifiesNothingByAnEmptyListAndNull) {
    create(R"({"id":"a","latest":null})");
    const auto result = list_parts(R"({"items":[]})");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Not(Contains("T-FIRST")));
}

TEST_F(NewestReferenceMonitor, ReportsAnEmptyList) {
    create(R"({"id":"a","latest":"p"})");
    EXPECT_THAT(broken_requirements(list_parts(R"({"items":[]})")),
                ElementsAre("T-GROW", "T-FIRST"));
}

TEST_F(NewestReferenceMonitor, AcceptsARecordCreatedMeanwhile) {
    create(R"({"id":"a","latest":"p"})");
    EXPECT_THAT(list_parts(R"({"items":[{"id":"q"},{"id":"p"}]})").findings, IsEmpty());
    EXPECT_THAT(get(R"({"id":"a","latest":"r"})").findings, IsEmpty());
}

TEST_F(NewestReferenceMonitor, AcceptsAnyRecordWithAnEqualSortKey) {
    const std::string p = R"({"id":"p","made":"2026-01-01T00:00:00Z"})";
    const std::string q = R"({"id":"q","made":"2026-01-01T00:00:00Z"})";
    const std::string old = R"({"id":"o","made":"2025-01-01T00:00:00Z"})";
    create(R"({"id":"a","latest":"p"})");
    list_parts(R"({"items":[)" + p + "]}");
    patch(R"({"id":"a","latest":"q"})");
    EXPECT_THAT(list_parts(R"({"items":[)" + p + ',' + q + ',' + old + "]}").findings, IsEmpty());
    EXPECT_THAT(get(R"({"id":"a","latest":"q"})").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","latest":"o"})")), ElementsAre("T-FIRST"));
}

TEST_F(NewestReferenceMonitor, ReportsARecordOfAnotherParent) {
    get_part(R"({"id":"p"})", "p", "b");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","latest":"p"})")), ElementsAre("T-FIRST"));
}

TEST_F(ReferenceMonitor, VerifiesAMatchingState) {
    create(R"({"id":"a","active":null})");
    get_part(R"({"id":"p","state":"UP"})", "p");
    EXPECT_THAT(get(R"({"id":"a","active":"p"})").verified, Contains("T-ACTIVE"));
}

TEST_F(ReferenceMonitor, ReportsAStateThatDidNotMatchWhileReferenced) {
    create(R"({"id":"a","active":"p"})");
    get_part(R"({"id":"p","state":"DOWN"})", "p");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","active":"p"})")), ElementsAre("T-ACTIVE"));
}

TEST_F(ReferenceMonitor, ReportsAMismatchEvenIfTheStateMatchesLater) {
    create(R"({"id":"a","active":"p"})");
    get_part(R"({"id":"p","state":"DOWN"})", "p");
    get_part(R"({"id":"p","state":"UP"})", "p");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","active":"p"})")), ElementsAre("T-ACTIVE"));
    EXPECT_THAT(get(R"({"id":"a","active":"p"})").verified, Contains("T-ACTIVE"));
}

TEST_F(ReferenceMonitor, AcceptsAStateThatMatchesBeforeItIsReferenced) {
    create(R"({"id":"a","active":null})");
    get_part(R"({"id":"p","state":"DOWN"})", "p");
    const auto result = get(R"({"id":"a","active":"p"})");
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, Not(Contains("T-ACTIVE")));
}

TEST_F(ReferenceMonitor, ReportsNoReferenceWhileARecordMatches) {
    create(R"({"id":"a","active":null})");
    get_part(R"({"id":"p","state":"UP"})", "p");
    EXPECT_THAT(get(R"({"id":"a","active":null})").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(get_part(R"({"id":"p","state":"UP"})", "p")),
                ElementsAre("T-ACTIVE"));
}

TEST_F(ReferenceMonitor, AcceptsNoReferenceOnceNoRecordMatches) {
    create(R"({"id":"a","active":null})");
    get_part(R"({"id":"p","state":"UP"})", "p");
    get(R"({"id":"a","active":null})");
    EXPECT_THAT(get_part(R"({"id":"p","state":"DOWN"})", "p").findings, IsEmpty());
}

TEST_F(ReferenceMonitor, ReportsARecordOfAnotherParent) {
    get_part(R"({"id":"p","state":"UP"})", "p", "b");
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","active":"p"})")), ElementsAre("T-ACTIVE"));
}

}  // namespace
}  // namespace plumbline::monitors
