#include "spec/contract/contract.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Document yaml(const std::string& text) {
    auto document = parse_yaml(text, "api.yaml");
    EXPECT_THAT(document, IsOk());
    return document ? *document : Document{"", std::make_shared<const Json>(), {}};
}

const std::vector<std::string> kNames{"x-operation-kind",
                                      "x-resource",
                                      "x-requirements",
                                      "x-immutable",
                                      "x-basis",
                                      "x-violation-status",
                                      "x-default-from",
                                      "x-unique-by",
                                      "x-key-ref",
                                      "x-issued-by",
                                      "x-rules"};

Result<std::shared_ptr<const ApiDocument>> load(const std::string& text) {
    return ApiDocument::load("api", yaml(text), {SchemaStrictness::kClosed, kNames});
}

const std::string kApi = R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
servers: [ { url: 'http://127.0.0.1:1/base' } ]
security: [ { ApiKey: [] } ]
paths:
  /things/{thing_id}:
    parameters:
      - { name: thing_id, in: path, required: true, schema: { type: string, format: uuid } }
      - { name: limit, in: query, schema: { type: integer } }
    patch:
      operationId: patchThing
      x-operation-kind: patch
      x-resource: { type: thing, id: /id, parent: '', items: '' }
      x-requirements: [T-PATCH-1]
      x-violation-status:
        default: { values: [422, 400], basis: assumed }
        immutable: { values: [400], basis: assumed }
      parameters:
        - { name: limit, in: query, required: true, style: form, explode: false, schema: { type: integer } }
      requestBody: { $ref: '#/components/requestBodies/Patch' }
      responses:
        '200':
          description: ok
          x-requirements: [T-OK]
          content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
        4XX:
          description: error
          x-basis: assumed
          headers: { X-Why: { required: true, schema: { type: string } } }
    get:
      operationId: getThing
      security: []
      responses: { default: { description: anything } }
components:
  requestBodies:
    Patch:
      required: true
      content:
        application/json:
          schema:
            type: object
            properties:
              name: { type: string, x-immutable: { basis: stated, requirements: [T-IMM] } }
              nested: { oneOf: [ { $ref: '#/components/schemas/Nested' }, { type: 'null' } ] }
  schemas:
    Nested: { type: object, properties: { list: { type: array, items: { $ref: '#/components/schemas/Nested' } } } }
    Thing:
      type: object
      required: [id]
      properties:
        id: { type: string, x-requirements: [T-ID] }
        nested: { $ref: '#/components/schemas/Nested' }
)";

class LoadedApi : public ::testing::Test {
  protected:
    void SetUp() override {
        auto loaded = load(kApi);
        ASSERT_THAT(loaded, IsOk());
        api_ = *loaded;
        patch_ = api_->find_operation("patchThing");
        ASSERT_NE(patch_, nullptr);
    }

    std::shared_ptr<const ApiDocument> api_;
    const Operation* patch_ = nullptr;
};

TEST_F(LoadedApi, KnowsMethodKindAndServer) {
    EXPECT_EQ(patch_->method, "PATCH");
    EXPECT_EQ(patch_->kind, "patch");
    EXPECT_EQ(patch_->path.text(), "/things/{thing_id}");
    EXPECT_EQ(api_->server_url(), "http://127.0.0.1:1/base");
    EXPECT_EQ(api_->find_operation("nothing"), nullptr);
}

TEST_F(LoadedApi, TakesCredentialsFromTheDocumentUnlessTheOperationOverrides) {
    EXPECT_TRUE(patch_->needs_credentials);
    EXPECT_FALSE(api_->find_operation("getThing")->needs_credentials);
}

TEST_F(LoadedApi, LetsTheOperationsParameterOverrideThePathItems) {
    ASSERT_EQ(patch_->parameters.size(), 2U);
    EXPECT_EQ(patch_->parameters[0].name, "limit");
    EXPECT_TRUE(patch_->parameters[0].required);
    EXPECT_FALSE(patch_->parameters[0].explode);
    EXPECT_EQ(patch_->parameters[1].name, "thing_id");
    EXPECT_EQ(patch_->parameters[1].place, ParameterPlace::kPath);
}

