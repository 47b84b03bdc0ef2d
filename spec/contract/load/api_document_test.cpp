#include "spec/contract/contract.hpp"
#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

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
        - { name: limit, in: query, required: true, style: form, explode: false, allowReserved: true, schema: { type: integer } }
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
      x-requirements: [T-BODY]
      content:
        application/json:
          schema:
            type: object
            x-requirements: [T-FIELDS]
            x-additional: { value: tolerate, requirements: [T-MORE] }
            properties:
              name: { type: string, x-immutable: { basis: stated, requirements: [T-IMM] } }
              nested: { x-requirements: [T-NESTED], oneOf: [ { $ref: '#/components/schemas/Nested' }, { type: 'null' } ] }
  schemas:
    Nested: { type: object, properties: { list: { type: array, items: { $ref: '#/components/schemas/Nested' } } } }
    Thing:
      type: object
      required: [id]
      properties:
        id: { type: string, format: password, x-requirements: [T-ID] }
        nested: { $ref: '#/components/schemas/Nested' }
)";

class LoadedApi : public ::testing::Test {
  protected:
    void SetUp() override {
        auto loaded = load_api(kApi);
        ASSERT_THAT(loaded, IsOk());
        api_ = *loaded;
        patch_ = api_->find_operation("patchThing");
        ASSERT_NE(patch_, nullptr);
    }

    std::shared_ptr<const ApiDocument> api_;
    const Operation* patch_ = nullptr;
};

TEST_F(LoadedApi, HasMethodKindAndServer) {
    EXPECT_EQ(patch_->method, "PATCH");
    EXPECT_EQ(patch_->kind, "patch");
    EXPECT_EQ(patch_->path.text(), "/things/{thing_id}");
    EXPECT_EQ(api_->server_url(), "http://127.0.0.1:1/base");
    EXPECT_EQ(api_->find_operation("nothing"), nullptr);
}

TEST_F(LoadedApi, UsesTheSecurityOfTheDocumentUnlessTheOperationOverridesIt) {
    EXPECT_TRUE(patch_->needs_credentials);
    EXPECT_FALSE(api_->find_operation("getThing")->needs_credentials);
}

TEST_F(LoadedApi, PrefersParametersOfTheOperationToThoseOfThePathItem) {
    ASSERT_EQ(patch_->parameters.size(), 2U);
    EXPECT_EQ(patch_->parameters[0].name, "limit");
    EXPECT_TRUE(patch_->parameters[0].required);
    EXPECT_FALSE(patch_->parameters[0].explode);
    EXPECT_TRUE(patch_->parameters[0].allow_reserved);
    EXPECT_EQ(patch_->parameters[1].name, "thing_id");
    EXPECT_EQ(patch_->parameters[1].location, ParameterLocation::kPath);
}

TEST_F(LoadedApi, FindsTheResponseExactlyThenByClassThenDefault) {
    EXPECT_EQ(patch_->response_for(200)->status, "200");
    EXPECT_EQ(patch_->response_for(404)->status, "4XX");
    EXPECT_EQ(patch_->response_for(500), nullptr);
    EXPECT_EQ(api_->find_operation("getThing")->response_for(500)->status, "default");
}

TEST_F(LoadedApi, CollectsRequirementsOfAResponseAndItsSchema) {
    EXPECT_THAT(patch_->requirements, ElementsAre("T-PATCH-1"));
    EXPECT_THAT(patch_->response_for(200)->requirements, ElementsAre("T-OK"));
    EXPECT_THAT(patch_->response_for(200)->schema_requirements, ElementsAre("T-ID"));
    EXPECT_EQ(patch_->response_for(404)->basis, Basis::kAssumed);
    EXPECT_THAT(patch_->response_for(404)->required_headers, ElementsAre("X-Why"));
}

TEST_F(LoadedApi, CollectsRequirementsOfARequestBodyAndItsFields) {
    EXPECT_THAT(patch_->body->requirements, ElementsAre("T-BODY"));
    std::vector<std::string> found;
    for (const FieldRequirement& one : patch_->request_requirements)
        found.push_back(one.pointer + ' ' + one.id);
    EXPECT_THAT(found, ElementsAre(" T-FIELDS", " T-MORE", "/nested T-NESTED"));
}

TEST_F(LoadedApi, ReturnsTheRequirementsOfTheNearestAncestor) {
    EXPECT_THAT(api_->requirements_at("/components/schemas/Thing/properties/id/type"),
                ElementsAre("T-ID"));
    EXPECT_THAT(api_->requirements_at("/components/schemas/Nested"), IsEmpty());
    EXPECT_THAT(api_->requirements_at(""), IsEmpty());
    EXPECT_THAT(api_->requirements_at("no-pointer"), IsEmpty());
    const std::string id = "/components/schemas/Thing/properties/id";
    EXPECT_THAT(api_->requirements_at(id + "/type", id), ElementsAre("T-ID"));
    EXPECT_THAT(api_->requirements_at(id + "/type", id + "/type"), IsEmpty());
}

TEST_F(LoadedApi, ReadsRulesAndFieldsOfTheBodyThroughReferences) {
    ASSERT_EQ(patch_->rules.size(), 1U);
    EXPECT_EQ(patch_->rules[0].id, "immutable:/name");
    EXPECT_THAT(patch_->rules[0].requirements, ElementsAre("T-IMM"));
    EXPECT_GT(patch_->rules[0].where.line, 0);
    EXPECT_THAT(patch_->request_fields.pointers(),
                ElementsAre("/name", "/nested", "/nested/list", "/nested/list/*"));
    EXPECT_THAT(patch_->record_fields.pointers(),
                ElementsAre("/id", "/nested", "/nested/list", "/nested/list/*"));
    EXPECT_THAT(patch_->record_formats, ElementsAre(Pair("/id", "password")));
}

TEST_F(LoadedApi, HasTheResponseStatusesOfRuleViolations) {
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

}  // namespace
}  // namespace plumbline
