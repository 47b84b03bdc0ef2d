#include "conformance/cleanup/kind.hpp"

#include "conformance/cleanup/testing.hpp"

namespace plumbline::cleanup {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(Kinds, AreWhatCanBeCreatedAndDeleted) {
    const auto kinds = thing_kinds();
    ASSERT_EQ(kinds.size(), 1U) << "nothing deletes a note";
    EXPECT_EQ(kinds[0].type, "thing");
    EXPECT_EQ(kinds[0].create.path.text(), "/boxes/{box}/things");
    EXPECT_EQ(kinds[0].items, "/things");
    EXPECT_THAT(kinds[0].list_query, ElementsAre("offset"));
}

TEST(Kinds, OfOurContractAreDeploymentsFoundByTheirName) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    const auto kinds = kinds_of((*contract)->documents);
    const auto found = std::find_if(
        kinds.begin(), kinds.end(), [](const Kind& kind) { return kind.type == "deployment"; });
    ASSERT_NE(found, kinds.end());
    EXPECT_EQ(found->area, "control_plane");
    EXPECT_EQ(found->name, "/name");
    EXPECT_EQ(*remove_path(*found, {}, "a b"), "/v2/deployments/a%20b");
    ASSERT_TRUE(found->list.has_value());
    EXPECT_EQ(found->items, "/resources");
}

TEST(Kinds, MatchCallsBelowTheBaseUrlOnly) {
    const Route route = thing_kinds()[0].create;
    const std::string url = std::string(kThingsUrl) + "/boxes/7/things";
    EXPECT_THAT(*match(route, kThingsUrl, "POST", url + "?dry=1"), ElementsAre(Pair("box", "7")));
    EXPECT_FALSE(match(route, kThingsUrl, "GET", url));
    EXPECT_FALSE(match(route, kThingsUrl, "POST", url + "/t1"));
    EXPECT_FALSE(match(route, "http://127.0.0.1:2", "POST", url));
}

TEST(Kinds, SurviveTheJournal) {
    const Kind kind = thing_kinds()[0];
    const auto read = kind_from_json(to_json(kind));
    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(to_json(*read), to_json(kind));
}

TEST(Kinds, WhosePathIsNoneAreRefused) {
    Json json = to_json(thing_kinds()[0]);
    json["remove"]["path"] = "/things/{";
    EXPECT_THAT(kind_from_json(json), IsErrorCode(ErrorCode::kSyntax));
}

}  // namespace
}  // namespace plumbline::cleanup