TEST_F(LoadedApi, FindsTheResponseExactlyThenByClassThenDefault) {
    EXPECT_EQ(patch_->response_for(200)->status, "200");
    EXPECT_EQ(patch_->response_for(404)->status, "4XX");
    EXPECT_EQ(patch_->response_for(500), nullptr);
    EXPECT_EQ(api_->find_operation("getThing")->response_for(500)->status, "default");
}

TEST_F(LoadedApi, GathersRequirementsOfAResponseAndItsSchema) {
    EXPECT_THAT(patch_->requirements, ElementsAre("T-PATCH-1"));
    EXPECT_THAT(patch_->response_for(200)->requirements, ElementsAre("T-OK"));
    EXPECT_THAT(patch_->response_for(200)->schema_requirements, ElementsAre("T-ID"));
    EXPECT_EQ(patch_->response_for(404)->basis, Basis::kAssumed);
    EXPECT_THAT(patch_->response_for(404)->required_headers, ElementsAre("X-Why"));
}

TEST_F(LoadedApi, NamesTheRequirementsOfTheNearestAncestor) {
    EXPECT_THAT(api_->requirements_at("/components/schemas/Thing/properties/id/type"),
                ElementsAre("T-ID"));
    EXPECT_THAT(api_->requirements_at("/components/schemas/Nested"), IsEmpty());
    EXPECT_THAT(api_->requirements_at(""), IsEmpty());
    EXPECT_THAT(api_->requirements_at("no-pointer"), IsEmpty());
}

TEST_F(LoadedApi, ReadsRulesAndFieldsOfTheBodyThroughReferences) {
    ASSERT_EQ(patch_->rules.size(), 1U);
    EXPECT_EQ(patch_->rules[0].id, "immutable:/name");
    EXPECT_THAT(patch_->rules[0].requirements, ElementsAre("T-IMM"));
    EXPECT_GT(patch_->rules[0].where.line, 0);
    EXPECT_THAT(patch_->request_fields,
                ElementsAre("/name", "/nested", "/nested/list", "/nested/list/*"));
    EXPECT_THAT(patch_->record_fields,
                ElementsAre("/id", "/nested", "/nested/list", "/nested/list/*"));
}

TEST_F(LoadedApi, SaysHowABrokenRuleIsAnswered) {
    EXPECT_THAT(patch_->violation_status("").values, ElementsAre(422, 400));
    EXPECT_THAT(patch_->violation_status("immutable").values, ElementsAre(400));
    EXPECT_THAT(patch_->violation_status("issued_by").values, ElementsAre(422, 400));
    EXPECT_THAT(api_->find_operation("getThing")->violation_status("").values, ElementsAre(422));
}

TEST_F(LoadedApi, CompilesSchemasByPointer) {
    const auto schema = api_->schema("/components/schemas/Thing");
    ASSERT_THAT(schema, IsOk());
    EXPECT_TRUE(schema->accepts(Json{{"id", "a"}}));
    EXPECT_FALSE(schema->accepts(Json::object()));
}

TEST(ForeignApi, MayBeOfOpenApi30) {
    EXPECT_THAT(ApiDocument::load("api", yaml("openapi: '3.0.3'\npaths: {}\n")), IsOk());
}

TEST(ForeignApi, MayLeaveAPathParameterUndescribed) {
    const auto text = "openapi: '3.1.0'\npaths:\n  '/a/{b}': { get: { operationId: a } }\n";
    EXPECT_THAT(ApiDocument::load("api", yaml(text)), IsOk());
}

struct BadApi {
    const char* name;
    std::string text;
    const char* says;
};

void PrintTo(const BadApi& bad, std::ostream* out) {
    *out << bad.name;
}

class BrokenApi : public ::testing::TestWithParam<BadApi> {};

TEST_P(BrokenApi, IsRefusedWithItsPlace) {
    EXPECT_THAT(load(GetParam().text), FailsWith(GetParam().says));
}

