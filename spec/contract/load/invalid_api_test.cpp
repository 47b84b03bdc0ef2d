// Which API documents are rejected, and with which message.

#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

TEST(ForeignApi, MayUseOpenApi30) {
    EXPECT_THAT(ApiDocument::load("api", yaml_document("openapi: '3.0.3'\npaths: {}\n")), IsOk());
}

TEST(ForeignApi, MayOmitTheDescriptionOfAPathParameter) {
    const auto text = "openapi: '3.1.0'\npaths:\n  '/a/{b}': { get: { operationId: a } }\n";
    EXPECT_THAT(ApiDocument::load("api", yaml_document(text)), IsOk());
}

struct RefusedVersion {
    const char* text;
    const char* message;
    const char* fix;
};

TEST(ForeignApi, NeedsAVersionThatCanBeRead) {
    for (const RefusedVersion& row : std::initializer_list<RefusedVersion>{
             {"info: {}\nswagger: '2.0'\n",
              "api.yaml:2:1: this is a document of Swagger 2.0; OpenAPI 3.0, 3.1 or 3.2 is needed",
              "convert it to OpenAPI 3"},
             {"openapi: 4.0.0\n",
              "api.yaml:1:1: OpenAPI 4.0.0 is not supported",
              "convert the document"},
             {"openapi: 3.3.0\n",
              "api.yaml:1:1: OpenAPI 3.3.0 is not supported",
              "convert the document"},
             {"openapi: 3.1\n", "api.yaml:1:1: openapi is 3.1, expected a text", "3.1.0"},
             {"asyncapi: 3.0.0\n", "this is a document of AsyncAPI 3.0.0", "OpenAPI document"},
             {"arazzo: 1.0.1\n", "this is a document of Arazzo 1.0.1", "`type: arazzo`"},
             {"info: {}\n", "api.yaml:1:1: not an OpenAPI document", "openapi: '3.1.0'"}}) {
        const auto loaded = ApiDocument::load("api", yaml_document(row.text));
        EXPECT_THAT(loaded, FailsWith(row.message));
        EXPECT_THAT(loaded, FailsWith(row.fix));
    }
    for (const char* version : {"3.0.3", "3.1.0", "3.2.0", "3.1.1-rc1"}) {
        const std::string text = "openapi: " + std::string(version) + "\npaths: {}\n";
        EXPECT_THAT(ApiDocument::load("api", yaml_document(text)), IsOk());
    }
}

struct InvalidApiCase {
    const char* name;
    std::string text;
    const char* message;
};

void PrintTo(const InvalidApiCase& bad, std::ostream* out) {
    *out << bad.name;
}

class InvalidApi : public ::testing::TestWithParam<InvalidApiCase> {};

TEST_P(InvalidApi, IsRejectedWithItsPosition) {
    EXPECT_THAT(load_api(GetParam().text), FailsWith(GetParam().message));
}

const std::string kHead = "openapi: '3.1.0'\ninfo: { title: t, version: '1' }\npaths:\n";

INSTANTIATE_TEST_SUITE_P(
    Documents,
    InvalidApi,
    ::testing::Values(
        InvalidApiCase{"version", "swagger: '2.0'\n", "not an OpenAPI 3.1 document"},
        InvalidApiCase{
            "dangling",
            kHead + "  /a: { get: { operationId: a, parameters: [ { $ref: '#/nowhere' } ] } }\n",
            "api.yaml:4:"},
        InvalidApiCase{"loop", kHead + "  /a: { $ref: '#/paths/~1a' }\n", "refers back to itself"},
        InvalidApiCase{"remote",
                       kHead + "  /a: { $ref: 'other.yaml#/x' }\n",
                       "must point into its own document"},
        InvalidApiCase{"twice",
                       kHead + "  /a: { get: { operationId: a }, put: { operationId: a } }\n",
                       "is used twice"},
        InvalidApiCase{
            "place",
            kHead + "  /a: { get: { operationId: a, parameters: [ { name: p, in: body } ] } }\n",
            "path, query, header or cookie"},
        InvalidApiCase{
            "paths_of_another_type", "openapi: '3.1.0'\npaths: [a]\n", "api.yaml:2:1: /paths is"},
        InvalidApiCase{"item_of_another_type",
                       kHead + "  /a: null\n",
                       "api.yaml:4:3: /paths/~1a is of type null"},
        InvalidApiCase{"operation_of_another_type", kHead + "  /a: { get: b }\n", "api.yaml:4:9: "},
        InvalidApiCase{"parameters_of_another_type",
                       kHead + "  /a: { get: { parameters: { a: b } } }\n",
                       "/parameters is of type object, expected an array"},
        InvalidApiCase{"parameter_without_name",
                       kHead + "  /a: { get: { parameters: [ { in: query } ] } }\n",
                       "a parameter needs a \"name\""},
        InvalidApiCase{"body_of_another_type",
                       kHead + "  /a: { get: { requestBody: [a] } }\n",
                       "/requestBody is of type array, expected an object"},
        InvalidApiCase{"responses_of_another_type",
                       kHead + "  /a: { get: { responses: [a] } }\n",
                       "/responses is of type array, expected an object"},
        InvalidApiCase{"response_of_another_type",
                       kHead + "  /a: { get: { responses: { '200': a } } }\n",
                       "/responses/200 is of type string"},
        InvalidApiCase{
            "no_status",
            kHead + "  /a: { get: { responses: { 20O: {} } } }\n",
            "api.yaml:4:29: a response is for a status (200), a class of them (4XX) or default"},
        InvalidApiCase{"content_of_another_type",
                       kHead + "  /a: { get: { responses: { 2XX: { content: a } } } }\n",
                       "/content is of type string"},
        InvalidApiCase{
            "media_type_of_another_type",
            kHead + "  /a: { get: { responses: { default: { content: { a/b: c } } } } }\n",
            "/content/a~1b is of type string"},
        InvalidApiCase{"headers_of_another_type",
                       kHead + "  /a: { get: { responses: { 200: { headers: [a] } } } }\n",
                       "/headers is of type array"},
        InvalidApiCase{
            "violation_status_of_another_type",
            kHead + "  /a: { get: { x-violation-status: { default: { values: [a] } } } }\n",
            "\"values\" lists at least one status"},
        InvalidApiCase{"old", "openapi: '3.0.0'\npaths: {}\n", "api.yaml:1:1: not an OpenAPI 3.1"},
        InvalidApiCase{"parameter",
                       kHead +
                           "  '/a/{thing_id}':\n    get:\n      operationId: a\n      parameters:\n"
                           "        - { name: thingid, in: path, required: true }\n",
                       "api.yaml:8:11: the path /a/{thing_id} has no {thingid}"},
        InvalidApiCase{"undescribed",
                       kHead + "  '/a/{thing_id}': { get: { operationId: a } }\n",
                       "no parameter describes {thing_id}"},
        InvalidApiCase{
            "template", kHead + "  '/a/{b': { get: { operationId: a } }\n", "api.yaml:4:"}),
    [](const auto& param) { return std::string(param.param.name); });

