// Inferred fixtures are fixtures as people write them: valid against their schema.
#include "mock_server/inference/inferred_fixtures.hpp"

#include "mock_server/store/fixtures.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

using testing::HasSubstr;

std::vector<std::shared_ptr<const ApiDocument>> documents_of(const std::string& paths) {
    const std::string text = "openapi: '3.1.0'\ninfo: {title: T, version: '1'}\npaths:\n" + paths;
    auto api = ApiDocument::load("api.yaml", *parse_yaml(text, "api.yaml"));
    if (!api) ADD_FAILURE() << to_text(api.error());
    return {*api};
}

const std::string kIdSchema = "{type: object, properties: {id: {type: string}}}";

std::string read_of(const std::string& path, const std::string& id_schema) {
    return "  " + path +
           ":\n    parameters: [{name: id, in: path, required: true, schema: " + id_schema +
           "}]\n    get: {responses: {'200': {description: d, content: {application/json: "
           "{schema: " +
           kIdSchema + "}}}}}\n";
}

Json operations_of(const std::string& paths) {
    return json_of(inferred_fixture_texts(documents_of(paths)).at("operations.json"));
}

TEST(InferredFixtures, AreValidFixtures) {
    const auto files = inferred_fixtures(documents_of(read_of("/things/{id}", "{type: string}")));
    ASSERT_TRUE(files);
    EXPECT_THAT(check_fixture(files->at("operations.json"), "Operations"), IsOk());
    EXPECT_THAT(check_fixture(files->at("worlds/empty.json"), "World"), IsOk());
}

TEST(InferredFixtures, HaveTheFormOfIdsThatTheSchemaAllows) {
    const auto form_of = [](const std::string& schema) {
        return operations_of(
                   read_of("/things/{id}", schema))["collections"]["things"]["ids"]["form"]
            .get<std::string>();
    };
    EXPECT_EQ(form_of("{type: integer}"), "number");
    EXPECT_EQ(form_of("{type: string}"), "uuid");
    EXPECT_EQ(form_of("{type: string, format: uuid}"), "uuid");
    EXPECT_EQ(form_of("{type: string, pattern: '^t_'}"), "text");
    EXPECT_EQ(form_of("{type: string, maxLength: 8}"), "text");
}

TEST(InferredFixtures, SayWhatIsInferredAndWhy) {
    const std::string text = inference_text(documents_of(
        read_of("/things/{id}", "{type: integer}") + "  /health:\n    get: {responses: {}}\n"));
    EXPECT_THAT(text,
                HasSubstr("collection things: records of the type thing, ids: number in the "
                          "member id\n"));
    EXPECT_THAT(text,
                HasSubstr("GET     /things/{id}\n        read 200: GET of a thing, at {id}\n"));
    EXPECT_THAT(text, HasSubstr("GET     /health\n        example 200: "));
}

}  // namespace
}  // namespace plumbline::mock
