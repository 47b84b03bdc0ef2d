#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

using Newest = Watching;
using Named = Watching;

TEST_F(Newest, IsTheFirstOfTheList) {
    create(R"({"id":"a","latest":"p"})");
    EXPECT_THAT(list_parts(R"({"items":[{"id":"p"}]})").verified, Contains("T-FIRST"));
    EXPECT_THAT(get(R"({"id":"a","latest":"p"})").verified, Contains("T-FIRST"));
}

TEST_F(Newest, IsBrokenByAListThatBeginsWithAnOlderOne) {
    create(R"({"id":"a","latest":"p"})");
    patch(R"({"id":"a","latest":"q"})");
    EXPECT_THAT(broken(list_parts(R"({"items":[{"id":"p"},{"id":"q"}]})")), ElementsAre("T-FIRST"));
}

TEST_F(Newest, IsBrokenByNamingAnOlderOne) {
    create(R"({"id":"a","latest":"p"})");
    list_parts(R"({"items":[{"id":"q"},{"id":"p"}]})");
    EXPECT_THAT(broken(get(R"({"id":"a","latest":"p"})")), ElementsAre("T-FIRST"));
}

TEST_F(Newest, IsBrokenByNamingNone) {
    create(R"({"id":"a","latest":null})");
    list_parts(R"({"items":[{"id":"p"}]})");
    EXPECT_THAT(broken(get(R"({"id":"a","latest":null})")), ElementsAre("T-FIRST"));
}

TEST_F(Newest, IsBrokenByAnEmptyList) {
    create(R"({"id":"a","latest":"p"})");
    EXPECT_THAT(broken(list_parts(R"({"items":[]})")), ElementsAre("T-FIRST"));
}

TEST_F(Newest, MayHaveBecomeAnotherMeanwhile) {
    create(R"({"id":"a","latest":"p"})");
    EXPECT_THAT(list_parts(R"({"items":[{"id":"q"},{"id":"p"}]})").broken, IsEmpty());
    EXPECT_THAT(get(R"({"id":"a","latest":"r"})").broken, IsEmpty());
}

TEST_F(Newest, MayBeAnyOfThoseThatTheOrderDoesNotTellApart) {
    const std::string p = R"({"id":"p","made":"2026-01-01T00:00:00Z"})";
    const std::string q = R"({"id":"q","made":"2026-01-01T00:00:00Z"})";
    const std::string old = R"({"id":"o","made":"2025-01-01T00:00:00Z"})";
    create(R"({"id":"a","latest":"p"})");
    list_parts(R"({"items":[)" + p + "]}");
    patch(R"({"id":"a","latest":"q"})");
    EXPECT_THAT(list_parts(R"({"items":[)" + p + ',' + q + ',' + old + "]}").broken, IsEmpty());
    EXPECT_THAT(get(R"({"id":"a","latest":"q"})").broken, IsEmpty());
    EXPECT_THAT(broken(get(R"({"id":"a","latest":"o"})")), ElementsAre("T-FIRST"));
}

TEST_F(Newest, MustBelongToTheRecord) {
    get_part(R"({"id":"p"})", "p", "b");
    EXPECT_THAT(broken(get(R"({"id":"a","latest":"p"})")), ElementsAre("T-FIRST"));
}

TEST_F(Named, FitsThePattern) {
    create(R"({"id":"a","active":null})");
    get_part(R"({"id":"p","state":"UP"})", "p");
    EXPECT_THAT(get(R"({"id":"a","active":"p"})").verified, Contains("T-ACTIVE"));
}

TEST_F(Named, IsBrokenByOneThatDidNotFitWhileItWasNamed) {
    create(R"({"id":"a","active":"p"})");
    get_part(R"({"id":"p","state":"DOWN"})", "p");
    EXPECT_THAT(broken(get(R"({"id":"a","active":"p"})")), ElementsAre("T-ACTIVE"));
}

TEST_F(Named, IsBrokenEvenIfItFitsLater) {
    create(R"({"id":"a","active":"p"})");
    get_part(R"({"id":"p","state":"DOWN"})", "p");
    get_part(R"({"id":"p","state":"UP"})", "p");
    EXPECT_THAT(broken(get(R"({"id":"a","active":"p"})")), ElementsAre("T-ACTIVE"));
    EXPECT_THAT(get(R"({"id":"a","active":"p"})").verified, Contains("T-ACTIVE"));
}

TEST_F(Named, MayHaveComeToFitBeforeItWasNamed) {
    create(R"({"id":"a","active":null})");
    get_part(R"({"id":"p","state":"DOWN"})", "p");
    const auto judged = get(R"({"id":"a","active":"p"})");
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, Not(Contains("T-ACTIVE")));
}

TEST_F(Named, IsBrokenByNoneWhereOneFits) {
    create(R"({"id":"a","active":null})");
    get_part(R"({"id":"p","state":"UP"})", "p");
    EXPECT_THAT(get(R"({"id":"a","active":null})").broken, IsEmpty());
    EXPECT_THAT(broken(get_part(R"({"id":"p","state":"UP"})", "p")), ElementsAre("T-ACTIVE"));
}

TEST_F(Named, MayBeNoneOnceNoneFits) {
    create(R"({"id":"a","active":null})");
    get_part(R"({"id":"p","state":"UP"})", "p");
    get(R"({"id":"a","active":null})");
    EXPECT_THAT(get_part(R"({"id":"p","state":"DOWN"})", "p").broken, IsEmpty());
}

TEST_F(Named, MustBelongToTheRecord) {
    get_part(R"({"id":"p","state":"UP"})", "p", "b");
    EXPECT_THAT(broken(get(R"({"id":"a","active":"p"})")), ElementsAre("T-ACTIVE"));
}

}  // namespace
}  // namespace plumbline::monitors
