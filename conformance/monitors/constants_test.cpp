#include "conformance/monitors/sighting.hpp"
#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Constants = Watching;
using Identity = Watching;

TEST_F(Constants, HoldWhereTheyStayTheSame) {
    EXPECT_THAT(create(R"({"id":"a","made":"2026-01-01T00:00:00Z"})").verified, IsEmpty());
    const auto judged = get(R"({"id":"a","made":"2026-01-01T00:00:00Z"})");
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Contains("T-STABLE"));
}

TEST_F(Constants, AreBrokenWhereTheyChange) {
    create(R"({"id":"a","made":"2026-01-01T00:00:00Z"})");
    const auto judged = get(R"({"id":"a","made":"2026-01-02T00:00:00Z"})");
    EXPECT_THAT(broken(judged), ElementsAre("T-STABLE"));
    EXPECT_THAT(judged.verified, Not(Contains("T-STABLE")));
}

TEST_F(Constants, TellBothExchangesAndBothValues) {
    create(R"({"id":"a","made":"yesterday"})");
    const auto judged = get(R"({"id":"a","made":"today"})");
    ASSERT_EQ(judged.broken.size(), 1U);
    EXPECT_THAT(judged.broken.front().finding,
                AllOf(Field(&reports::Finding::code, "history-constant"),
                      Field(&reports::Finding::expected, "/made of thing a to stay \"yesterday\""),
                      Field(&reports::Finding::got, "\"today\""),
                      Field(&reports::Finding::note,
                            AllOf(HasSubstr("earlier: GET http://127.0.0.1:1/createThing"),
                                  HasSubstr("now: GET http://127.0.0.1:1/getThing (step look, "
                                            "suite.yaml:3:5)")))));
}

TEST_F(Constants, IncludeImmutableFields) {
    create(R"({"id":"a","color":"red"})");
    EXPECT_THAT(get(R"({"id":"a","color":"red"})").verified, Contains("T-IMM"));
    EXPECT_THAT(broken(patch(R"({"id":"a","color":"blue"})")), ElementsAre("T-IMM"));
}

TEST_F(Constants, MayGetTheirFirstValueLate) {
    create(R"({"id":"a","color":null})");
    EXPECT_THAT(get(R"({"id":"a","color":"red"})").broken, IsEmpty());
    EXPECT_THAT(broken(get(R"({"id":"a","color":"blue"})")), ElementsAre("T-IMM"));
}

TEST_F(Constants, AreComparedBetweenListAndGet) {
    list_parts(R"({"items":[{"id":"p","config":{"ref":"main","sha":null}}]})");
    EXPECT_THAT(get_part(R"({"id":"p","config":{"ref":"main","sha":"1"}})", "p").verified,
                Contains("T-CONFIG"));
    EXPECT_THAT(broken(get_part(R"({"id":"p","config":{"ref":"dev"}})", "p")),
                ElementsAre("T-CONFIG"));
}

TEST_F(Constants, OfOverlappingExchangesAreNotCompared) {
    see({.operation = "getThing",
         .answer = R"({"id":"a","made":"x"})",
         .path = {{"thing_id", "a"}},
         .started = 0,
         .ended = 20});
    const auto judged = see({.operation = "getThing",
                             .answer = R"({"id":"a","made":"y"})",
                             .path = {{"thing_id", "a"}},
                             .started = 10,
                             .ended = 30});
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, IsEmpty());
}

TEST_F(Constants, OfTwoServicesHaveNothingToDoWithOneAnother) {
    create(R"({"id":"a","made":"x"})");
    EXPECT_THAT(get(R"({"id":"b","made":"y"})", "b").broken, IsEmpty());
}

TEST_F(Constants, AreForgottenWhereTheDocumentSaysSo) {
    create(R"({"id":"a","made":"x"})");
    see({.operation = "reset", .status = 204});
    EXPECT_THAT(get(R"({"id":"a","made":"y"})").broken, IsEmpty());
}

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
    create(R"({"id":"a"})");
    remove();
    EXPECT_THAT(broken(create(R"({"id":"a"})")), Contains("T-UNIQUE"));
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

TEST(ShowsStill, AllowsNullsToGetValuesAndListsOfObjectsAnyOrder) {
    EXPECT_TRUE(shows_still(json_of(R"({"a":null,"b":1})"), json_of(R"({"a":2,"b":1.0,"c":3})")));
    EXPECT_TRUE(shows_still(json_of(R"([{"n":1},{"n":2}])"), json_of(R"([{"n":2},{"n":1}])")));
    EXPECT_FALSE(shows_still(json_of(R"([1,2])"), json_of(R"([2,1])")));
    EXPECT_FALSE(shows_still(json_of(R"([{"n":1},{"n":1}])"), json_of(R"([{"n":1},{"n":2}])")));
    EXPECT_FALSE(shows_still(json_of(R"({"b":1})"), json_of(R"({"b":null})")));
    EXPECT_FALSE(shows_still(json_of(R"({"b":1})"), json_of("1")));
}

}  // namespace
}  // namespace plumbline::monitors
