#include "spec/contract/secret_places.hpp"

#include "spec/contract/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

/// Returns the places of the operation `save` with these schemas of its request and its response.
SecretPlaces places_of(const std::string& request,
                       const std::string& response,
                       const std::string& more = "") {
    const auto api = load_api(
        "openapi: '3.1.0'\ninfo: { title: t, version: '1' }\npaths:\n  /things/{id}:\n    post:\n"
        "      operationId: save\n"
        "      parameters:\n"
        "        - { name: id, in: path, required: true, schema: { type: string } }\n" +
        more + "      requestBody: { content: { application/json: { schema: " + request +
        " } } }\n" +
        "      responses:\n        '200':\n          description: ok\n"
        "          headers: { X-Token: { schema: { type: string, format: password } },\n"
        "                     X-Other: { schema: { type: string } } }\n"
        "          content: { application/json: { schema: " +
        response +
        " } }\n"
        "components:\n  schemas:\n"
        "    Secret: { type: object, properties: { name: { type: string },\n"
        "              value: { type: string, format: password } } }\n"
        "    Tree: { type: object, properties: { key: { $ref: '#/components/schemas/Key' },\n"
        "            branches: { type: array, items: { $ref: '#/components/schemas/Tree' } } } }\n"
        "    Lists: { items: { $ref: '#/components/schemas/Lists' }, properties: { key: { $ref: "
        "'#/components/schemas/Key' } } }\n"
        "    Maps: { additionalProperties: { $ref: '#/components/schemas/Maps' }, properties: {\n"
        "            inner: { $ref: '#/components/schemas/Maps' },\n"
        "            key: { $ref: '#/components/schemas/Key' } } }\n"
        "    Key: { type: string, format: password }\n");
    EXPECT_THAT(api, IsOk());
    return find_secret_places(**api, *(*api)->find_operation("save"));
}

std::vector<SecretPath> paths_of(const std::string& schema) {
    return places_of(schema, "{ type: object }").bodies;
}

TEST(SecretPlaces, AreValuesOfFormatPasswordAndWriteOnlyValues) {
    EXPECT_THAT(paths_of("{ type: object, properties: { a: { type: string, format: password },"
                         " b: { type: string, writeOnly: true }, c: { type: string } } }"),
                UnorderedElementsAre(ElementsAre("a"), ElementsAre("b")));
}

TEST(SecretPlaces, AreInRequestsAndResponses) {
    EXPECT_THAT(places_of("{ type: object, properties: { a: { writeOnly: true } } }",
                          "{ type: object, properties: { b: { format: password } } }")
                    .bodies,
                UnorderedElementsAre(ElementsAre("a"), ElementsAre("b")));
}

TEST(SecretPlaces, EndInTwoNames) {
    EXPECT_THAT(
        paths_of("{ type: object, properties: { list: { type: array, items: { type: object, "
                 "properties: { secrets: { type: array, items: { $ref: "
                 "'#/components/schemas/Secret' } } } } } } }"),
        ElementsAre(ElementsAre("secrets", "*", "value")));
}

TEST(SecretPlaces, AreFoundThroughEveryKeyword) {
    for (const char* schema :
         {"{ allOf: [ { $ref: '#/components/schemas/Secret' } ] }",
          "{ anyOf: [ { type: 'null' }, { $ref: '#/components/schemas/Secret' } ] }",
          "{ type: object, if: { required: [a] }, then: { $ref: '#/components/schemas/Secret' } }",
          "{ type: array, items: { $ref: '#/components/schemas/Secret' } }",
          "{ type: object, additionalProperties: { $ref: '#/components/schemas/Secret' } }",
          "{ type: array, prefixItems: [ { $ref: '#/components/schemas/Secret' } ] }"}) {
        EXPECT_THAT(paths_of(schema), ElementsAre(ElementsAre("value"))) << schema;
    }
    EXPECT_THAT(paths_of("{ type: object, properties: { env: { type: object, "
                         "additionalProperties: { $ref: '#/components/schemas/Key' } } } }"),
                ElementsAre(ElementsAre("env", "*")));
}

TEST(SecretPlaces, MayBeAWholeBody) {
    EXPECT_THAT(paths_of("{ $ref: '#/components/schemas/Key' }"), ElementsAre(IsEmpty()));
    EXPECT_THAT(paths_of("{ type: array, items: { $ref: '#/components/schemas/Key' } }"),
                ElementsAre(ElementsAre("*")));
}

