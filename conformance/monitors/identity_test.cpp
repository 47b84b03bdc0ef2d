#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using Identity = Watching;

TEST_F(Identity, HoldsWhereEachRecordHasAnIdOfItsOwn) {
    EXPECT_THAT(create(R"({"id":"a"})").verified, IsEmpty());
    EXPECT_THAT(create(R"({"id":"b"})").verified, Contains("T-UNIQUE"));
    EXPECT_THAT(list(R"({"items":[{"id":"a"},{"id":"b"}]})").verified, Contains("T-UNIQUE"));
}

TEST_F(Identity, IsBrokenByASecondRecordWithTheId) {
    create(R"({"id":"a"})");
    EXPECT_THAT(broken(create(R"({"id":"a"})")), Contains("T-UNIQUE"));
}

TEST_F(Identity, IsBrokenByARecordWithTheIdOfADeletedOne) {
    create(R"({"id":"a","made":"x","status":"DEAD","note":"old"})");
    remove();
    EXPECT_THAT(broken(create(R"({"id":"a","made":"y","status":"NEW","note":"new"})")),
                ElementsAre("T-UNIQUE"));
    // What the other one was says nothing of this one.
    EXPECT_THAT(get(R"({"id":"a","made":"y","status":"NEW","note":"new"})").broken, IsEmpty());
    EXPECT_THAT(broken(get(R"({"id":"a","made":"y","status":"NEW","note":"old"})")),
                ElementsAre("T-SAME"));
}

TEST_F(Identity, DoesNotDependOnHowAUuidIsWritten) {
    create(R"({"id":"2eb8aa08-aa98-11ea-b4aa-73b441d16380"})");
    remove();
    EXPECT_THAT(broken(create(R"({"id":"2EB8AA08-AA98-11EA-B4AA-73B441D16380"})")),
                ElementsAre("T-UNIQUE"));
}

TEST_F(Identity, IsRememberedOfRecordsThatAreWatchedNoLonger) {
    create(R"({"id":"a"})");
    watch_->let_go(1);
    EXPECT_THAT(broken(create(R"({"id":"a"})")), ElementsAre("T-UNIQUE"));
    watch_->let_go(1);
    EXPECT_THAT(get(R"({"id":"a","made":"x"})").broken, IsEmpty());
}

TEST_F(Identity, IsBrokenByARecordUnderTwoParents) {
    get_part(R"({"id":"p"})", "p", "a");
    EXPECT_THAT(broken(get_part(R"({"id":"p"})", "p", "b")), ElementsAre("T-UNIQUE"));
}

TEST_F(Identity, IsBrokenByAListWithARecordTwice) {
    EXPECT_THAT(broken(list(R"({"items":[{"id":"a"},{"id":"a"}]})")), ElementsAre("T-UNIQUE"));
}

TEST_F(Identity, TakesAListThatSawTheRecordBeforeItsCreateWasAnsweredForNoOtherOne) {
    see({.operation = "listThings",
         .answer = R"({"items":[{"id":"a"}]})",
         .started = 5,
         .ended = 8});
    const auto judged = see({.operation = "createThing",
                             .answer = R"({"id":"a"})",
                             .status = 201,
                             .started = 0,
                             .ended = 9});
    EXPECT_THAT(judged.broken, IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
