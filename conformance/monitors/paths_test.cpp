// Checks of the id in the path, and of records that are named but not found.

#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using PathMonitor = HistoryMonitorTest;
using DanglingReferenceMonitor = HistoryMonitorTest;

TEST_F(PathMonitor, VerifiesTheIdInThePath) {
    EXPECT_THAT(get_part(R"({"id":"p"})", "p").verified, Contains("T-PATH"));
}

TEST_F(PathMonitor, ReportsAnotherRecordAndNothingElse) {
    get_part(R"({"id":"p","config":{"a":1}})", "p");
    const auto result = get_part(R"({"id":"q","config":{"a":2}})", "p");
    EXPECT_THAT(broken_requirements(result), ElementsAre("T-PATH"));
    EXPECT_EQ(result.findings.front().finding.code, "history-names_path");
    EXPECT_THAT(get_part(R"({"id":"p","config":{"a":1}})", "p").findings, IsEmpty());
}

TEST_F(PathMonitor, ReportsAPatchOfAnotherRecord) {
    create(R"({"id":"a"})");
    EXPECT_THAT(broken_requirements(patch(R"({"id":"b"})")), ElementsAre("T-PATH"));
}

TEST_F(DanglingReferenceMonitor, ReportsARecordThatIsNamedButNotFound) {
    create(R"({"id":"a","latest":"p"})");
    const TestExchange read{
        .operation = "getPart", .path = {{"thing_id", "a"}, {"part_id", "p"}}, .status = 404};
    const auto result = observe(read);
    EXPECT_THAT(broken_requirements(result), ElementsAre("T-FIRST"));
    EXPECT_EQ(result.findings.front().finding.got, "p, which is not found");
}

TEST_F(DanglingReferenceMonitor, ExpectsANamedRecordInTheList) {
    create(R"({"id":"a","latest":"p"})");
    patch(R"({"id":"a","latest":"q"})");
    EXPECT_THAT(broken_requirements(list_parts(R"({"items":[{"id":"q"}]})")),
                ElementsAre("T-GROW"));
}

TEST_F(DanglingReferenceMonitor, AcceptsWhatItsParentDoesNotNameOrHasNoMore) {
    create(R"({"id":"a","latest":"p"})");
    TestExchange read{
        .operation = "getPart", .path = {{"thing_id", "b"}, {"part_id", "p"}}, .status = 404};
    EXPECT_THAT(observe(read).findings, IsEmpty());
    read.path = {{"thing_id", "a"}, {"part_id", "p"}};
    read.key = "somebody else";
    EXPECT_THAT(observe(read).findings, IsEmpty());
    remove();
    read.key = "me";
    EXPECT_THAT(observe(read).findings, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
