#include "conformance/runner/request/build_request.hpp"

#include "conformance/runner/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::runner {
namespace {

const char* kApi = R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
paths:
  /a/{id}:
    post:
      operationId: send
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: many, in: query, schema: { type: array } }
        - { name: flat, in: query, explode: false, schema: { type: array } }
        - { name: object, in: query, schema: { type: object } }
        - { name: X-Count, in: header, schema: { type: integer } }
        - { name: crumb, in: cookie, schema: { type: string } }
      requestBody: { content: { application/merge+json: { schema: { type: object } } } }
      responses: { '200': { description: ok } }
  /report:
    get:
      operationId: report
      responses:
        '200': { description: ok, content: { text/csv: {}, application/x-ndjson: {} } }
        '404': { description: none, content: { application/problem+json: {}, text/csv: {} } }
)";

class BuildRequestTest : public ::testing::Test {
  protected:
    void SetUp() override {
        auto document = parse_yaml(kApi, "api.yaml");
        ASSERT_THAT(document, IsOk());
        auto api = ApiDocument::load("api", *document);
        ASSERT_THAT(api, IsOk());
        step_.api = *api;
        step_.operation = step_.api->find_operation("send");
        step_.where = {"suite.yaml", 3, 5};
    }

    void parameter(const char* name, ParameterLocation location, const Json& value) {
        step_.parameters.push_back({name, location, *expressions::Template::parse(value), {}});
    }

    void payload(const Json& value, bool is_text = false) {
        step_.body = workflow::StepBody{"", *expressions::Template::parse(value), is_text, {}, {}};
    }

    Result<BuiltRequest> build() const {
        expressions::Scope scope;
        scope.inputs = &inputs_;
        return build_request(step_, "http://host/base", scope);
    }

    workflow::Step step_;
    Json inputs_{{"name", "n"}, {"list", {1, 2}}};
};

TEST_F(BuildRequestTest, AcceptsTheMediaTypesOfTheResponsesAndJson) {
    parameter("id", ParameterLocation::kPath, "a");
    EXPECT_EQ(*build()->call.request.headers.find("Accept"), "application/json");
    step_.operation = step_.api->find_operation("report");
    EXPECT_EQ(*build()->call.request.headers.find("Accept"),
              "application/x-ndjson, text/csv, application/problem+json, application/json");
}

TEST_F(BuildRequestTest, EncodesPathAndQueryByStyle) {
    parameter("id", ParameterLocation::kPath, "a/b c");
    parameter("many", ParameterLocation::kQuery, Json::array({"x", "y&z"}));
    parameter("flat", ParameterLocation::kQuery, "$inputs.list");
    parameter("object", ParameterLocation::kQuery, Json{{"k", true}});
    const auto built = build();
    ASSERT_THAT(built, IsOk());
    EXPECT_EQ(built->call.url, "http://host/base/a/a%2Fb%20c?many=x&many=y%26z&flat=1,2&k=true");
}

TEST_F(BuildRequestTest, KeepsTheCommasOfAListInAPath) {
    parameter("id", ParameterLocation::kPath, "$inputs.list");
    parameter("many", ParameterLocation::kQuery, Json::array());
    EXPECT_EQ(build()->call.url, "http://host/base/a/1,2");
}

TEST_F(BuildRequestTest, SendsHeadersAndCookiesAsText) {
    parameter("id", ParameterLocation::kPath, "1");
    parameter("X-Count", ParameterLocation::kHeader, 7);
    parameter("crumb", ParameterLocation::kCookie, "$inputs.name");
    const auto built = build();
    ASSERT_THAT(built, IsOk());
    EXPECT_EQ(*built->call.request.headers.find("x-count"), "7");
    EXPECT_EQ(*built->call.request.headers.find("cookie"), "crumb=n");
    EXPECT_EQ(
        *built->parameters,
        (Json{{"path", {{"id", "1"}}}, {"query", Json::object()}, {"header", {{"X-Count", 7}}}}));
}

TEST_F(BuildRequestTest, UsesTheOperationsContentTypeForAPayload) {
    parameter("id", ParameterLocation::kPath, "1");
    payload(Json{{"name", "$inputs.name"}, {"text", "hi {$inputs.name}"}});
    const auto built = build();
    ASSERT_THAT(built, IsOk());
    EXPECT_EQ(*built->call.request.headers.find("content-type"), "application/merge+json");
    EXPECT_EQ(built->call.request.body, R"({"name":"n","text":"hi n"})");
}

