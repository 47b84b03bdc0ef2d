// Parameters and headers with `content`.

#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace plumbline {
namespace {

/// Returns an operation with these parameters on line 6 and headers on line 9.
std::string with_parts(const std::string& parameters, const std::string& headers = "{}") {
    return "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n  /a:\n    get:\n"
           "      parameters: [" +
           parameters + "]\n      responses:\n        '200':\n          headers: " + headers +
           "\n          description: a\n";
}

Operation operation_with(const std::string& parameters, const std::string& headers = "{}") {
    const auto api = ApiDocument::load("api", yaml_document(with_parts(parameters, headers)));
    EXPECT_THAT(api, IsOk());
    EXPECT_EQ((*api)->operations().size(), 1U);
    return (*api)->operations().at(0);
}

TEST(MediaTypeOfAParameter, IsRead) {
    const Parameter parameter =
        operation_with("{name: q, in: query, content: {Application/json: {schema: {}}}}")
            .parameters.at(0);
    EXPECT_EQ(parameter.media_type, "application/json");
    EXPECT_EQ(parameter.schema_pointer,
              "/paths/~1a/get/parameters/0/content/Application~1json/schema");
}

TEST(MediaTypeOfAParameter, IsEmptyIfASchemaDescribesIt) {
    const Parameter parameter = operation_with("{name: q, in: query, schema: {}}").parameters.at(0);
    EXPECT_EQ(parameter.media_type, "");
    EXPECT_EQ(parameter.schema_pointer, "/paths/~1a/get/parameters/0/schema");
}

TEST(MediaTypeOfAParameter, IsUniqueAndExcludesASchema) {
    for (const char* wrong :
         {"content: {a/b: {}, c/d: {}}", "content: {}", "schema: {}, content: {a/b: {}}"}) {
        const auto api = ApiDocument::load(
            "api", yaml_document(with_parts("{name: q, in: query, " + std::string(wrong) + "}")));
        ASSERT_THAT(api, IsOk()) << wrong;
        const Operation& operation = (*api)->operations().at(0);
        EXPECT_THAT(operation.parameters, testing::IsEmpty()) << wrong;
        ASSERT_EQ(operation.unjudged.size(), 1U) << wrong;
        EXPECT_THAT(to_text(operation.unjudged[0]),
                    testing::AllOf(testing::HasSubstr("api.yaml:6:"),
                                   testing::HasSubstr("either a \"schema\" or \"content\"")))
            << wrong;
    }
}

TEST(MediaTypeOfAHeader, IsIgnoredUnlessItIsJson) {
    const Operation operation = operation_with(
        "",
        "{X-A: {content: {application/json: {schema: {}}}}, X-B: {content: {text/plain: {}}}, "
        "X-C: {required: true, schema: {}}}");
    const DeclaredResponse& response = operation.responses.at(0);
    ASSERT_EQ(response.headers.size(), 2U);
    EXPECT_EQ(response.headers[0].name, "X-A");
    EXPECT_EQ(response.headers[1].name, "X-C");
    EXPECT_EQ(response.headers[0].value_type, DeclaredHeader::HeaderValueType::kJson);
    EXPECT_EQ(response.headers[0].schema_pointer,
              "/paths/~1a/get/responses/200/headers/X-A/content/application~1json/schema");
    EXPECT_THAT(response.required_headers, testing::ElementsAre("X-C"));
}

TEST(SchemaOfAHeader, DeterminesItsValueType) {
    const Operation operation = operation_with(
        "",
        "{X-A: {schema: {type: string}}, X-B: {schema: {$ref: "
        "'#/paths/~1a/get/responses/200/x-types/count'}}, "
        "X-C: {schema: {type: boolean}}, X-D: {schema: {type: array}}, X-E: {schema: {type: "
        "[string, 'null']}}, "
        "X-F: {schema: {enum: [a]}}, X-G: {schema: {$ref: '#/gone'}}, X-H: {schema: true}, X-I: "
        "{schema: {allOf: [{type: object}]}}, X-J: "
        "{schema: {anyOf: [{type: array}, {type: string}]}}}\n"
        "          x-types: {count: {type: integer}}");
    using HeaderValueType = DeclaredHeader::HeaderValueType;
    std::vector<std::pair<std::string, HeaderValueType>> forms;
    for (const DeclaredHeader& header : operation.responses.at(0).headers)
        forms.emplace_back(header.name, header.value_type);
    EXPECT_THAT(forms,
                testing::ElementsAre(testing::Pair("X-A", HeaderValueType::kScalar),
                                     testing::Pair("X-B", HeaderValueType::kScalar),
                                     testing::Pair("X-C", HeaderValueType::kScalar),
                                     testing::Pair("X-D", HeaderValueType::kList),
                                     testing::Pair("X-E", HeaderValueType::kScalar),
                                     testing::Pair("X-F", HeaderValueType::kScalar),
                                     testing::Pair("X-H", HeaderValueType::kScalar),
                                     testing::Pair("X-I", HeaderValueType::kObject)));
    ASSERT_EQ(operation.unjudged.size(), 2U);
    EXPECT_THAT(to_text(operation.unjudged[0]), testing::HasSubstr("there is nothing at #/gone"));
    EXPECT_THAT(to_text(operation.unjudged[1]), testing::HasSubstr("values of the header X-J: "));
}

TEST(StyleOfAParameter, ThatItsLocationDoesNotHaveIsReportedAndReplacedByTheDefault) {
    for (const auto& [written, style] : std::map<std::string, std::string>{
             {"{name: q, in: query, style: label, schema: {}}", "form"},
             {"{name: q, in: query, style: Form, explode: false, schema: {}}", "form"},
             {"{name: q, in: header, style: form, schema: {}}", "simple"},
             {"{name: q, in: cookie, style: deepObject, schema: {}}", "form"}}) {
        const Operation operation = operation_with(written);
        ASSERT_EQ(operation.parameters.size(), 1U) << written;
        EXPECT_EQ(operation.parameters[0].style, style) << written;
        ASSERT_EQ(operation.unjudged.size(), 1U) << written;
        EXPECT_THAT(to_text(operation.unjudged[0]),
                    testing::AllOf(testing::HasSubstr("api.yaml:6:"),
                                   testing::HasSubstr("its values are sent as " + style)))
            << written;
    }
    EXPECT_FALSE(operation_with("{name: q, in: query, style: Form, explode: false, schema: {}}")
                     .parameters[0]
                     .explode);
    EXPECT_THAT(operation_with("{name: q, in: query, style: deepObject, schema: {}}").unjudged,
                testing::IsEmpty());
}

TEST(StyleOfAHeader, OtherThanSimpleIsReported) {
    const Operation operation = operation_with(
        "", "{X-A: {style: form, schema: {type: array}}, X-B: {style: simple, schema: {}}}");
    ASSERT_EQ(operation.unjudged.size(), 1U);
    EXPECT_THAT(to_text(operation.unjudged[0]),
                testing::HasSubstr("values of the header X-A: found the style \"form\""));
    ASSERT_EQ(operation.responses.at(0).headers.size(), 1U);
}

TEST(MediaTypesAndResponses, ThatCannotBeReadAreDeclaredAndNotJudged) {
    const auto api = ApiDocument::load(
        "api",
        yaml_document("openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n  /a:\n    get:\n"
                      "      responses:\n        '200': {content: {a/b: {$ref: '#/gone'}}}\n"
                      "        '400': {$ref: '#/none'}\n        20O: {}\n"));
    ASSERT_THAT(api, IsOk());
    const Operation& operation = (*api)->operations().at(0);
    ASSERT_EQ(operation.responses.size(), 2U);
    EXPECT_EQ(operation.response_for(200)->content.at(0).key, "a/b");
    EXPECT_EQ(operation.response_for(200)->content.at(0).schema_pointer, "");
    EXPECT_NE(operation.response_for(400), nullptr);
    EXPECT_EQ(operation.unjudged.size(), 3U);
}

TEST(HeadersThatOpenApiIgnores, AreNotRead) {
    const Operation operation = operation_with(
        "{name: accept, in: header, required: true, schema: {}}, "
        "{name: Authorization, in: header, schema: {}}, "
        "{name: Content-Type, in: query, schema: {}}, "
        "{name: X-Accept, in: header, schema: {}}",
        "{content-type: {required: true, schema: {type: string, enum: [a/b]}}}");
    std::vector<std::string> names;
    for (const Parameter& parameter : operation.parameters) names.push_back(parameter.name);
    EXPECT_THAT(names, testing::ElementsAre("Content-Type", "X-Accept"));
    EXPECT_THAT(operation.responses.at(0).headers, testing::IsEmpty());
    EXPECT_THAT(operation.responses.at(0).required_headers, testing::IsEmpty());
}

}  // namespace
}  // namespace plumbline
