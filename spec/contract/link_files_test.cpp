#include "spec/contract/link_files.hpp"

#include "spec/contract/contract.hpp"
#include "spec/contract/testing.hpp"
#include "spec/json/linked_files.hpp"

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
    /// Loads the description of these files as somebody else's.
    std::shared_ptr<const ApiDocument> loaded(Files files) {
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

/// An operation of which the answer has this schema.
std::string answers(const std::string& schema) {
    return description(
        "  /a:\n    get:\n      operationId: a\n      responses:\n        '200':\n"
        "          description: a\n          content: {application/json: {schema: " +
        schema + "}}\n");
}

std::string answer_schema(const ApiDocument& api) {
    return api.find_operation("a")->responses.at(0).content.at(0).schema_pointer;
}

std::vector<Violation> judged(const ApiDocument& api, const Json& value) {
    const auto schema = api.schema(answer_schema(api));
    EXPECT_THAT(schema, IsOk());
    return schema->judge(value);
}

TEST_F(LinkedFiles, HoldSchemasWholeOrByName) {
    const auto api =
        loaded({{"api/openapi.yaml", answers("{$ref: 'schemas/user.yaml'}")},
                {"api/schemas/user.yaml", "properties: {home: {$ref: '../common.json#/Place'}}\n"},
                {"api/common.json", R"({"Place": {"type": "object", "required": ["city"]}})"}});
    EXPECT_THAT(judged(*api, Json::parse(R"({"home": {"city": "x"}})")), IsEmpty());
    const auto found = judged(*api, Json::parse(R"({"home": {}})"));
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(place_text(api->document(), found[0].schema_pointer),
              "api/common.json#/Place/required");
    EXPECT_EQ(to_text(api->document().where(found[0].schema_pointer)), "api/common.json:1:30");
}

TEST_F(LinkedFiles, MayReferToOneAnotherAndBackInCircles) {
    const auto api = loaded(
        {{"api/openapi.yaml",
          answers("{$ref: tree.yaml}") + "components: {schemas: {Leaf: {type: string}}}\n"},
         {"api/tree.yaml",
          "properties:\n  leaf: {$ref: 'openapi.yaml#/components/schemas/Leaf'}\n"
          "  parts: {$ref: 'list.yaml#/$defs/Trees'}\n  twin: {$ref: '#'}\n"},
         {"api/list.yaml", "$defs: {Trees: {type: array, items: {$ref: './tree.yaml'}}}\n"}});
    EXPECT_THAT(judged(*api, Json::parse(R"({"parts": [{"leaf": "x"}], "twin": {}})")), IsEmpty());
    EXPECT_THAT(judged(*api, Json::parse(R"({"parts": [{"twin": {"leaf": 1}}]})")), SizeIs(1));
    EXPECT_THAT(opened_, ElementsAre("api/tree.yaml", "api/list.yaml"));
}

TEST_F(LinkedFiles, HoldPathItemsParametersBodiesAndResponses) {
    const auto api = loaded(
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
    EXPECT_EQ(operation->body->content.at(0).media_type, "text/plain");
    EXPECT_THAT(judged(*api, Json(1)), SizeIs(1));
}

TEST_F(LinkedFiles, ThatAreMissingAreToldOfAtTheFirstReferenceToThem) {
    const auto api = loaded({{"api/openapi.yaml",
                              answers("{$ref: 'gone.yaml'}") +
                                  "components: {schemas: {B: {$ref: 'gone.yaml#/B'}}}\n"}});
    const auto schema = api->schema(answer_schema(*api));
    ASSERT_THAT(schema, IsErrorCode(ErrorCode::kNotFound));
    EXPECT_EQ(api->schema("/components/schemas/B").error(), schema.error());
    EXPECT_THAT(
        to_text(schema.error()),
        AllOf(HasSubstr(":"),
              HasSubstr("the file gone.yaml that is referred to cannot be read: no such file"),
              HasSubstr("write its path relative to the file that the reference stands in")));
    EXPECT_THAT(opened_, ElementsAre("api/gone.yaml"));
}

TEST_F(LinkedFiles, ThatAreMissingLeaveOutOnlyTheOperationsThatNeedThem) {
    const auto api =
        loaded({{"api/openapi.yaml",
                 description("  /b: {$ref: 'paths/b.yaml'}\n  /a: {get: {operationId: a}}\n")},
                {"api/paths/b.yaml", "get:\n  parameters:\n    - $ref: 'gone.yaml'\n"}});
    ASSERT_THAT(api->unread_operations(), SizeIs(1));
    EXPECT_EQ(to_text(api->unread_operations()[0].why.where), "api/paths/b.yaml:3:7");
    EXPECT_NE(api->find_operation("a"), nullptr);
}

TEST_F(LinkedFiles, ThatAreNotYamlAreToldOfWithTheirOwnPlace) {
    const auto api = loaded({{"api/openapi.yaml", answers("{$ref: 'broken.yaml'}")},
                             {"api/broken.yaml", "a: 1\na: 2\n"}});
    EXPECT_THAT(api->schema(answer_schema(*api)),
                FailsWith("broken.yaml that is referred to cannot be read: api/broken.yaml:2:1"));
}

TEST_F(LinkedFiles, AreNotFetched) {
    const auto api =
        loaded({{"api/openapi.yaml", answers("{$ref: 'https://a.test/user.yaml#/User'}")}});
    EXPECT_THAT(api->schema(answer_schema(*api)),
                FailsWith("https://a.test/user.yaml, and nothing is fetched"));
    EXPECT_THAT(opened_, IsEmpty());
}

TEST_F(LinkedFiles, SayWhatIsNotInThem) {
    const auto api = loaded({{"api/openapi.yaml", answers("{$ref: 'common.yaml#/Usr'}")},
                             {"api/common.yaml", "User: {type: string}\n"}});
    EXPECT_THAT(api->schema(answer_schema(*api)),
                FailsWith("leads to \"common.yaml#/Usr\", but there is no common.yaml#/Usr; did "
                          "you mean \"User\"?"));
}

TEST_F(LinkedFiles, MayHaveNamesThatReferencesEscape) {
    const auto api = loaded({{"api/openapi.yaml", answers("{$ref: 'a%20b~100%25.yaml#/c%7Bd%7D'}")},
                             {"api/a b~100%.yaml", "'c{d}': {type: string}\n"}});
    EXPECT_THAT(judged(*api, Json(1)), SizeIs(1));
}

TEST_F(LinkedFiles, AreNotReferredToByValues) {
    const auto api = loaded(
        {{"api/openapi.yaml",
          answers("{const: {$ref: 'a.yaml'}, properties: {const: {}, default: {$ref: b.yaml}}}")},
         {"api/b.yaml", "{}\n"}});
    EXPECT_THAT(judged(*api, Json::parse(R"({"$ref": "a.yaml"})")), IsEmpty());
    EXPECT_THAT(opened_, ElementsAre("api/b.yaml"));
}

TEST_F(LinkedFiles, AreLimitedInNumber) {
    Files files{{"api/openapi.yaml", answers("{$ref: '0.yaml'}")}};
    for (std::size_t i = 0; i <= kMaxLinkedFiles; ++i) {
        files["api/" + std::to_string(i) + ".yaml"] =
            "items: {$ref: '" + std::to_string(i + 1) + ".yaml'}\n";
    }
    const auto api = loaded(std::move(files));
    EXPECT_THAT(opened_, SizeIs(kMaxLinkedFiles));
    EXPECT_THAT(api->schema(answer_schema(*api)), FailsWith("more than 2000 files"));
}

TEST(LinkedPlaces, AreNamedByTheirOwnFile) {
    EXPECT_EQ(written_pointer("/x-plumbline-files/a~1b.yaml/User"), "a/b.yaml#/User");
    EXPECT_EQ(written_pointer("/components/schemas/User"), "/components/schemas/User");
    EXPECT_FALSE(linked_place("/x-plumbline-filesystem/a"));
    EXPECT_EQ(linked_file("api/openapi.yaml", "../common.yaml"), "common.yaml");
}

}  // namespace
}  // namespace plumbline
