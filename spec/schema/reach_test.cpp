// What is refused when a schema is loaded, and how the refusal reads.
#include "spec/schema/reach.hpp"

#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"
#include "spec/schema/testing.hpp"

namespace plumbline {
namespace {

struct Refused {
    std::string_view name;
    std::string_view schema;
    ErrorCode code;
    std::string_view says;
};

void PrintTo(const Refused& row, std::ostream* out) {
    *out << row.schema;
}

class ClosedMode : public testing::TestWithParam<Refused> {};

TEST_P(ClosedMode, RefusesWithTheMend) {
    const auto schema = compile_text(GetParam().schema);
    EXPECT_THAT(schema, IsErrorCode(GetParam().code));
    EXPECT_THAT(schema, FailsWith(std::string(GetParam().says)));
}

const auto kByName = [](const auto& row) { return std::string(row.param.name); };
using enum ErrorCode;

INSTANTIATE_TEST_SUITE_P(
    Names,
    ClosedMode,
    testing::Values(
        Refused{"Misspelt", R"({"minimun":1})", kInvalid, "did you mean \"minimum\"?"},
        Refused{"Unknown", R"({"flavour":1})", kInvalid, "unknown schema keyword \"flavour\""},
        Refused{"MisspeltXName", R"({"x-ona":1})", kInvalid, "did you mean \"x-one\"?"},
        Refused{
            "UnknownXName", R"({"x-decimals":1})", kInvalid, "unknown x- keyword \"x-decimals\""},
        Refused{
            "Deep", R"({"properties":{"a":{"items":{"typ":"string"}}}})", kInvalid, "\"type\"?"},
        Refused{
            "BehindReference", R"({"$ref":"#/$defs/A","$defs":{"A":{"typ":1}}})", kInvalid, "typ"},
        Refused{"NulInKeyword", R"({"type\u0000x":"string"})", kInvalid, "unknown schema keyword"},
        Refused{"NulInProperty", R"({"properties":{"a\u0000b":{}}})", kInvalid, "NUL"},
        Refused{"NulInPattern", R"({"patternProperties":{"a\u0000b":{}}})", kInvalid, "NUL"},
        Refused{"NulInDependent", R"({"dependentSchemas":{"a\u0000b":{}}})", kInvalid, "NUL"},
        Refused{"NulInRequired", R"({"required":["a\u0000b"]})", kInvalid, "names"},
        Refused{
            "Nullable", R"({"type":"string","nullable":true})", kInvalid, "\"null\" to \"type\""},
        Refused{"Unevaluated",
                R"({"unevaluatedProperties":false})",
                kUnsupported,
                "additionalProperties"},
        Refused{"DynamicRef", R"({"$dynamicRef":"#a"})", kUnsupported, "#/components/schemas/NAME"},
        Refused{"InnerId", R"({"items":{"$id":"x"}})", kUnsupported, "\"$id\" cannot be judged"},
        Refused{"MinContains", R"({"contains":{},"minContains":2})", kUnsupported, "minContains"},
        Refused{
            "OldTuple", R"({"items":[{}],"additionalItems":false})", kUnsupported, "prefixItems"},
        Refused{"OldDependencies", R"({"dependencies":{}})", kUnsupported, "dependentRequired"}),
    kByName);

INSTANTIATE_TEST_SUITE_P(
    Values,
    ClosedMode,
    testing::Values(
        Refused{"TextForBound",
                R"({"minimum":"3"})",
                kInvalid,
                "\"minimum\" is \"3\", expected a number"},
        Refused{"OldExclusive", R"({"exclusiveMinimum":true})", kInvalid, "OpenAPI 3.0"},
        Refused{"ZeroDivisor", R"({"multipleOf":0})", kInvalid, "a number above 0"},
        Refused{"NegativeCount", R"({"minLength":-1})", kInvalid, "a whole number"},
        Refused{"BrokenCount", R"({"maxItems":1.5})", kInvalid, "a whole number"},
        Refused{"HugeCount", R"({"maxItems":1e300})", kInvalid, "a whole number"},
        Refused{"UnknownType", R"({"type":"strng"})", kInvalid, "array, boolean, integer"},
        Refused{"NoTypes", R"({"type":[]})", kInvalid, "array, boolean, integer"},
        Refused{"TypeTwice", R"({"type":["null","null"]})", kInvalid, "different ones"},
        Refused{"RequiredText", R"({"required":"a"})", kInvalid, "an array of different names"},
        Refused{"RequiredTwice", R"({"required":["a","a"]})", kInvalid, "different names"},
        Refused{"EmptyEnum", R"({"enum":[]})", kInvalid, "at least one value"},
        Refused{"EmptyAllOf", R"({"allOf":[]})", kInvalid, "at least one schema"},
        Refused{
            "NumberAsSchema", R"({"items":3})", kInvalid, "a schema is an object, true or false"},
        Refused{"ListForMap",
                R"({"properties":[]})",
                kInvalid,
                "\"properties\" is [], expected an object"},
        Refused{"Dependent", R"({"dependentRequired":{"a":"b"}})", kInvalid, "arrays of names"},
        Refused{"UniqueNumber", R"({"uniqueItems":1})", kInvalid, "true or false"},
        Refused{"ReferenceNumber", R"({"$ref":1})", kInvalid, "a string"},
        Refused{"OldDialect",
                R"({"$schema":"http://json-schema.org/draft-07/schema#"})",
                kInvalid,
                "2020-12"},
        Refused{
            "UnknownFormat", R"({"format":"datetime"})", kInvalid, "did you mean \"date-time\"?"},
        Refused{"BadPattern", R"({"pattern":"(a"})", kSyntax, "no regular expression"},
        Refused{"LookAhead", R"x({"pattern":"a(?=b)"})x", kUnsupported, "looks ahead"},
        Refused{"BadPatternName",
                R"({"patternProperties":{"*":{}}})",
                kSyntax,
                "no regular expression"}),
    kByName);

INSTANTIATE_TEST_SUITE_P(
    References,
    ClosedMode,
    testing::Values(Refused{"Dangling",
                            R"({"$ref":"#/$defs/Deploymnt","$defs":{"Deployment":{}}})",
                            kNotFound,
                            "there is no /$defs/Deploymnt; did you mean \"Deployment\"?"},
                    Refused{"NoDefinitions",
                            R"({"$ref":"#/components/schemas/A"})",
                            kNotFound,
                            "there is no /components"},
                    Refused{"OtherDocument",
                            R"({"$ref":"other.yaml#/a"})",
                            kUnsupported,
                            "outside this document"},
                    Refused{"Anchor", R"({"$ref":"#here"})", kUnsupported, "an anchor"},
                    Refused{"Empty", R"({"$ref":""})", kUnsupported, "outside this document"},
                    Refused{"BadEscape", R"({"$ref":"#/$defs/a~2"})", kSyntax, "$ref"},
                    Refused{"IntoAnEnum",
                            R"({"$ref":"#/enum/0","enum":[{}]})",
                            kUnsupported,
                            "no place of a schema"},
                    Refused{"IntoAMap",
                            R"({"$ref":"#/properties","properties":{}})",
                            kUnsupported,
                            "no place of a schema"},
                    Refused{"IntoPaths",
                            R"({"$ref":"#/paths/x","x-one":1})",
                            kUnsupported,
                            "no place of a schema"}),
    kByName);

INSTANTIATE_TEST_SUITE_P(
    Loops,
    ClosedMode,
    testing::Values(
        Refused{"Self", R"({"$ref":"#"})", kInvalid, "the $ref returns"},
        Refused{"ByAllOf",
                R"({"$ref":"#/$defs/A","$defs":{"A":{"allOf":[{"$ref":"#/$defs/A"}]}}})",
                kInvalid,
                "/$defs/A -> /$defs/A"},
        Refused{
            "OfTwo",
            R"({"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}}})",
            kInvalid,
            "/$defs/A -> /$defs/B -> /$defs/A"},
        Refused{"BehindAProperty",
                R"({"properties":{"a":{"anyOf":[{"$ref":"#/properties/a"}]}}})",
                kInvalid,
                "/properties/a -> /properties/a"},
        Refused{"ByNot", R"({"not":{"$ref":"#"}})", kInvalid, "the $ref returns"},
        Refused{"ByThen", R"({"if":true,"then":{"oneOf":[{"$ref":"#"}]}})", kInvalid, "returns"},
        Refused{"ByDependentSchemas",
                R"({"dependentSchemas":{"a":{"$ref":"#"}}})",
                kInvalid,
                "returns"},
        Refused{"BetweenInnerSchemas",
                R"({"allOf":[{"allOf":[{"$ref":"#/allOf/0"}]}]})",
                kInvalid,
                "/allOf/0 -> /allOf/0"}),
    kByName);

TEST(ClosedMode, LetsSchemasContainThemselvesThroughTheirParts) {
    for (const auto* schema :
         {R"({"items":{"$ref":"#"}})",
          R"({"propertyNames":{"$ref":"#"}})",
          R"({"contains":{"$ref":"#"}})",
          R"({"allOf":[{"properties":{"a":{"$ref":"#"}}}]})",
          R"({"additionalProperties":{"anyOf":[{"$ref":"#"},{"type":"null"}]}})"}) {
        EXPECT_THAT(compile_text(schema), IsOk()) << schema;
    }
}

TEST(Refusals, PointAtTheLineOfTheKeyword) {
    const auto schema =
        compile_text("{\n  \"properties\": {\n    \"a\": {\n      \"minimun\": 3\n}}}");
    ASSERT_THAT(schema, IsErrorCode(kInvalid));
    EXPECT_EQ(schema.error().where.file, "test.json");
    EXPECT_EQ(schema.error().where.line, 4);
    EXPECT_GT(schema.error().where.column, 6);
}

TEST(Refusals, OfAReferencePointAtTheReference) {
    const auto schema = compile_text("{\n\"items\": {\n\"$ref\": \"#/$defs/A\"}}");
    ASSERT_THAT(schema, IsErrorCode(kNotFound));
    EXPECT_EQ(schema.error().where.line, 3);
}

TEST(SchemaCompiler, SaysThatThereIsNoSchemaAtAPointer) {
    EXPECT_THAT(compile_text("{}", SchemaStrictness::kClosed, "/nowhere"), IsErrorCode(kNotFound));
}

TEST(SchemaCompiler, ChecksWithoutCompiling) {
    auto document =
        parse_json_document(R"({"components":{"schemas":{"A":{"type":"x"},"B":{}}}})", "f");
    ASSERT_THAT(document, IsOk());
    SchemaCompiler compiler(*document, SchemaStrictness::kClosed);
    EXPECT_THAT(compiler.check("/components/schemas/A"), IsErrorCode(kInvalid));
    EXPECT_THAT(compiler.check("/components/schemas/B"), IsOk());
}

TEST(Limits, RefuseSchemasNestedTooDeep) {
    std::string schema = "{}";
    for (int i = 0; i < 30; ++i) schema = R"({"not":)" + schema + "}";
    EXPECT_THAT(compile_text(schema), IsOk());

    Json deep = Json::object();
    for (int i = 0; i < 70; ++i) {
        Json outer = Json::object();
        outer["not"] = std::move(deep);
        deep = std::move(outer);
    }
    const Document document{"deep", std::make_shared<const Json>(std::move(deep)), {}};
    EXPECT_THAT(SchemaCompiler(document, SchemaStrictness::kClosed).compile(""),
                IsErrorCode(kLimit));
}

/// A document of `count` definitions, each with a reference to the next between `before` and
/// `after`.
std::string chain(int count, const std::string& before, const std::string& after) {
    std::string text = R"({"$ref":"#/$defs/0","$defs":{)";
    for (int i = 0; i < count; ++i) {
        text += '"' + std::to_string(i) + R"(":)" + before + R"({"$ref":"#/$defs/)" +
                std::to_string(i + 1) + R"("})" + after + ',';
    }
    return text + '"' + std::to_string(count) + R"(":{"type":"integer"}}})";
}

TEST(Limits, RefuseLongChainsInPlace) {
    EXPECT_THAT(compile_text(chain(15, "", "")), IsOk());
    EXPECT_THAT(compile_text(chain(20, "", "")), IsErrorCode(kLimit));
    EXPECT_THAT(compile_text(chain(10, R"({"allOf":[)", "]}")), IsErrorCode(kLimit));
}

TEST(Limits, RefuseWhatTheCompilersStackMightNotHold) {
    const auto fits = compile_text(chain(190, R"({"properties":{"a":)", "}}"));
    EXPECT_THAT(fits, IsOk());
    EXPECT_THAT(compile_text(chain(210, R"({"properties":{"a":)", "}}")), IsErrorCode(kLimit));
}

class TolerantMode : public testing::TestWithParam<SchemaRow> {};

TEST_P(TolerantMode, ReadsForeignForms) {
    const auto schema = compile_text(GetParam().schema, SchemaStrictness::kTolerant);
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(GetParam().fits, testing::Each(FitsSchema(*schema)));
    EXPECT_THAT(GetParam().fails, testing::Each(FailsSchema(*schema)));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    TolerantMode,
    testing::Values(
        SchemaRow{R"({"type":"string","nullable":true})", {"null", "\"a\""}, {"1"}},
        SchemaRow{R"({"type":"string","nullable":false})", {"\"a\""}, {"null"}},
        SchemaRow{R"({"type":["string","null"],"nullable":true})", {"null", "\"a\""}, {"1"}},
        SchemaRow{R"({"nullable":true,"minimum":3})", {"null", "3"}, {"2"}},
        SchemaRow{R"({"minimum":3,"exclusiveMinimum":true})", {"4"}, {"3", "2"}},
        SchemaRow{R"({"minimum":3,"exclusiveMinimum":false})", {"3"}, {"2"}},
        SchemaRow{R"({"maximum":3,"exclusiveMaximum":true})", {"2"}, {"3", "4"}},
        SchemaRow{R"({"exclusiveMaximum":true})", {"3"}, {}},
        SchemaRow{R"({"x-anything":{"minimun":1},"flavour":1,"type":"null"})", {"null"}, {"1"}},
        SchemaRow{R"({"type":"string","format":"email"})", {"\"no mail\""}, {"1"}}),
    RowName());

TEST(TolerantMode, StillRefusesWhatWouldChangeAVerdict) {
    const auto compile = [](std::string_view schema) {
        return compile_text(schema, SchemaStrictness::kTolerant);
    };
    EXPECT_THAT(compile(R"({"unevaluatedItems":false})"), IsErrorCode(kUnsupported));
    EXPECT_THAT(compile(R"({"maxContains":1})"), IsErrorCode(kUnsupported));
    EXPECT_THAT(compile(R"({"$ref":"other.json"})"), IsErrorCode(kUnsupported));
    EXPECT_THAT(compile(R"x({"pattern":"a(?!y)"})x"), IsErrorCode(kUnsupported));
    EXPECT_THAT(compile(R"({"minimum":"3"})"), IsErrorCode(kInvalid));
    EXPECT_THAT(compile(R"({"$ref":"#"})"), IsErrorCode(kInvalid));
}

}  // namespace
}  // namespace plumbline
