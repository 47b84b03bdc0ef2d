#include "spec/contract/openapi.hpp"
#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>

#include <ostream>

namespace plumbline {
namespace {

/// A Content-Type, the Media Type Object that describes it, and the form of its bodies.
struct FormCase {
    std::string content_type;
    std::string media_type_object;
    ContentForm form;
};

void PrintTo(const FormCase& row, std::ostream* out) {
    *out << row.content_type << ' ' << row.media_type_object;
}

class ContentFormOf : public testing::TestWithParam<FormCase> {};

TEST_P(ContentFormOf, FollowsFromTypeAndSchema) {
    const auto api = ApiDocument::load(
        "api",
        yaml_document("openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n  /a:\n    get:\n"
                      "      responses: {'200': {description: a, content: {'*/*': " +
                      GetParam().media_type_object +
                      "}}}\ncomponents: {schemas: {Id: {type: integer}}}\n"));
    ASSERT_THAT(api, IsOk());
    const MediaType& content = (*api)->operations().at(0).responses.at(0).content.at(0);
    EXPECT_EQ(content_form(**api, content, GetParam().content_type), GetParam().form);
}

INSTANTIATE_TEST_SUITE_P(
    ByTheirForm,
    ContentFormOf,
    testing::Values(
        FormCase{"Application/JSON; a=b", "{schema: {type: object}}", ContentForm::kJson},
        FormCase{"application/problem+json", "{}", ContentForm::kJson},
        FormCase{"text/plain; charset=utf-8",
                 "{schema: {$ref: '#/components/schemas/Id'}}",
                 ContentForm::kText},
        FormCase{
            "text/html", "{schema: {type: [string, 'null'], minLength: 1}}", ContentForm::kString},
        FormCase{"text/csv", "{schema: {maxLength: 1}}", ContentForm::kString},
        FormCase{"text/plain", "{schema: {enum: [1, 2]}}", ContentForm::kText},
        FormCase{"application/x-www-form-urlencoded",
                 "{schema: {type: object}}",
                 ContentForm::kUrlencoded},
        FormCase{"application/x-www-form-urlencoded",
                 "{schema: {required: [a]}}",
                 ContentForm::kUrlencoded}));

INSTANTIATE_TEST_SUITE_P(
    AnyBytes,
    ContentFormOf,
    testing::Values(FormCase{"application/xml", "{}", ContentForm::kAnyBytes},
                    FormCase{"image/png",
                             "{schema: {type: string, format: binary, x-a: 1}}",
                             ContentForm::kAnyBytes},
                    FormCase{"application/xml", "{schema: {}}", ContentForm::kAnyBytes},
                    FormCase{"text/plain", "{schema: {type: string}}", ContentForm::kAnyBytes}));

INSTANTIATE_TEST_SUITE_P(
    Unjudged,
    ContentFormOf,
    testing::Values(
        FormCase{"application/xml", "{schema: {type: object}}", ContentForm::kUnjudged},
        FormCase{
            "application/pdf", "{schema: {type: string, maxLength: 1}}", ContentForm::kUnjudged},
        FormCase{"text/csv", "{schema: {type: array}}", ContentForm::kUnjudged},
        FormCase{"text/plain", "{schema: {oneOf: [{type: object}]}}", ContentForm::kUnjudged},
        FormCase{"text/event-stream", "{schema: {type: integer}}", ContentForm::kUnjudged},
        FormCase{"application/x-ndjson", "{schema: {type: object}}", ContentForm::kUnjudged},
        FormCase{"multipart/mixed; boundary=b", "{schema: {type: object}}", ContentForm::kUnjudged},
        FormCase{"application/x-www-form-urlencoded",
                 "{schema: {type: object}, encoding: {a: {style: pipeDelimited}}}",
                 ContentForm::kUnjudged},
        FormCase{"application/x-www-form-urlencoded",
                 "{schema: {type: array}}",
                 ContentForm::kUnjudged}));

}  // namespace
}  // namespace plumbline
