#include "conformance/cleanup/kind.hpp"

#include "conformance/cleanup/testing.hpp"

namespace plumbline::cleanup {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
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

const char* kTwoPlaces = R"(
openapi: '3.1.0'
info: { title: two places, version: '1' }
paths:
  /things/{thing}:
    delete: { operationId: deleteLoose, x-operation-kind: delete, x-resource: { type: thing, id: /id },
              responses: { '204': { description: ok } } }
  /shelves/{shelf}/things/{thing}:
    delete: { operationId: deleteOnShelf, x-operation-kind: delete, x-resource: { type: thing, id: /id },
              responses: { '204': { description: ok } } }
  /shelves/{shelf}/things:
    post: { operationId: putOnShelf, x-operation-kind: create, x-resource: { type: thing, id: /id },
            responses: { '201': { description: ok } } }
  /boxes/{box}/things/{thing}:
    delete: { operationId: deleteInBox, x-operation-kind: delete, x-resource: { type: thing, id: /id },
              responses: { '204': { description: ok } } }
  /boxes/{box}/things:
    post: { operationId: putInBox, x-operation-kind: create, x-resource: { type: thing, id: /id },
            responses: { '201': { description: ok } } }
    get: { operationId: listBox, x-operation-kind: list, x-resource: { type: thing, id: /id, items: /things },
           responses: { '200': { description: ok } } }
)";

TEST(Kinds, OfOneTypeAreDeletedWhereTheyWereCreated) {
    const auto kinds = kinds_of({document_of(kTwoPlaces)});
    ASSERT_EQ(kinds.size(), 2U);
    EXPECT_EQ(kinds[0].remove.path.text(), "/boxes/{box}/things/{thing}");
    EXPECT_EQ(kinds[0].list->path.text(), "/boxes/{box}/things");
    EXPECT_EQ(kinds[1].remove.path.text(), "/shelves/{shelf}/things/{thing}");
    EXPECT_FALSE(kinds[1].list);
}

TEST(Kinds, AreFoundByTypeAndParents) {
    Header header;
    header.kinds = kinds_of({document_of(kTwoPlaces)});
    Entry entry = thing_named("run-1-a");
    ASSERT_NE(find_kind(header, entry), nullptr);
    EXPECT_EQ(find_kind(header, entry)->create.path.text(), "/boxes/{box}/things");
    entry.parents = {{"drawer", "7"}};
    EXPECT_EQ(find_kind(header, entry), nullptr);
}

TEST(CredentialHeaders, AreThoseOfTheDocumentsSecuritySchemes) {
    EXPECT_THAT(credential_headers({things_document()}), ElementsAre("Key"));
    EXPECT_THAT(credential_headers({document_of(kTwoPlaces)}), IsEmpty());
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