const std::string kHead = "openapi: '3.1.0'\ninfo: { title: t, version: '1' }\npaths:\n";

INSTANTIATE_TEST_SUITE_P(
    Documents,
    BrokenApi,
    ::testing::Values(
        BadApi{"version", "swagger: '2.0'\n", "not an OpenAPI 3.1 document"},
        BadApi{"dangling",
               kHead + "  /a: { get: { operationId: a, parameters: [ { $ref: '#/nowhere' } ] } }\n",
               "api.yaml:4:"},
        BadApi{"loop", kHead + "  /a: { $ref: '#/paths/~1a' }\n", "leads back to itself"},
        BadApi{"remote",
               kHead + "  /a: { $ref: 'other.yaml#/x' }\n",
               "must point into its own document"},
        BadApi{"twice",
               kHead + "  /a: { get: { operationId: a }, put: { operationId: a } }\n",
               "stands twice"},
        BadApi{"place",
               kHead + "  /a: { get: { operationId: a, parameters: [ { name: p, in: body } ] } }\n",
               "path, query, header or cookie"},
        BadApi{
            "paths_of_another_type", "openapi: '3.1.0'\npaths: [a]\n", "api.yaml:2:1: /paths is"},
        BadApi{"item_of_another_type",
               kHead + "  /a: null\n",
               "api.yaml:4:3: /paths/~1a is of type null"},
        BadApi{"operation_of_another_type", kHead + "  /a: { get: b }\n", "api.yaml:4:9: "},
        BadApi{"parameters_of_another_type",
               kHead + "  /a: { get: { parameters: { a: b } } }\n",
               "/parameters is of type object, expected an array"},
        BadApi{"parameter_without_name",
               kHead + "  /a: { get: { parameters: [ { in: query } ] } }\n",
               "a parameter needs a \"name\""},
        BadApi{"body_of_another_type",
               kHead + "  /a: { get: { requestBody: [a] } }\n",
               "/requestBody is of type array, expected an object"},
        BadApi{"responses_of_another_type",
               kHead + "  /a: { get: { responses: [a] } }\n",
               "/responses is of type array, expected an object"},
        BadApi{"response_of_another_type",
               kHead + "  /a: { get: { responses: { '200': a } } }\n",
               "/responses/200 is of type string"},
        BadApi{"no_status",
               kHead + "  /a: { get: { responses: { 20O: {} } } }\n",
               "api.yaml:4:29: a response is for a status (200), a class of them (4XX) or default"},
        BadApi{"content_of_another_type",
               kHead + "  /a: { get: { responses: { 2XX: { content: a } } } }\n",
               "/content is of type string"},
        BadApi{"media_type_of_another_type",
               kHead + "  /a: { get: { responses: { default: { content: { a/b: c } } } } }\n",
               "/content/a~1b is of type string"},
        BadApi{"headers_of_another_type",
               kHead + "  /a: { get: { responses: { 200: { headers: [a] } } } }\n",
               "/headers is of type array"},
        BadApi{"violation_status_of_another_type",
               kHead + "  /a: { get: { x-violation-status: { default: { values: [a] } } } }\n",
               "\"values\" lists at least one status"},
        BadApi{"old", "openapi: '3.0.0'\npaths: {}\n", "api.yaml:1:1: not an OpenAPI 3.1"},
        BadApi{"parameter",
               kHead + "  '/a/{thing_id}':\n    get:\n      operationId: a\n      parameters:\n"
                       "        - { name: thingid, in: path, required: true }\n",
               "api.yaml:8:11: the path /a/{thing_id} has no {thingid}"},
        BadApi{"undescribed",
               kHead + "  '/a/{thing_id}': { get: { operationId: a } }\n",
               "no parameter describes {thing_id}"},
        BadApi{"template", kHead + "  '/a/{b': { get: { operationId: a } }\n", "api.yaml:4:"}),
    [](const auto& param) { return std::string(param.param.name); });

