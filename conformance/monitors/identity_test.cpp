#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using IdentityMonitor = HistoryMonitorTest;

TEST_F(IdentityMonitor, VerifiesUniqueIds) {
    EXPECT_THAT(create(R"({"id":"a"})").verified, IsEmpty());
    EXPECT_THAT(create(R"({"id":"b"})").verified, Contains("T-UNIQUE"));
    EXPECT_THAT(list(R"({"items":[{"id":"a"},{"id":"b"}]})").verified, Contains("T-UNIQUE"));
}

TEST_F(IdentityMonitor, ReportsASecondRecordWithTheSameId) {
    create(R"({"id":"a"})");
    EXPECT_THAT(broken_requirements(create(R"({"id":"a"})")), Contains("T-UNIQUE"));
}

TEST_F(IdentityMonitor, ReportsANewRecordWithTheIdOfADeletedOne) {
    create(R"({"id":"a","made":"x","status":"DEAD","note":"old"})");
    remove();
    EXPECT_THAT(broken_requirements(create(R"({"id":"a","made":"y","status":"NEW","note":"new"})")),
                ElementsAre("T-UNIQUE"));
    // What was known of the deleted record does not apply to this one.
    EXPECT_THAT(get(R"({"id":"a","made":"y","status":"NEW","note":"new"})").findings, IsEmpty());
    EXPECT_THAT(broken_requirements(get(R"({"id":"a","made":"y","status":"NEW","note":"old"})")),
                ElementsAre("T-SAME"));
}

TEST_F(IdentityMonitor, IgnoresTheNotationOfUuids) {
    create(R"({"id":"2eb8aa08-aa98-11ea-b4aa-73b441d16380"})");
    remove();
    EXPECT_THAT(broken_requirements(create(R"({"id":"2EB8AA08-AA98-11EA-B4AA-73B441D16380"})")),
                ElementsAre("T-UNIQUE"));
}

TEST_F(IdentityMonitor, RemembersIdsOfReleasedRecords) {
    create(R"({"id":"a"})");
    monitor_->release_owner(1);
    EXPECT_THAT(broken_requirements(create(R"({"id":"a"})")), ElementsAre("T-UNIQUE"));
    monitor_->release_owner(1);
    EXPECT_THAT(get(R"({"id":"a","made":"x"})").findings, IsEmpty());
}

TEST_F(IdentityMonitor, ReportsARecordUnderTwoParents) {
    get_part(R"({"id":"p"})", "p", "a");
    EXPECT_THAT(broken_requirements(get_part(R"({"id":"p"})", "p", "b")), ElementsAre("T-UNIQUE"));
}

TEST_F(IdentityMonitor, ReportsARecordThatIsTwiceInAList) {
    EXPECT_THAT(broken_requirements(list(R"({"items":[{"id":"a"},{"id":"a"}]})")),
                ElementsAre("T-UNIQUE"));
}

TEST_F(IdentityMonitor, AcceptsAListThatShowsARecordBeforeItsCreateIsAnswered) {
    observe({.operation = "listThings",
             .response = R"({"items":[{"id":"a"}]})",
             .started = 5,
             .ended = 8});
    const auto result = observe({.operation = "createThing",
                                 .response = R"({"id":"a"})",
                                 .status = 201,
                                 .started = 0,
                                 .ended = 9});
    EXPECT_THAT(result.findings, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
