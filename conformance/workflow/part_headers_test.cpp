#include "conformance/workflow/field_encoding.hpp"
#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"

#include <gmock/gmock.h>

#include <string>

namespace plumbline::workflow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kComponents = R"(
components:
  headers: {Kind: {schema: {$ref: '#/components/schemas/Kind'}}}
  schemas: {Kind: {type: string, default: shared}}
  examples: {Kind: {value: shown}}
)";

/// Reads `headers` of an encoding from an API without operations. They are on line 4.
PartHeaders headers_of(const std::string& headers) {
    auto document =
        parse_yaml("openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths: {}\nx-here: " +
                       std::string("{headers: ") + headers + "}" + kComponents,
                   "api.yaml");
    if (!document) {
        ADD_FAILURE() << to_text(document.error());
        return {};
    }
    const auto api = ApiDocument::load("api", std::move(*document));
    if (!api) {
        ADD_FAILURE() << to_text(api.error());
        return {};
    }
    return part_headers(**api, "/x-here");
}

struct HeaderRow {
    const char* name;
    const char* header;
    const char* text;
};

void PrintTo(const HeaderRow& row, std::ostream* out) {
    *out << row.name;
}

class KnownPartHeader : public testing::TestWithParam<HeaderRow> {};

TEST_P(KnownPartHeader, HasTheDeclaredValue) {
    const PartHeaders found = headers_of(std::string("{X-H: ") + GetParam().header + "}");
    EXPECT_EQ(found.sent, (http::Headers{{"X-H", GetParam().text}}));
    EXPECT_THAT(found.unsupported, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    KnownPartHeader,
    testing::Values(
        HeaderRow{"Const", "{schema: {const: a, default: b}, example: c}", "a"},
        HeaderRow{"EnumOfOne", "{schema: {enum: [a], default: b}}", "a"},
        HeaderRow{"DefaultBeforeExamples", "{schema: {enum: [a, b], default: b}, example: a}", "b"},
        HeaderRow{"Example", "{schema: {type: integer, example: 2}, example: 1}", "1"},
        HeaderRow{
            "ExampleByReference", "{examples: {k: {$ref: '#/components/examples/Kind'}}}", "shown"},
        HeaderRow{"FirstExampleWithAValue",
                  "{examples: {a: {externalValue: x}, b: {value: true}, c: {value: x}}}",
                  "true"},
        HeaderRow{"ExampleOfTheSchema", "{schema: {type: string, example: e}}", "e"},
        HeaderRow{"ExamplesOfTheSchema", "{schema: {type: string, examples: [e, f]}}", "e"},
        HeaderRow{"JsonText",
                  "{content: {application/json: {schema: {const: {a: [1]}}}}}",
                  R"({"a":[1]})"},
        HeaderRow{"JsonTextOfAText", "{content: {application/json: {example: b}}}", R"("b")"},
        HeaderRow{"OtherContent", "{content: {text/plain: {example: b}}}", "b"},
        HeaderRow{"References", "{$ref: '#/components/headers/Kind'}", "shared"}),
    RowName());

struct UnsupportedHeaderRow {
    const char* name;
    const char* headers;
    const char* message;
};

void PrintTo(const UnsupportedHeaderRow& row, std::ostream* out) {
    *out << row.name;
}

class UnknownPartHeader : public testing::TestWithParam<UnsupportedHeaderRow> {};

TEST_P(UnknownPartHeader, IsReportedWithItsPosition) {
    const PartHeaders found = headers_of(GetParam().headers);
    EXPECT_THAT(found.sent.all(), IsEmpty());
    ASSERT_EQ(found.unsupported.size(), 1U);
    EXPECT_THAT(to_text(found.unsupported[0]), HasSubstr(GetParam().message));
    EXPECT_EQ(found.unsupported[0].where.line, 4);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    UnknownPartHeader,
    testing::Values(
        UnsupportedHeaderRow{
            "WithoutValue",
            "{X-H: {schema: {type: string, enum: [a, b]}}}",
            "parts are sent without the header X-H: the document has no value for it"},
        UnsupportedHeaderRow{"OfAList", "{X-H: {example: [1]}}", "not a string, number or boolean"},
        UnsupportedHeaderRow{
            "OfSeveralLines", "{X-H: {example: \"a\\r\\nX-I: b\"}}", "its value has several lines"},
        UnsupportedHeaderRow{
            "LeadingNowhere", "{X-H: {$ref: '#/lost'}}", "there is nothing at #/lost"},
        UnsupportedHeaderRow{"NamingTheField",
                             "{content-disposition: {example: form-data}}",
                             "generated from the name of the field"}),
    RowName());

TEST(PartHeaders, DoNotIncludeTheContentType) {
    const PartHeaders found =
        headers_of("{Content-Type: {example: a/b}, B: {example: 1}, A: {example: 2}}");
    EXPECT_EQ(found.sent, (http::Headers{{"A", "2"}, {"B", "1"}}));
    EXPECT_THAT(found.unsupported, IsEmpty());
}

TEST(PartHeaders, AreEmptyWithoutAnObject) {
    EXPECT_THAT(headers_of("[]").sent.all(), IsEmpty());
}

}  // namespace
}  // namespace plumbline::workflow
