#include "spec/contract/link_files.hpp"

#include "spec/contract/contract.hpp"
#include "spec/contract/testing.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/schema/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <map>

namespace plumbline {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// The files of a description; the first is api/openapi.yaml.
using Files = std::map<std::string, std::string>;

class LinkedFiles : public testing::Test {
  protected:
    /// Loads the description in these files as a foreign document.
    std::shared_ptr<const ApiDocument> load_files(Files files) {
        const FileReader read = [&](const std::string& path) -> Result<Document> {
            opened_.push_back(path);
            if (!files.contains(path)) return fail(ErrorCode::kNotFound, "no such file: " + path);
            return parse_document(files.at(path), path);
        };
        const auto main = parse_document(files.at("api/openapi.yaml"), "api/openapi.yaml");
        EXPECT_THAT(main, IsOk());
        const auto api = ApiDocument::load("api", with_linked_files(*main, read));
        EXPECT_THAT(api, IsOk());
        return *api;
    }

    std::vector<std::string> opened_;
};

std::string description(const std::string& paths) {
    return "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n" + paths;
}

/// Returns an API with an operation whose response has this schema.
std::string api_with_response(const std::string& schema) {
    return description(
        "  /a:\n    get:\n      operationId: a\n      responses:\n        '200':\n"
        "          description: a\n          content: {application/json: {schema: " +
        schema + "}}\n");
}

std::string response_schema(const ApiDocument& api) {
    return api.find_operation("a")->responses.at(0).content.at(0).schema_pointer;
}

std::vector<Violation> evaluate_response(const ApiDocument& api, const Json& value) {
    const auto schema = api.schema(response_schema(api));
    EXPECT_THAT(schema, IsOk());
    return schema->evaluate(value);
}

TEST_F(LinkedFiles, ContainSchemasAsAWholeOrByName) {
    const auto api = load_files(
        {{"api/openapi.yaml", api_with_response("{$ref: 'schemas/user.yaml'}")},
         {"api/schemas/user.yaml", "properties: {home: {$ref: '../common.json#/Place'}}\n"},
         {"api/common.json", R"({"Place": {"type": "object", "required": ["city"]}})"}});
    EXPECT_THAT(evaluate_response(*api, Json::parse(R"({"home": {"city": "x"}})")), IsEmpty());
    const auto found = evaluate_response(*api, Json::parse(R"({"home": {}})"));
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(location_text(api->document(), found[0].schema_pointer),
              "api/common.json#/Place/required");
    EXPECT_EQ(to_text(api->document().where(found[0].schema_pointer)), "api/common.json:1:30");
}

TEST_F(LinkedFiles, MayReferenceEachOtherInCycles) {
    const auto api = load_files(
        {{"api/openapi.yaml",
          api_with_response("{$ref: tree.yaml}") +
              "components: {schemas: {Leaf: {type: string}}}\n"},
         {"api/tree.yaml",
          "properties:\n  leaf: {$ref: 'openapi.yaml#/components/schemas/Leaf'}\n"
          "  parts: {$ref: 'list.yaml#/$defs/Trees'}\n  twin: {$ref: '#'}\n"},
         {"api/list.yaml", "$defs: {Trees: {type: array, items: {$ref: './tree.yaml'}}}\n"}});
    EXPECT_THAT(evaluate_response(*api, Json::parse(R"({"parts": [{"leaf": "x"}], "twin": {}})")),
                IsEmpty());
    EXPECT_THAT(evaluate_response(*api, Json::parse(R"({"parts": [{"twin": {"leaf": 1}}]})")),
                SizeIs(1));
    EXPECT_THAT(opened_, ElementsAre("api/tree.yaml", "api/list.yaml"));
}

TEST_F(LinkedFiles, ContainPathItemsParametersBodiesAndResponses) {
    const auto api = load_files(
        {{"api/openapi.yaml", description("  /a: {$ref: 'paths/a.yaml'}\n")},
         {"api/paths/a.yaml",
          "post:\n  operationId: a\n  parameters: [{$ref: '../parts.yaml#/parameters/View'}]\n"
          "  requestBody: {$ref: '../parts.yaml#/bodies/One'}\n"
          "  responses: {default: {$ref: '../parts.yaml#/responses/One'}}\n"},
         {"api/parts.yaml",
          "parameters: {View: {name: view, in: query, schema: {type: string}}}\n"
          "bodies: {One: {content: {text/plain: {}}}}\n"
          "responses: {One: {description: a, content: {application/json: {schema: {type: "
          "string}}}}}\n"}});
    const Operation* operation = api->find_operation("a");
    ASSERT_NE(operation, nullptr);
    EXPECT_EQ(operation->method, "POST");
    EXPECT_EQ(to_text(operation->where), "api/paths/a.yaml:1:1");
    EXPECT_EQ(operation->parameters.at(0).name, "view");
    EXPECT_EQ(operation->body->content.at(0).name, "text/plain");
    EXPECT_THAT(evaluate_response(*api, Json(1)), SizeIs(1));
}

TEST_F(LinkedFiles, ThatAreMissingAreReportedAtTheirFirstReference) {
    const auto api = load_files({{"api/openapi.yaml",
                                  api_with_response("{$ref: 'gone.yaml'}") +
                                      "components: {schemas: {B: {$ref: 'gone.yaml#/B'}}}\n"}});
    const auto schema = api->schema(response_schema(*api));
    ASSERT_THAT(schema, IsOk());
    const std::vector<Error>& reasons = schema->unjudged();
    ASSERT_THAT(reasons, SizeIs(1));
    EXPECT_EQ(api->schema("/components/schemas/B")->unjudged(), reasons);
    EXPECT_THAT(
        to_text(reasons[0]),
        AllOf(HasSubstr(":"),
              HasSubstr("the referenced file gone.yaml cannot be read: no such file"),
              HasSubstr("write its path relative to the file that contains the reference")));
    EXPECT_THAT(opened_, ElementsAre("api/gone.yaml"));
}

TEST_F(LinkedFiles, ThatAreMissingLeaveOutOnlyTheParametersThatNeedThem) {
    const auto api =
        load_files({{"api/openapi.yaml",
                     description("  /b: {$ref: 'paths/b.yaml'}\n  /a: {get: {operationId: a}}\n")},
                    {"api/paths/b.yaml", "get:\n  parameters:\n    - $ref: 'gone.yaml'\n"}});
    EXPECT_THAT(api->unreadable_operations(), IsEmpty());
    const Operation* operation = api->find_operation("GET /b");
    ASSERT_NE(operation, nullptr);
    ASSERT_THAT(operation->unjudged, SizeIs(1));
    EXPECT_EQ(to_text(operation->unjudged[0].where), "api/paths/b.yaml:3:7");
}

TEST_F(LinkedFiles, ThatAreNotYamlAreReportedWithTheirOwnPosition) {
    const auto api = load_files({{"api/openapi.yaml", api_with_response("{$ref: 'broken.yaml'}")},
                                 {"api/broken.yaml", "a: 1\na: 2\n"}});
    EXPECT_THAT(api->schema(response_schema(*api)),
                LeavesOut("broken.yaml cannot be read: api/broken.yaml:2:1"));
}

TEST_F(LinkedFiles, AreNotFetchedFromUrls) {
    const auto api = load_files(
        {{"api/openapi.yaml", api_with_response("{$ref: 'https://a.test/user.yaml#/User'}")}});
    EXPECT_THAT(api->schema(response_schema(*api)),
                LeavesOut("https://a.test/user.yaml, and URLs are not fetched"));
    EXPECT_THAT(opened_, IsEmpty());
}

TEST_F(LinkedFiles, ContainOperations) {
    const auto api = load_files(
        {{"api/openapi.yaml", description("  /a:\n    get: {$ref: resources/get_a.yaml}\n")},
         {"api/resources/get_a.yaml", "operationId: getA\nresponses:\n  '200': {$ref: ok.yaml}\n"},
         {"api/resources/ok.yaml", "description: ok\ncontent: {text/plain: {}}\n"}});
    const Operation* operation = api->find_operation("getA");
    ASSERT_NE(operation, nullptr);
    EXPECT_EQ(operation->method, "GET");
    EXPECT_EQ(operation->responses.at(0).content.at(0).name, "text/plain");
}

TEST_F(LinkedFiles, AreTheDocumentItselfUnderItsOwnUrl) {
    const std::string text =
        api_with_response("{$ref: 'https://a.test/api.yaml#/components/schemas/A'}") +
        "components: {schemas: {A: {type: integer}}}\n$self: https://a.test/api.yaml\n";
    const auto api = load_files({{"api/openapi.yaml", text}});
    EXPECT_THAT(evaluate_response(*api, "x"), SizeIs(1));
    EXPECT_THAT(evaluate_response(*api, 1), IsEmpty());
}

TEST_F(LinkedFiles, AreTheDocumentItselfUnderItsOwnName) {
    const auto api =
        load_files({{"api/openapi.yaml",
                     api_with_response("{$ref: './openapi.yaml#/components/schemas/A'}") +
                         "components: {schemas: {A: {type: integer}}}\n"}});
    EXPECT_THAT(evaluate_response(*api, "x"), SizeIs(1));
    EXPECT_THAT(opened_, IsEmpty());
}

TEST_F(LinkedFiles, AreSchemasOfTheDocumentThatHaveTheirUrl) {
    const auto api = load_files(
        {{"api/openapi.yaml",
          api_with_response("{$ref: 'https://a.test/a.json'}") +
              "components: {schemas: {'A%': {$id: 'https://a.test/a.json', properties: {"
              "own: {$ref: '#/$defs/Count'}, of_document: {$ref: '#/components/schemas/B'}, "
              "other: {$ref: 'b.json'}}, $defs: {Count: {type: integer}}}, "
              "B: {$id: 'https://a.test/b.json', type: 'null'}}}\n"}});
    EXPECT_THAT(opened_, IsEmpty());
    for (const char* name : {"own", "of_document", "other"})
        EXPECT_THAT(evaluate_response(*api, Json{{name, "x"}}), SizeIs(1)) << name;
    EXPECT_EQ(api->schema(response_schema(*api))->unjudged(), std::vector<Error>());
}

TEST_F(LinkedFiles, ReportTheirMissingMembers) {
    const auto api =
        load_files({{"api/openapi.yaml", api_with_response("{$ref: 'common.yaml#/Usr'}")},
                    {"api/common.yaml", "User: {type: string}\n"}});
    EXPECT_THAT(api->schema(response_schema(*api)),
                LeavesOut("points to \"common.yaml#/Usr\", but there is no common.yaml#/Usr; did "
                          "you mean \"User\"?"));
}

TEST_F(LinkedFiles, MayHaveNamesThatAreEscapedInReferences) {
    const auto api = load_files(
        {{"api/openapi.yaml", api_with_response("{$ref: 'a%20b~100%25.yaml#/c%7Bd%7D'}")},
         {"api/a b~100%.yaml", "'c{d}': {type: string}\n"}});
    EXPECT_THAT(evaluate_response(*api, Json(1)), SizeIs(1));
}

TEST_F(LinkedFiles, AreNotReferencedByPlainValues) {
    const auto api = load_files(
        {{"api/openapi.yaml",
          api_with_response(
              "{const: {$ref: 'a.yaml'}, properties: {const: {}, default: {$ref: b.yaml}}}")},
         {"api/b.yaml", "{}\n"}});
    EXPECT_THAT(evaluate_response(*api, Json::parse(R"({"$ref": "a.yaml"})")), IsEmpty());
    EXPECT_THAT(opened_, ElementsAre("api/b.yaml"));
}

TEST_F(LinkedFiles, AreLimitedInNumber) {
    Files files{{"api/openapi.yaml", api_with_response("{$ref: '0.yaml'}")}};
    for (std::size_t i = 0; i <= kMaxLinkedFiles; ++i) {
        files["api/" + std::to_string(i) + ".yaml"] =
            "items: {$ref: '" + std::to_string(i + 1) + ".yaml'}\n";
    }
    const auto api = load_files(std::move(files));
    EXPECT_THAT(opened_, SizeIs(kMaxLinkedFiles));
    EXPECT_THAT(api->schema(response_schema(*api)), LeavesOut("more than 2000 files"));
}

TEST(LinkedPointers, BeginWithTheNameOfTheirFile) {
    EXPECT_EQ(pointer_text("/x-plumbline-files/a~1b.yaml/User"), "a/b.yaml#/User");
    EXPECT_EQ(pointer_text("/components/schemas/User"), "/components/schemas/User");
    EXPECT_FALSE(linked_location("/x-plumbline-filesystem/a"));
    EXPECT_EQ(linked_file("api/openapi.yaml", "../common.yaml"), "common.yaml");
}

}  // namespace
}  // namespace plumbline
