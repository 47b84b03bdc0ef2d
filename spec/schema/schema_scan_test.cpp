// Which schemas are rejected when they are loaded, and with which message.
#include "spec/schema/schema_scan.hpp"

#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"
#include "spec/schema/testing.hpp"

namespace plumbline {
namespace {

struct InvalidSchemaCase {
    std::string_view name;
    std::string_view schema;
    ErrorCode code;
    std::string_view message;
};

void PrintTo(const InvalidSchemaCase& row, std::ostream* out) {
    *out << row.schema;
}

class ClosedMode : public testing::TestWithParam<InvalidSchemaCase> {};

TEST_P(ClosedMode, ReportsTheErrorAndItsFix) {
    const auto schema = compile_schema_text(GetParam().schema);
    EXPECT_THAT(schema, IsErrorCode(GetParam().code));
    EXPECT_THAT(schema, FailsWith(std::string(GetParam().message)));
}

const auto kByName = [](const auto& row) { return std::string(row.param.name); };
using enum ErrorCode;

INSTANTIATE_TEST_SUITE_P(
    Names,
    ClosedMode,
    testing::Values(
        InvalidSchemaCase{"Misspelt", R"({"minimun":1})", kInvalid, "did you mean \"minimum\"?"},
        InvalidSchemaCase{
            "Unknown", R"({"flavour":1})", kInvalid, "unknown schema keyword \"flavour\""},
        InvalidSchemaCase{"MisspeltXName", R"({"x-ona":1})", kInvalid, "did you mean \"x-one\"?"},
        InvalidSchemaCase{
            "UnknownXName", R"({"x-decimals":1})", kInvalid, "unknown x- keyword \"x-decimals\""},
        InvalidSchemaCase{
            "Deep", R"({"properties":{"a":{"items":{"typ":"string"}}}})", kInvalid, "\"type\"?"},
        InvalidSchemaCase{
            "BehindReference", R"({"$ref":"#/$defs/A","$defs":{"A":{"typ":1}}})", kInvalid, "typ"},
        InvalidSchemaCase{
            "NulInKeyword", R"({"type\u0000x":"string"})", kInvalid, "unknown schema keyword"},
        InvalidSchemaCase{"NulInProperty", R"({"properties":{"a\u0000b":{}}})", kInvalid, "NUL"},
        InvalidSchemaCase{
            "NulInPattern", R"({"patternProperties":{"a\u0000b":{}}})", kInvalid, "NUL"},
        InvalidSchemaCase{
            "NulInDependent", R"({"dependentSchemas":{"a\u0000b":{}}})", kInvalid, "NUL"},
        InvalidSchemaCase{"NulInRequired", R"({"required":["a\u0000b"]})", kInvalid, "names"},
        InvalidSchemaCase{
            "Nullable", R"({"type":"string","nullable":true})", kInvalid, "\"null\" to \"type\""},
        InvalidSchemaCase{"RecursiveRef",
                          R"({"$recursiveRef":"#"})",
                          kUnsupported,
                          "\"$recursiveRef\" is not supported"},
        InvalidSchemaCase{
            "OldTuple", R"({"items":[{}],"additionalItems":false})", kUnsupported, "prefixItems"},
        InvalidSchemaCase{
            "OldDependencies", R"({"dependencies":{}})", kUnsupported, "dependentRequired"}),
    kByName);

INSTANTIATE_TEST_SUITE_P(
    Values,
    ClosedMode,
    testing::Values(
        InvalidSchemaCase{"TextForBound",
                          R"({"minimum":"3"})",
                          kInvalid,
                          "\"minimum\" is \"3\", expected a number"},
        InvalidSchemaCase{"OldExclusive", R"({"exclusiveMinimum":true})", kInvalid, "OpenAPI 3.0"},
        InvalidSchemaCase{"ZeroDivisor", R"({"multipleOf":0})", kInvalid, "a number above 0"},
        InvalidSchemaCase{"NegativeCount", R"({"minLength":-1})", kInvalid, "a whole number"},
        InvalidSchemaCase{"BrokenCount", R"({"maxItems":1.5})", kInvalid, "a whole number"},
        InvalidSchemaCase{"HugeCount", R"({"maxItems":1e300})", kInvalid, "a whole number"},
        InvalidSchemaCase{
            "UnknownType", R"({"type":"strng"})", kInvalid, "array, boolean, integer"},
        InvalidSchemaCase{"NoTypes", R"({"type":[]})", kInvalid, "array, boolean, integer"},
        InvalidSchemaCase{"TypeTwice", R"({"type":["null","null"]})", kInvalid, "unique types"},
        InvalidSchemaCase{
            "RequiredText", R"({"required":"a"})", kInvalid, "an array of unique names"},
        InvalidSchemaCase{"RequiredTwice", R"({"required":["a","a"]})", kInvalid, "unique names"},
        InvalidSchemaCase{"EmptyEnum", R"({"enum":[]})", kInvalid, "at least one value"},
        InvalidSchemaCase{"EmptyAllOf", R"({"allOf":[]})", kInvalid, "at least one schema"},
        InvalidSchemaCase{
            "NumberAsSchema", R"({"items":3})", kInvalid, "a schema is an object, true or false"},
        InvalidSchemaCase{"ListForMap",
                          R"({"properties":[]})",
                          kInvalid,
                          "\"properties\" is [], expected an object"},
        InvalidSchemaCase{
            "Dependent", R"({"dependentRequired":{"a":"b"}})", kInvalid, "arrays of names"},
        InvalidSchemaCase{"UniqueNumber", R"({"uniqueItems":1})", kInvalid, "true or false"},
        InvalidSchemaCase{"ReferenceNumber", R"({"$ref":1})", kInvalid, "a string"},
        InvalidSchemaCase{"OldDialect",
                          R"({"$schema":"http://json-schema.org/draft-07/schema#"})",
                          kInvalid,
                          "2020-12"},
        InvalidSchemaCase{
            "UnknownFormat", R"({"format":"datetime"})", kInvalid, "did you mean \"date-time\"?"},
        InvalidSchemaCase{"BadPattern", R"({"pattern":"(a"})", kSyntax, "not a regular expression"},
        InvalidSchemaCase{"LookBehind", R"x({"pattern":"(?<=b+)a"})x", kUnsupported, "lookbehind"},
        InvalidSchemaCase{"BadPatternName",
                          R"({"patternProperties":{"*":{}}})",
                          kSyntax,
                          "not a regular expression"}),
    kByName);

INSTANTIATE_TEST_SUITE_P(
    References,
    ClosedMode,
    testing::Values(
        InvalidSchemaCase{"Dangling",
                          R"({"$ref":"#/$defs/Deploymnt","$defs":{"Deployment":{}}})",
                          kNotFound,
                          "there is no /$defs/Deploymnt; did you mean \"Deployment\"?"},
        InvalidSchemaCase{"NoDefinitions",
                          R"({"$ref":"#/components/schemas/A"})",
                          kNotFound,
                          "there is no /components"},
        InvalidSchemaCase{
            "OtherDocument", R"({"$ref":"other.yaml#/a"})", kUnsupported, "outside this document"},
        InvalidSchemaCase{"Anchor",
                          R"({"$ref":"#her","$defs":{"A":{"$anchor":"here"}}})",
                          kNotFound,
                          "there is no such $anchor; did you mean \"here\"?"},
        InvalidSchemaCase{
            "DynamicAnchor", R"({"$dynamicRef":"#a"})", kNotFound, "there is no such $anchor"},
        InvalidSchemaCase{"OtherId",
                          R"({"$id":"https://a.test/b","$ref":"c#/d"})",
                          kUnsupported,
                          "outside this document"},
        InvalidSchemaCase{"BadEscape", R"({"$ref":"#/$defs/a~2"})", kSyntax, "$ref"},
        InvalidSchemaCase{"IntoAnEnum",
                          R"({"$ref":"#/enum/0","enum":[{}]})",
                          kUnsupported,
                          "which is not a schema"},
        InvalidSchemaCase{"IntoAMap",
                          R"({"$ref":"#/properties","properties":{}})",
                          kUnsupported,
                          "which is not a schema"},
        InvalidSchemaCase{"IntoPaths",
                          R"({"$ref":"#/paths/x","x-one":1})",
                          kUnsupported,
                          "which is not a schema"}),
    kByName);

INSTANTIATE_TEST_SUITE_P(
    Loops,
    ClosedMode,
    testing::Values(
        InvalidSchemaCase{"Self", R"({"$ref":"#"})", kInvalid, "the $ref returns"},
        InvalidSchemaCase{"SelfWithoutFragment", R"({"$ref":""})", kInvalid, "the $ref returns"},
        InvalidSchemaCase{"SelfByAnchor",
                          R"({"$anchor":"me","allOf":[{"$ref":"#me"}]})",
                          kInvalid,
                          "the $ref returns"},
        InvalidSchemaCase{"SelfByDynamicAnchor",
                          R"({"$dynamicAnchor":"me","not":{"$dynamicRef":"#me"}})",
                          kInvalid,
                          "the $ref returns"},
        InvalidSchemaCase{"ByAllOf",
                          R"({"$ref":"#/$defs/A","$defs":{"A":{"allOf":[{"$ref":"#/$defs/A"}]}}})",
                          kInvalid,
                          "/$defs/A -> /$defs/A"},
        InvalidSchemaCase{
            "OfTwo",
            R"({"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}}})",
            kInvalid,
            "/$defs/A -> /$defs/B -> /$defs/A"},
        InvalidSchemaCase{"BehindAProperty",
                          R"({"properties":{"a":{"anyOf":[{"$ref":"#/properties/a"}]}}})",
                          kInvalid,
                          "/properties/a -> /properties/a"},
        InvalidSchemaCase{"ByNot", R"({"not":{"$ref":"#"}})", kInvalid, "the $ref returns"},
        InvalidSchemaCase{
            "ByThen", R"({"if":true,"then":{"oneOf":[{"$ref":"#"}]}})", kInvalid, "returns"},
        InvalidSchemaCase{"ByDependentSchemas",
                          R"({"dependentSchemas":{"a":{"$ref":"#"}}})",
                          kInvalid,
                          "returns"},
        InvalidSchemaCase{"BetweenInnerSchemas",
                          R"({"allOf":[{"allOf":[{"$ref":"#/allOf/0"}]}]})",
                          kInvalid,
                          "/allOf/0 -> /allOf/0"}),
    kByName);

TEST(ClosedMode, AcceptsSchemasThatContainThemselvesInParts) {
    for (const auto* schema :
         {R"({"items":{"$ref":"#"}})",
          R"({"propertyNames":{"$ref":"#"}})",
          R"({"contains":{"$ref":"#"}})",
          R"({"allOf":[{"properties":{"a":{"$ref":"#"}}}]})",
          R"({"additionalProperties":{"anyOf":[{"$ref":"#"},{"type":"null"}]}})"}) {
        EXPECT_THAT(compile_schema_text(schema), IsOk()) << schema;
    }
}

TEST(ClosedMode, RejectsTheApiDocumentAsASchema) {
    for (const std::string reference : {"", "#"}) {
        EXPECT_THAT(
            compile_schema_text(R"({"openapi":"3.1.0","components":{"schemas":{"A":{"$ref":")" +
                                    reference + R"("}}}})",
                                SchemaStrictness::kClosed,
                                "/components/schemas/A"),
            FailsWith("which is not a schema"));
    }
}

TEST(SchemaErrors, HaveThePositionOfTheKeyword) {
    const auto schema =
        compile_schema_text("{\n  \"properties\": {\n    \"a\": {\n      \"minimun\": 3\n}}}");
    ASSERT_THAT(schema, IsErrorCode(kInvalid));
    EXPECT_EQ(schema.error().where.file, "test.json");
    EXPECT_EQ(schema.error().where.line, 4);
    EXPECT_GT(schema.error().where.column, 6);
}

TEST(SchemaErrors, OfAReferenceHaveThePositionOfTheReference) {
    const auto schema = compile_schema_text("{\n\"items\": {\n\"$ref\": \"#/$defs/A\"}}");
    ASSERT_THAT(schema, IsErrorCode(kNotFound));
    EXPECT_EQ(schema.error().where.line, 3);
}

TEST(SchemaCompiler, ReportsAPointerWithoutASchema) {
    EXPECT_THAT(compile_schema_text("{}", SchemaStrictness::kClosed, "/nowhere"),
                IsErrorCode(kNotFound));
}

TEST(SchemaCompiler, ChecksWithoutCompiling) {
    auto document =
        parse_json_document(R"({"components":{"schemas":{"A":{"type":"x"},"B":{}}}})", "f");
    ASSERT_THAT(document, IsOk());
    SchemaCompiler compiler(*document, SchemaStrictness::kClosed);
    EXPECT_THAT(compiler.check("/components/schemas/A"), IsErrorCode(kInvalid));
    EXPECT_THAT(compiler.check("/components/schemas/B"), IsOk());
}

TEST(Limits, RejectSchemasNestedTooDeep) {
    std::string schema = "{}";
    for (int i = 0; i < 30; ++i) schema = R"({"not":)" + schema + "}";
    EXPECT_THAT(compile_schema_text(schema), IsOk());

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

/// Returns a document of `count` definitions. Each has a reference to the next one between `before`
/// and `after`.
std::string reference_chain(int count, const std::string& before, const std::string& after) {
    std::string text = R"({"$ref":"#/$defs/0","$defs":{)";
    for (int i = 0; i < count; ++i) {
        text += '"' + std::to_string(i) + R"(":)" + before + R"({"$ref":"#/$defs/)" +
                std::to_string(i + 1) + R"("})" + after + ',';
    }
    return text + '"' + std::to_string(count) + R"(":{"type":"integer"}}})";
}

