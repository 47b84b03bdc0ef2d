#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using Order = Watching;
using Completeness = Watching;

TEST_F(Order, HoldsForTheStatedOne) {
    const auto judged = list_parts(
        R"({"items":[{"id":"q","made":"2026-01-02T00:00:00Z"},{"id":"p","made":"2026-01-01T23:00:00-01:00"}]})");
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Contains("T-ORDER"));
}

TEST_F(Order, IsBrokenByAnother) {
    const auto judged = list_parts(
        R"({"items":[{"id":"p","made":"2026-01-01T00:00:00Z"},{"id":"q","made":"2026-01-02T00:00:00Z"}]})");
    EXPECT_THAT(broken(judged), ElementsAre("T-ORDER"));
    EXPECT_THAT(judged.broken.front().finding.got, HasSubstr("before item 1"));
}

TEST_F(Order, OfEqualValuesIsOpen) {
    const std::string p = R"({"id":"p","made":"2026-01-01T00:00:00Z"})";
    const std::string q = R"({"id":"q","made":"2026-01-01T00:00:00.000+00:00"})";
    EXPECT_THAT(list_parts(R"({"items":[)" + p + ',' + q + "]}").broken, IsEmpty());
    EXPECT_THAT(list_parts(R"({"items":[)" + q + ',' + p + "]}").verified, Contains("T-ORDER"));
}

TEST_F(Order, OfOneItemSaysNothing) {
    EXPECT_THAT(list_parts(R"({"items":[{"id":"p","made":"x"}]})").verified,
                Not(Contains("T-ORDER")));
}

TEST_F(Completeness, HoldsWhereAllIsThere) {
    create(R"({"id":"a"})");
    EXPECT_THAT(list(R"({"items":[{"id":"other"},{"id":"a"}]})").verified, Contains("T-HAS"));
}

TEST_F(Completeness, IsBrokenWhereSomethingIsMissing) {
    create(R"({"id":"a"})");
    const auto judged = list(R"({"items":[]})");
    EXPECT_THAT(broken(judged), ElementsAre("T-HAS"));
    EXPECT_EQ(judged.broken.front().finding.expected, "thing a in the list");
}

TEST_F(Completeness, IsJudgedOfTheSameCallersListOnly) {
    create(R"({"id":"a"})");
    EXPECT_THAT(
        see({.operation = "listThings", .answer = R"({"items":[]})", .key = "somebody else"})
            .broken,
        IsEmpty());
}

TEST_F(Completeness, IsNotJudgedOfPages) {
    create(R"({"id":"a"})");
    EXPECT_THAT(
        see({.operation = "listThings", .answer = R"({"items":[]})", .query = "?limit=1"}).broken,
        IsEmpty());
    EXPECT_THAT(list(R"({"items":[{"id":"0"},{"id":"1"},{"id":"2"},{"id":"3"},{"id":"4"},
                                  {"id":"5"},{"id":"6"},{"id":"7"},{"id":"8"},{"id":"9"}]})")
                    .broken,
                IsEmpty());
}

TEST_F(Completeness, HoldsForTheNextListAfterPages) {
    create(R"({"id":"a"})");
    list_parts(R"({"items":[{"id":"p"},{"id":"q"}]})");
    const Told page{.operation = "listParts",
                    .answer = R"({"items":[{"id":"r"}]})",
                    .path = {{"thing_id", "a"}},
                    .query = "?limit=1"};
    EXPECT_THAT(see(page).broken, IsEmpty());
    Told next = page;
    next.answer = R"({"items":[{"id":"r"}]})";  // one came in front meanwhile
    next.query = "?limit=1&offset=1";
    EXPECT_THAT(see(next).broken, IsEmpty());
    EXPECT_THAT(broken(list_parts(R"({"items":[{"id":"s"},{"id":"q"},{"id":"p"}]})")),
                ElementsAre("T-GROW"));
}

TEST_F(Completeness, DoesNotAskForRecordsOfOthers) {
    create(R"({"id":"a"})");
    EXPECT_THAT(list(R"({"items":[{"id":"a"},{"id":"of others"}]})").broken, IsEmpty());
    EXPECT_THAT(list(R"({"items":[{"id":"a"}]})").broken, IsEmpty());
}

TEST_F(Completeness, LeavesOutWhatIsDeletedOrBeingDeleted) {
    create(R"({"id":"a"})");
    const Told removal{.operation = "deleteThing",
                       .path = {{"thing_id", "a"}},
                       .status = 204,
                       .started = 100,
                       .ended = 200};
    begin(removal);
    const Told look{
        .operation = "listThings", .answer = R"({"items":[]})", .started = 150, .ended = 160};
    EXPECT_THAT(see(look).broken, IsEmpty());
    judge(removal);
    EXPECT_THAT(list(R"({"items":[]})").broken, IsEmpty());
}

TEST_F(Completeness, LeavesOutWhatWasCreatedMeanwhileOrIsLetGo) {
    see({.operation = "createThing",
         .answer = R"({"id":"a"})",
         .status = 201,
         .started = 0,
         .ended = 20});
    EXPECT_THAT(
        see({.operation = "listThings", .answer = R"({"items":[]})", .started = 10, .ended = 30})
            .broken,
        IsEmpty());
    watch_->let_go(1);
    EXPECT_THAT(list(R"({"items":[]})").broken, IsEmpty());
}

TEST_F(Completeness, HoldsListsOfPartsToWhatTheyHadBefore) {
    create(R"({"id":"a"})");
    list_parts(R"({"items":[{"id":"p"}]})");
    EXPECT_THAT(list_parts(R"({"items":[{"id":"q"},{"id":"p"}]})").verified, Contains("T-GROW"));
    EXPECT_THAT(broken(list_parts(R"({"items":[{"id":"q"}]})")), ElementsAre("T-GROW"));
}

}  // namespace
}  // namespace plumbline::monitors