TEST(SecretPlaces, AreFoundInRecursiveSchemas) {
    EXPECT_THAT(paths_of("{ $ref: '#/components/schemas/Tree' }"),
                UnorderedElementsAre(ElementsAre("key"), ElementsAre("branches", "*", "key")));
}

TEST(SecretPlaces, AreFoundInSchemasOfListsAndMapsOfThemselves) {
    EXPECT_THAT(paths_of("{ $ref: '#/components/schemas/Lists' }"),
                UnorderedElementsAre(ElementsAre("key")));
    EXPECT_THAT(
        paths_of("{ $ref: '#/components/schemas/Maps' }"),
        UnorderedElementsAre(
            ElementsAre("key"), ElementsAre("inner", "key"), ElementsAre("inner", "*", "key")));
}

TEST(SecretPlaces, IncludeParametersAndHeaders) {
    const SecretPlaces places = places_of(
        "{ type: object }",
        "{ type: object }",
        "        - { name: token, in: query, schema: { type: string, format: password } }\n"
        "        - { name: q, in: query, schema: { type: string } }\n");
    EXPECT_THAT(places.parameters,
                ElementsAre(AllOf(Field(&SecretParameter::name, "token"),
                                  Field(&SecretParameter::location, ParameterLocation::kQuery))));
    EXPECT_THAT(places.headers, ElementsAre("X-Token"));
    EXPECT_FALSE(places.empty());
}

TEST(SecretPlaces, OfTheContractAreTheValuesOfSecrets) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    const ApiDocument& api = *(*contract)->find_document("control_plane");
    for (const char* id : {"createDeployment", "patchDeployment", "getDeployment"}) {
        const Operation* operation = api.find_operation(id);
        ASSERT_NE(operation, nullptr) << id;
        EXPECT_THAT(find_secret_places(api, *operation).bodies,
                    ElementsAre(ElementsAre("secrets", "*", "value")))
            << id;
    }
    EXPECT_THAT(find_secret_paths(api), ElementsAre(ElementsAre("secrets", "*", "value")));
    EXPECT_THAT(find_secret_paths(*(*contract)->find_document("bulk_export")), IsEmpty());
}

std::vector<std::pair<std::string, std::string>> secrets_in(const std::vector<SecretPath>& paths,
                                                            const std::string& body) {
    std::vector<std::pair<std::string, std::string>> found;
    for_each_secret(paths, json_of(body), [&](const std::string& member, const Json& value) {
        found.emplace_back(member, value.dump());
    });
    return found;
}

TEST(SecretsOfABody, AreFoundAtAnyDepth) {
    const std::vector<SecretPath> paths{{"secrets", "*", "value"}};
    for (const char* body :
         {R"({"secrets":[{"value":"a","name":"n"}]})",
          R"([{"secrets":[{"value":"a"}]}])",
          R"({"items":[{"secrets":{"x":{"value":"a"}}}],"value":"b"})",
          R"({"detail":[{"input":{"secrets":[{"value":"a"},{"value":null}]}}]})"})
        EXPECT_THAT(secrets_in(paths, body), ElementsAre(Pair("value", "\"a\""))) << body;
    EXPECT_THAT(secrets_in(paths, R"({"secrets":{"value":"a"},"value":"b"})"), IsEmpty());
}

TEST(SecretsOfABody, AreAllValuesBelowAPath) {
    EXPECT_THAT(
        secrets_in({{"login"}}, R"({"login":{"user":"u","pins":[1,true]},"x":2})"),
        UnorderedElementsAre(Pair("user", "\"u\""), Pair("pins", "1"), Pair("pins", "true")));
}

TEST(SecretsOfABody, WithoutANameAreFoundOnlyAtItsRoot) {
    EXPECT_THAT(secrets_in({{}}, "\"a\""), ElementsAre(Pair("", "\"a\"")));
    EXPECT_THAT(secrets_in({{"*"}}, R"(["a","b"])"), testing::SizeIs(2));
    EXPECT_THAT(secrets_in({{"*"}}, R"({"x":{"y":"a"}})"), ElementsAre(Pair("y", "\"a\"")));
    EXPECT_THAT(secrets_in({}, "\"a\""), IsEmpty());
}

}  // namespace
}  // namespace plumbline