TEST(Limits, RejectLongInPlaceChains) {
    EXPECT_THAT(compile_schema_text(reference_chain(15, "", "")), IsOk());
    EXPECT_THAT(compile_schema_text(reference_chain(20, "", "")), IsErrorCode(kLimit));
    EXPECT_THAT(compile_schema_text(reference_chain(10, R"({"allOf":[)", "]}")),
                IsErrorCode(kLimit));
}

TEST(Limits, AcceptLongChainsThroughParts) {
    EXPECT_THAT(compile_schema_text(reference_chain(2'000, R"({"properties":{"a":)", "}}")),
                IsOk());
}

class TolerantMode : public testing::TestWithParam<SchemaCase> {};

TEST_P(TolerantMode, AcceptsForeignNotations) {
    const auto schema = compile_schema_text(GetParam().schema, SchemaStrictness::kTolerant);
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(GetParam().fits, testing::Each(FitsSchema(*schema)));
    EXPECT_THAT(GetParam().fails, testing::Each(FailsSchema(*schema)));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    TolerantMode,
    testing::Values(
        SchemaCase{R"({"type":"string","nullable":true})", {"null", "\"a\""}, {"1"}},
        SchemaCase{R"({"type":"string","nullable":false})", {"\"a\""}, {"null"}},
        SchemaCase{R"({"type":["string","null"],"nullable":true})", {"null", "\"a\""}, {"1"}},
        SchemaCase{R"({"nullable":true,"minimum":3})", {"null", "3"}, {"2"}},
        SchemaCase{R"({"minimum":3,"exclusiveMinimum":true})", {"4"}, {"3", "2"}},
        SchemaCase{R"({"minimum":3,"exclusiveMinimum":false})", {"3"}, {"2"}},
        SchemaCase{R"({"maximum":3,"exclusiveMaximum":true})", {"2"}, {"3", "4"}},
        SchemaCase{R"({"exclusiveMaximum":true})", {"3"}, {}},
        SchemaCase{R"({"x-anything":{"minimun":1},"flavour":1,"type":"null"})", {"null"}, {"1"}},
        SchemaCase{R"({"type":"string","format":"word"})", {"\"no mail\""}, {"1"}}),
    RowName());

}  // namespace
}  // namespace plumbline
