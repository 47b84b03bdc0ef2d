// Which API documents are refused, and with which words.

#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

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

TEST_P(UnjudgedSchema, IsRefusedInOursAndLeftAloneInForeignDocuments) {
    EXPECT_THAT(load(GetParam().text), FailsWith(GetParam().says));
    EXPECT_THAT(ApiDocument::load("api", yaml(GetParam().text)), IsOk());
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