/// A schema that cannot be judged, in a place of a document where nothing else looks at it.
class UnjudgedSchema : public ::testing::TestWithParam<BadApi> {};

TEST_P(UnjudgedSchema, IsRefusedInOursAndInForeignDocuments) {
    EXPECT_THAT(load(GetParam().text), FailsWith(GetParam().says));
    EXPECT_THAT(ApiDocument::load("api", yaml(GetParam().text)), FailsWith(GetParam().says));
}

const std::string kParts = "openapi: '3.1.0'\ncomponents:\n";

INSTANTIATE_TEST_SUITE_P(
    Places,
    UnjudgedSchema,
    ::testing::Values(
        BadApi{"keyword",
               kParts + "  schemas:\n    A: { unevaluatedItems: false }\n",
               "api.yaml:4:10: \"unevaluatedItems\" cannot be judged"},
        BadApi{"value", kParts + "  schemas: { A: { minimum: abc } }\n", "api.yaml:3:"},
        BadApi{"type", kParts + "  schemas: { A: { type: objekt } }\n", "objekt"},
        BadApi{"pattern", kParts + "  schemas: { A: { pattern: '(?=a)b' } }\n", "api.yaml:3:"},
        BadApi{"parameter",
               kParts + "  parameters: { A: { name: a, in: query, schema: { minimum: abc } } }\n",
               "\"minimum\" is \"abc\""},
        BadApi{"header",
               kParts + "  responses: { A: { headers: { X-A: { schema: { minimum: abc } } } } }\n",
               "\"minimum\" is \"abc\""},
        BadApi{"body",
               kParts + "  requestBodies: { A: { content: { a/b: { schema: { minimum: abc } } } } "
                        "}\n",
               "\"minimum\" is \"abc\""},
        BadApi{"answer",
               kHead + "  /a: { get: { operationId: a, responses: { '200': { content: "
                       "{ a/b: { schema: { minimum: abc } } } } } } }\n",
               "\"minimum\" is \"abc\""},
        BadApi{"item",
               kHead + "  /a: { parameters: [ { name: a, in: query, schema: { minimum: abc } } ] "
                       "}\n",
               "\"minimum\" is \"abc\""},
        BadApi{"callback",
               kParts + "  callbacks: { A: { '{$url}': { post: { responses: { '200': { content: "
                        "{ a/b: { schema: { minimum: abc } } } } } } } } }\n",
               "\"minimum\" is \"abc\""}),
    [](const auto& param) { return std::string(param.param.name); });

class BrokenRule : public ::testing::TestWithParam<BadApi> {};

TEST_P(BrokenRule, IsRefusedWithItsPlace) {
    const std::string api =
        kHead + "  /a:\n    post:\n      operationId: create\n      requestBody:\n" +
        "        content:\n          a/b:\n            schema:\n              properties:\n" +
        "                cpu: { type: number }\n" +
        "                list: { type: array, items: { properties: { name: { type: string } } }" +
        GetParam().text;
    EXPECT_THAT(load(api), FailsWith(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Names,
    BrokenRule,
    ::testing::Values(
        BadApi{"default_from",
               " }\n                limit: { x-default-from: { field: cpuu } }\n",
               "api.yaml:14:26: the rule default_from:/limit names \"cpuu\", but the body has"},
        BadApi{"unique_by",
               ", x-unique-by: { value: nam } }\n",
               "/list/* has no such property; did you mean \"name\"?"},
        BadApi{"key_ref_key",
               ", x-key-ref: { key: nam, in: /list, to: name } }\n",
               "did you mean \"name\"?"},
        BadApi{"key_ref_in",
               ", x-key-ref: { key: name, in: /lost, to: name } }\n",
               "/lost/* has no such property"},
        BadApi{"issued_by",
               ", x-issued-by: { value: [creates] } }\n",
               "no such operation; did you mean \"create\"?"},
        BadApi{"condition",
               ", x-rules: [ { id: r, when: true, then: { minimum: abc } } ] }\n",
               "api.yaml:13:"}),
    [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace plumbline
