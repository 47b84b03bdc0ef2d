#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using ListsBetweenReadsMonitor = HistoryMonitorTest;

TEST_F(ListsBetweenReadsMonitor, ReportsAValueThatOnlyTheListShows) {
    get_part(R"({"id":"p","state":"UP"})", "p");
    EXPECT_THAT(list_parts(R"({"items":[{"id":"p","state":"NEW"}]})").findings, IsEmpty());
    const auto result = get_part(R"({"id":"p","state":"UP"})", "p");
    EXPECT_THAT(broken_requirements(result), ElementsAre("T-PARTS"));
    EXPECT_EQ(result.findings.front().finding.code, "history-matches_read");
    EXPECT_THAT(result.findings.front().finding.expected,
                HasSubstr("/state of part p in the list as in the reads before and after it"));
}

TEST_F(ListsBetweenReadsMonitor, AcceptsAValueThatChanges) {
    get_part(R"({"id":"p","state":"NEW"})", "p");
    list_parts(R"({"items":[{"id":"p","state":"UP"}]})");
    EXPECT_THAT(get_part(R"({"id":"p","state":"UP"})", "p").findings, IsEmpty());
}

TEST_F(ListsBetweenReadsMonitor, AcceptsItemsThatOmitFields) {
    get_part(R"({"id":"p","state":"UP"})", "p");
    list_parts(R"({"items":[{"id":"p"}]})");
    EXPECT_THAT(get_part(R"({"id":"p","state":"UP"})", "p").findings, IsEmpty());
}

TEST_F(ListsBetweenReadsMonitor, IgnoresAListThatOverlapsARead) {
    get_part(R"({"id":"p","state":"UP"})", "p");
    observe({.operation = "listParts",
             .response = R"({"items":[{"id":"p","state":"NEW"}]})",
             .path = {{"thing_id", "a"}},
             .started = 2,
             .ended = 30});
    EXPECT_THAT(get_part(R"({"id":"p","state":"UP"})", "p").findings, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