TEST_F(BuildRequestTest, SendsTextPayloadsVerbatim) {
    parameter("id", ParameterLocation::kPath, "1");
    payload(R"({"broken": )", true);
    const auto built = build();
    ASSERT_THAT(built, IsOk());
    EXPECT_EQ(built->call.request.body, R"({"broken": )");
}

TEST_F(BuildRequestTest, AppliesReplacementsAfterTheExpressions) {
    parameter("id", ParameterLocation::kPath, "1");
    payload(Json{{"a", {{"b", 1}}}});
    step_.body->replacements.push_back({"/a/b", *expressions::Template::parse("$inputs.list"), {}});
    step_.body->replacements.push_back({"/c", *expressions::Template::parse(true), {}});
    const auto built = build();
    ASSERT_THAT(built, IsOk());
    EXPECT_THAT(*built->body, EqualsJson(R"({"a":{"b":[1,2]},"c":true})"));
}

TEST_F(BuildRequestTest, NamesAReplacementWithoutLocation) {
    parameter("id", ParameterLocation::kPath, "1");
    payload(Json::object());
    step_.body->replacements.push_back(
        {"/a/b", *expressions::Template::parse(1), {"suite.yaml", 9, 1}});
    EXPECT_THAT(build(), FailsWith("suite.yaml:9:1: replacement /a/b"));
}

/// A replacement at the locations that a query selects.
workflow::PayloadReplacement at(const std::string& query, const Json& value) {
    return {query,
            *expressions::Template::parse(value),
            {"suite.yaml", 9, 1},
            *expressions::JsonPathTemplate::compile(query, {})};
}

TEST_F(BuildRequestTest, ReplacesAllLocationsThatAQuerySelects) {
    parameter("id", ParameterLocation::kPath, "1");
    payload(json_of(R"({"a": [{"n": 1, "s": "x"}, {"n": 2}, {"n": 1}], "n": 1})"));
    step_.body->replacements.push_back(at("$.a[?@.n == 1].n", "$inputs.list"));
    step_.body->replacements.push_back(at("$.a[1]['n']", "{$inputs.name}!"));
    EXPECT_THAT(*build()->body,
                EqualsJson(R"({"a":[{"n":[1,2],"s":"x"},{"n":"n!"},{"n":[1,2]}],"n":1})"));
}

TEST_F(BuildRequestTest, ReplacesLocationsOfAQueryWithValues) {
    parameter("id", ParameterLocation::kPath, "1");
    payload(json_of(R"([{"k": "m", "v": 1}, {"k": "n", "v": 1}])"));
    step_.body->replacements.push_back(at("$[?@.k == '{$inputs.name}'].v", 2));
    EXPECT_THAT(*build()->body, EqualsJson(R"([{"k":"m","v":1},{"k":"n","v":2}])"));
}

TEST_F(BuildRequestTest, ReplacesTheOuterOfNestedLocations) {
    parameter("id", ParameterLocation::kPath, "1");
    payload(json_of(R"({"a": {"a": {"b": 1}}, "b": {"a": 2}})"));
    step_.body->replacements.push_back(at("$..a", 7));
    EXPECT_THAT(*build()->body, EqualsJson(R"({"a":7,"b":{"a":7}})"));
}

TEST_F(BuildRequestTest, NamesAQueryThatSelectsNothing) {
    parameter("id", ParameterLocation::kPath, "1");
    payload(Json::object());
    step_.body->replacements.push_back(at("$..a", 7));
    EXPECT_THAT(build(), FailsWith("suite.yaml:9:1: replacement $..a: it selects nothing"));
    step_.body->replacements.front() = at("$['{$inputs.nowhere}']", 7);
    EXPECT_THAT(build(), FailsWith("unresolved: $inputs.nowhere"));
}

TEST_F(BuildRequestTest, NamesAMissingPathParameter) {
    EXPECT_THAT(build(), FailsWith("suite.yaml:3:5"));
    EXPECT_THAT(build(), FailsWith("id"));
}

TEST_F(BuildRequestTest, NamesAnExpressionWithoutValue) {
    parameter("id", ParameterLocation::kPath, "$inputs.nothing");
    EXPECT_THAT(build(), IsErrorCode(ErrorCode::kUnresolved));
    EXPECT_THAT(build(), FailsWith("nothing"));
}

TEST_F(BuildRequestTest, OmitsNullParameters) {
    parameter("id", ParameterLocation::kPath, "1");
    parameter("flat", ParameterLocation::kQuery, nullptr);
    EXPECT_EQ(build()->call.url, "http://host/base/a/1");
}

}  // namespace
}  // namespace plumbline::runner