/// A schema that cannot be evaluated, at a location that no operation uses.
class UnusedSchema : public ::testing::TestWithParam<InvalidApiCase> {};

TEST_P(UnusedSchema, IsRejectedInOurDocumentsAndIgnoredInForeignOnes) {
    EXPECT_THAT(load_api(GetParam().text), FailsWith(GetParam().message));
    EXPECT_THAT(ApiDocument::load("api", yaml_document(GetParam().text)), IsOk());
}

const std::string kParts = "openapi: '3.1.0'\ncomponents:\n";

INSTANTIATE_TEST_SUITE_P(
    Places,
    UnusedSchema,
    ::testing::Values(
        InvalidApiCase{"keyword",
                       kParts + "  schemas:\n    A: { $recursiveRef: x }\n",
                       "api.yaml:4:10: \"$recursiveRef\" is not supported"},
        InvalidApiCase{"value", kParts + "  schemas: { A: { minimum: abc } }\n", "api.yaml:3:"},
        InvalidApiCase{"type", kParts + "  schemas: { A: { type: objekt } }\n", "objekt"},
        InvalidApiCase{
            "pattern", kParts + "  schemas: { A: { pattern: '(?<=a+)bb' } }\n", "api.yaml:3:"},
        InvalidApiCase{
            "parameter",
            kParts + "  parameters: { A: { name: a, in: query, schema: { minimum: abc } } }\n",
            "\"minimum\" is \"abc\""},
        InvalidApiCase{
            "header",
            kParts + "  responses: { A: { headers: { X-A: { schema: { minimum: abc } } } } }\n",
            "\"minimum\" is \"abc\""},
        InvalidApiCase{
            "body",
            kParts + "  requestBodies: { A: { content: { a/b: { schema: { minimum: abc } } } } "
                     "}\n",
            "\"minimum\" is \"abc\""},
        InvalidApiCase{"answer",
                       kHead + "  /a: { get: { operationId: a, responses: { '200': { content: "
                               "{ a/b: { schema: { minimum: abc } } } } } } }\n",
                       "\"minimum\" is \"abc\""},
        InvalidApiCase{
            "item",
            kHead + "  /a: { parameters: [ { name: a, in: query, schema: { minimum: abc } } ] "
                    "}\n",
            "\"minimum\" is \"abc\""},
        InvalidApiCase{"callback",
                       kParts +
                           "  callbacks: { A: { '{$url}': { post: { responses: { '200': { content: "
                           "{ a/b: { schema: { minimum: abc } } } } } } } } }\n",
                       "\"minimum\" is \"abc\""}),
    [](const auto& param) { return std::string(param.param.name); });

class InvalidRule : public ::testing::TestWithParam<InvalidApiCase> {};

TEST_P(InvalidRule, IsRejectedWithItsPosition) {
    const std::string api =
        kHead + "  /a:\n    post:\n      operationId: create\n      requestBody:\n" +
        "        content:\n          a/b:\n            schema:\n              properties:\n" +
        "                cpu: { type: number }\n" +
        "                list: { type: array, items: { properties: { name: { type: string } } }" +
        GetParam().text;
    EXPECT_THAT(load_api(api), FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Names,
    InvalidRule,
    ::testing::Values(
        InvalidApiCase{
            "default_from",
            " }\n                limit: { x-default-from: { field: cpuu } }\n",
            "api.yaml:14:26: the rule default_from:/limit names \"cpuu\", but the body has"},
        InvalidApiCase{"unique_by",
                       ", x-unique-by: { value: nam } }\n",
                       "/list/* has no such property; did you mean \"name\"?"},
        InvalidApiCase{"key_ref_key",
                       ", x-key-ref: { key: nam, in: /list, to: name } }\n",
                       "did you mean \"name\"?"},
        InvalidApiCase{"key_ref_in",
                       ", x-key-ref: { key: name, in: /lost, to: name } }\n",
                       "/lost/* has no such property"},
        InvalidApiCase{"issued_by",
                       ", x-issued-by: { value: [creates] } }\n",
                       "no such operation; did you mean \"create\"?"},
        InvalidApiCase{"condition",
                       ", x-rules: [ { id: r, when: true, then: { minimum: abc } } ] }\n",
                       "api.yaml:13:"}),
    [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace plumbline
