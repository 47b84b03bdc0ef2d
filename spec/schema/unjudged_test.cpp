// Schemas of foreign documents with a part that cannot be judged: the rest is judged, and the part
// never leads to a violation.
#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"
#include "spec/schema/testing.hpp"

namespace plumbline {
namespace {

struct UnjudgedCase {
    std::string_view name;
    std::string_view schema;
    std::string_view reason;
    std::vector<std::string_view> fits;
    std::vector<std::string_view> fails;
};

void PrintTo(const UnjudgedCase& row, std::ostream* out) {
    *out << row.schema;
}

class UnjudgedParts : public testing::TestWithParam<UnjudgedCase> {};

TEST_P(UnjudgedParts, LeadToNoViolation) {
    const auto schema = compile_schema_text(GetParam().schema, SchemaStrictness::kTolerant);
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(schema, LeavesOut(std::string(GetParam().reason)));
    EXPECT_THAT(GetParam().fits, testing::Each(FitsSchema(*schema)));
    EXPECT_THAT(GetParam().fails, testing::Each(FailsSchema(*schema)));
}

const auto kByCaseName = [](const auto& row) { return std::string(row.param.name); };

INSTANTIATE_TEST_SUITE_P(
    Keywords,
    UnjudgedParts,
    testing::Values(
        UnjudgedCase{"Pattern",
                     R"x({"type":"string","maxLength":3,"pattern":"(?<=y+)a"})x",
                     "lookbehind",
                     {"\"b\""},
                     {"1", "\"long\""}},
        UnjudgedCase{
            "InAProperty",
            R"x({"required":["a"],"properties":{"s":{"pattern":"(?<=y+)a"},"a":{"type":"null"}}})x",
            "lookbehind",
            {R"({"a":null,"s":"x"})"},
            {R"({"s":"x"})", R"({"a":1})"}},
        UnjudgedCase{"Value", R"({"minimum":"3","maximum":9})", "expected a number", {"1"}, {"10"}},
        UnjudgedCase{"BoundOfABooleanOne",
                     R"({"maximum":"3","exclusiveMaximum":true})",
                     "expected a number",
                     {"2", "9"},
                     {}},
        UnjudgedCase{"Nullable",
                     R"({"type":"string","nullable":"true"})",
                     "\"type\" depends on \"nullable\"",
                     {"null", "\"a\""},
                     {}},
        UnjudgedCase{"NoSchema", R"({"items":3,"maxItems":1})", "a schema is", {"[1]"}, {"[1,2]"}},
        UnjudgedCase{
            "OldDraft", R"({"dependencies":{},"type":"null"})", "not supported", {"null"}, {"1"}},
        UnjudgedCase{"Reference",
                     R"({"$ref":"other.json","type":"null"})",
                     "outside this document",
                     {"null"},
                     {"1"}},
        UnjudgedCase{
            "Dangling", R"({"$ref":"#/$defs/A","type":"null"})", "there is no", {"null"}, {"1"}},
        UnjudgedCase{"Loop",
                     R"({"type":"object","allOf":[{"$ref":"#"}]})",
                     "the $ref returns",
                     {"{}"},
                     {"1"}},
        UnjudgedCase{"NameOfAProperty",
                     R"({"properties":{"a\u0000b":false,"c":{"type":"null"}}})",
                     "NUL",
                     {R"({"a\u0000b":1})"},
                     {R"({"c":1})"}}),
    kByCaseName);

INSTANTIATE_TEST_SUITE_P(
    Combinations,
    UnjudgedParts,
    testing::Values(
        UnjudgedCase{
            "Not", R"x({"not":{"pattern":"(?<=y+)a"}})x", "lookbehind", {"\"a\"", "\"b\""}, {}},
        UnjudgedCase{"NotThatFails",
                     R"x({"not":{"not":{"type":"null","pattern":"(?<=y+)a"}}})x",
                     "lookbehind",
                     {"null"},
                     {"1"}},
        UnjudgedCase{"AnyOf",
                     R"x({"anyOf":[{"type":"number"},{"type":"string","pattern":"(?<=y+)a"}]})x",
                     "lookbehind",
                     {"1", "\"a\"", "\"b\""},
                     {"null"}},
        UnjudgedCase{
            "OneOf",
            R"x({"oneOf":[{"type":"string"},{"pattern":"(?<=y+)a","type":["string","null"]},{"type":"string","minLength":2}]})x",
            "lookbehind",
            {"\"a\"", "null"},
            {"1", "\"ab\""}},
        UnjudgedCase{
            "If",
            R"x({"if":{"pattern":"(?<=y+)a"},"then":{"maxLength":2},"else":{"maxLength":3}})x",
            "lookbehind",
            {"\"aa\"", "\"aaa\""},
            {"\"aaaa\""}},
        UnjudgedCase{"Contains",
                     R"x({"contains":{"type":"string","pattern":"(?<=y+)a"}})x",
                     "lookbehind",
                     {R"(["b"])"},
                     {"[1]"}},
        UnjudgedCase{
            "MaxContains",
            R"x({"contains":{"anyOf":[{"type":"null"},{"type":"string","pattern":"(?<=y+)a"}]},"maxContains":1})x",
            "lookbehind",
            {R"([null,"b"])"},
            {"[null,null]"}},
        UnjudgedCase{"BoundOfContains",
                     R"({"contains":{"type":"null"},"minContains":"0"})",
                     "a whole number",
                     {"[1]"},
                     {}}),
    kByCaseName);

INSTANTIATE_TEST_SUITE_P(
    OtherKeywordsThatDependOnThem,
    UnjudgedParts,
    testing::Values(
        UnjudgedCase{
            "AdditionalProperties",
            R"x({"patternProperties":{"(?<=x+)":{},"^n":{"type":"null"}},"additionalProperties":false})x",
            "\"additionalProperties\" depends on \"patternProperties\"",
            {R"({"a":1,"x":2})"},
            {R"({"n":1})"}},
        UnjudgedCase{"AdditionalPropertiesBesideASchemaThatIsNone",
                     R"({"properties":{"a":3},"additionalProperties":false})",
                     "depends on \"properties\"",
                     {R"({"a":1})"},
                     {}},
        UnjudgedCase{"AdditionalPropertiesBesideANameWithNul",
                     R"({"properties":{"a\u0000b":{}},"additionalProperties":false})",
                     "depends on \"properties\"",
                     {R"({"a\u0000b":1})"},
                     {}},
        // The names are known, only a part of what they describe is not.
        UnjudgedCase{
            "NoAdditionalPropertiesBesideAPattern",
            R"x({"properties":{"a":{"pattern":"(?<=y+)a"}},"additionalProperties":false})x",
            "lookbehind",
            {R"({"a":"b"})"},
            {R"({"b":1})"}},
        UnjudgedCase{
            "NoAdditionalPropertiesBesideAPatternOfNames",
            R"x({"patternProperties":{"^n":{"pattern":"(?<=y+)a"}},"additionalProperties":false})x",
            "lookbehind",
            {R"({"n":"b"})"},
            {R"({"b":1})"}},
        UnjudgedCase{"PropertiesThatAreNone",
                     R"({"properties":[],"additionalProperties":false})",
                     "expected an object",
                     {R"({"a":1})"},
                     {}},
        UnjudgedCase{"Items",
                     R"({"prefixItems":1,"items":false})",
                     "depends on \"prefixItems\"",
                     {"[1]"},
                     {}},
        UnjudgedCase{
            "UnevaluatedProperties",
            R"({"$ref":"other.json","properties":{"a":{"type":"null"}},"unevaluatedProperties":false})",
            "outside this document",
            {R"({"b":1})"},
            {R"({"a":1})"}},
        UnjudgedCase{
            "UnevaluatedOfABranch",
            R"x({"anyOf":[{"properties":{"b":{"pattern":"(?<=y+)a"}}}],"unevaluatedProperties":false})x",
            "lookbehind",
            {R"({"b":"1"})"},
            {R"({"c":1})"}}),
    kByCaseName);

INSTANTIATE_TEST_SUITE_P(
    EvaluatedByThem,
    UnjudgedParts,
    testing::Values(
        UnjudgedCase{
            "InANegation",
            R"x({"not":{"anyOf":[{"type":"object"},{"properties":{"a":{"pattern":"(?<=y+)a"}}}],"unevaluatedProperties":false}})x",
            "lookbehind",
            {R"({"a":"ay"})", R"({"b":1})"},
            {"{}"}},
        UnjudgedCase{
            "ByContains",
            R"x({"not":{"contains":{"anyOf":[{"type":"null"},{"type":"string","pattern":"(?<=y+)a"}]},"unevaluatedItems":false}})x",
            "lookbehind",
            {R"([null,"ay"])", "[null,1]"},
            {"[null]"}}),
    kByCaseName);

// Both branches are tried where the condition is unknown; each level must not double that.
TEST(UnjudgedParts, InAConditionTakeLinearTime) {
    const auto schema = compile_schema_text(
        R"x({"if":{"pattern":"(?<=y+)a"},"then":{"type":"object","properties":{"a":{"$ref":"#"}}},"else":false})x",
        SchemaStrictness::kTolerant);
    ASSERT_THAT(schema, IsOk());
    Json value = 1;
    for (int i = 0; i < 100; ++i) value = Json{{"a", std::move(value)}};
    EXPECT_FALSE(schema->accepts(value));
    EXPECT_THAT(schema->evaluate(value), testing::Not(testing::IsEmpty()));
}

TEST(UnjudgedParts, HaveTheirPositions) {
    const auto schema = compile_schema_text(
        "{\n\"properties\": {\n\"a\": {\"pattern\": \"(?<=a+)\"},\n"
        "\"b\": {\"$ref\": \"c.json\"}}}",
        SchemaStrictness::kTolerant);
    ASSERT_THAT(schema, IsOk());
    ASSERT_THAT(schema->unjudged(), testing::SizeIs(2));
    EXPECT_EQ(schema->unjudged()[0].where.line, 3);
    EXPECT_EQ(schema->unjudged()[1].where.line, 4);
}

TEST(UnjudgedParts, AreNotRequiredNamesThatOccurTwice) {
    const auto schema =
        compile_schema_text(R"({"required":["a","b","a"]})", SchemaStrictness::kTolerant);
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(schema->unjudged(), testing::IsEmpty());
    EXPECT_TRUE(schema->accepts(json_of(R"({"a":1,"b":1})")));
    EXPECT_FALSE(schema->accepts(json_of(R"({"a":1})")));
}

TEST(UnjudgedParts, DoNotExistInASchemaThatIsWhollyJudged) {
    const auto schema = compile_schema_text(R"({"x-other":1,"format":"unknown","flavour":1})",
                                            SchemaStrictness::kTolerant);
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(schema->unjudged(), testing::IsEmpty());
}

std::vector<std::string> imprecise_parts_of(const Json& schema) {
    const Document document{"a.yaml", std::make_shared<const Json>(Json{{"s", schema}}), {}};
    const auto compiled = SchemaCompiler(document, SchemaStrictness::kTolerant).compile("/s");
    std::vector<std::string> messages;
    if (!compiled) return {to_text(compiled.error())};
    for (const Error& one : compiled->imprecise_parts()) messages.push_back(one.message);
    return messages;
}

TEST(ImpreciseParts, AreUnknownFormatsEachOnce) {
    EXPECT_THAT(imprecise_parts_of(json_of(
                    R"({"properties":{"a":{"format":"roman"},"b":{"format":"roman"},
                        "c":{"format":"date"},"d":{"format":"arabic"}}})")),
                testing::ElementsAre("the format \"arabic\" is unknown",
                                     "the format \"roman\" is unknown"));
}

TEST(ImpreciseParts, AreBoundsBeyond64Bits) {
    EXPECT_THAT(imprecise_parts_of(Json{{"maximum", 123456789012345678901.0}, {"minimum", 0.5}}),
                testing::ElementsAre(
                    "values are compared with the nearest double, 1.2345678901234568e+20"));
}

/// A schema whose pattern takes too long for the text of 40 a and a mark, and what else it says.
struct LimitCase {
    std::string_view name;
    std::string_view schema;
    bool is_judged;
};

void PrintTo(const LimitCase& row, std::ostream* out) {
    *out << row.schema;
}

class SearchLimit : public testing::TestWithParam<LimitCase> {};

TEST_P(SearchLimit, IsUnknownInBothSigns) {
    std::string text(GetParam().schema);
    for (std::size_t at = text.find('#'); at != std::string::npos; at = text.find('#', at + 1))
        text.replace(at, 1, R"("pattern":"^(?:(?=a)a+)+$")");
    const auto schema = compile_schema_text(text, SchemaStrictness::kTolerant);
    ASSERT_THAT(schema, IsOk());
    const SchemaJudgement judgement = schema->judge(Json(std::string(40, 'a') + '!'), nullptr);
    EXPECT_THAT(judgement.violations, testing::IsEmpty());
    EXPECT_EQ(judgement.unjudged.empty(), GetParam().is_judged);
}

INSTANTIATE_TEST_SUITE_P(Places,
                         SearchLimit,
                         testing::Values(LimitCase{"Itself", "{#}", false},
                                         LimitCase{"Not", R"({"not":{#}})", false},
                                         LimitCase{"OneOf", R"({"oneOf":[{#},true]})", false},
                                         LimitCase{"If", R"({"if":{#},"then":false})", false},
                                         LimitCase{"Irrelevant", R"({"anyOf":[{#},true]})", true}),
                         kByCaseName);

TEST(SearchLimit, OfNamesLeavesOpenWhetherAMemberIsAdditional) {
    const auto schema = compile_schema_text(
        R"({"patternProperties":{"^(?:(?=a)a+)+$":false},"additionalProperties":false})",
        SchemaStrictness::kTolerant);
    ASSERT_THAT(schema, IsOk());
    const Json value{{std::string(40, 'a') + '!', 1}};
    const SchemaJudgement judgement = schema->judge(value, nullptr);
    EXPECT_THAT(judgement.violations, testing::IsEmpty());
    ASSERT_EQ(judgement.unjudged.size(), 1U);
    EXPECT_EQ(judgement.unjudged[0].schema_pointer, "/patternProperties");
    EXPECT_THAT(R"({"b":1})", FailsSchema(*schema));
}

}  // namespace
}  // namespace plumbline
