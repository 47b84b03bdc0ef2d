#include "conformance/cleanup/deletable_type.hpp"

#include "conformance/cleanup/testing.hpp"

namespace plumbline::cleanup {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(DeletableTypes, HaveACreateAndADeleteOperation) {
    const auto types = deletable_things();
    ASSERT_EQ(types.size(), 1U) << "notes have no delete operation";
    EXPECT_EQ(types[0].type, "thing");
    EXPECT_EQ(types[0].create.path.text(), "/boxes/{box}/things");
    EXPECT_EQ(types[0].items, "/things");
    EXPECT_THAT(types[0].list_query, ElementsAre("offset"));
}

TEST(DeletableTypes, OfOurContractIncludeDeploymentsWithTheirName) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    const auto types = deletable_types((*contract)->documents);
    const auto found = std::find_if(types.begin(), types.end(), [](const DeletableType& type) {
        return type.type == "deployment";
    });
    ASSERT_NE(found, types.end());
    EXPECT_EQ(found->area, "control_plane");
    EXPECT_EQ(found->name, "/name");
    EXPECT_EQ(*remove_path(*found, {}, "a b"), "/v2/deployments/a%20b");
    ASSERT_TRUE(found->list.has_value());
    EXPECT_EQ(found->items, "/resources");
}

const char* kTwoPaths = R"(
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

TEST(DeletableTypes, OfSeveralPathsAreDeletedUnderTheirOwnPath) {
    const auto types = deletable_types({document_of(kTwoPaths)});
    ASSERT_EQ(types.size(), 2U);
    EXPECT_EQ(types[0].remove.path.text(), "/boxes/{box}/things/{thing}");
    EXPECT_EQ(types[0].list->path.text(), "/boxes/{box}/things");
    EXPECT_EQ(types[1].remove.path.text(), "/shelves/{shelf}/things/{thing}");
    EXPECT_FALSE(types[1].list);
}

TEST(DeletableTypes, AreFoundByTypeAndParents) {
    JournalHeader header;
    header.deletable_types = deletable_types({document_of(kTwoPaths)});
    JournalEntry entry = thing_named("run-1-a");
    ASSERT_NE(find_deletable_type(header, entry), nullptr);
    EXPECT_EQ(find_deletable_type(header, entry)->create.path.text(), "/boxes/{box}/things");
    entry.parents = {{"drawer", "7"}};
    EXPECT_EQ(find_deletable_type(header, entry), nullptr);
}

TEST(CredentialHeaders, AreReadFromTheDocumentsSecuritySchemes) {
    EXPECT_THAT(credential_headers({things_document()}), ElementsAre("Key"));
    EXPECT_THAT(credential_headers({document_of(kTwoPaths)}), IsEmpty());
}

TEST(DeletableTypes, MatchCallsBelowTheBaseUrlOnly) {
    const RequestRoute route = deletable_things()[0].create;
    const std::string url = std::string(kThingsUrl) + "/boxes/7/things";
    EXPECT_THAT(*match_route(route, kThingsUrl, "POST", url + "?dry=1"),
                ElementsAre(Pair("box", "7")));
    EXPECT_FALSE(match_route(route, kThingsUrl, "GET", url));
    EXPECT_FALSE(match_route(route, kThingsUrl, "POST", url + "/t1"));
    EXPECT_FALSE(match_route(route, "http://127.0.0.1:2", "POST", url));
}

TEST(DeletableTypes, AreUnchangedByTheJournal) {
    const DeletableType type = deletable_things()[0];
    const auto read = deletable_type_from_json(to_json(type));
    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(to_json(*read), to_json(type));
}

TEST(DeletableTypes, WithAnInvalidPathAreRefused) {
    Json json = to_json(deletable_things()[0]);
    json["remove"]["path"] = "/things/{";
    EXPECT_THAT(deletable_type_from_json(json), IsErrorCode(ErrorCode::kSyntax));
}

}  // namespace
}  // namespace plumbline::cleanup
