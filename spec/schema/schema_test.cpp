// Which violations an evaluation lists, in which order, and with which limits.
#include "spec/schema/schema.hpp"

#include "spec/base/testing.hpp"
#include "spec/schema/testing.hpp"

#include <thread>

namespace plumbline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Violation> evaluate_text(std::string_view schema, std::string_view value) {
    const auto compiled = compile_schema_text(schema);
    EXPECT_THAT(compiled, IsOk());
    return compiled->evaluate(*parse_json(value));
}

TEST(SchemaEvaluation, ListsAllViolationsInTheOrderOfTheValue) {
    std::string value = R"({"b":[0)";
    for (int i = 1; i <= 10; ++i) value += R"(,0)";
    value += R"(,"x"],"a":{"y":1},"c":"z"})";
    const auto violations = evaluate_text(
        R"({"properties":{"a":{"required":["k"],"properties":{"y":{"type":"null"}}},)"
        R"("b":{"maxItems":2,"items":{"minimum":1,"type":"integer"}},"c":{"maxLength":0,"type":"null"}}})",
        value);
    std::vector<std::string> places;
    for (const Violation& violation : violations) {
        places.push_back(violation.instance_pointer + ' ' + violation.keyword);
    }
    EXPECT_THAT(places,
                ElementsAre("/a required",
                            "/a/y type",
                            "/b maxItems",
                            "/b/0 minimum",
                            "/b/1 minimum",
                            "/b/2 minimum",
                            "/b/3 minimum",
                            "/b/4 minimum",
                            "/b/5 minimum",
                            "/b/6 minimum",
                            "/b/7 minimum",
                            "/b/8 minimum",
                            "/b/9 minimum",
                            "/b/10 minimum",
                            "/b/11 type",
                            "/c maxLength",
                            "/c type"));
}

TEST(SchemaEvaluation, ReportsAViolationOnceIfSeveralPathsLeadToIt) {
    EXPECT_THAT(evaluate_text(R"({"allOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/A"}],)"
                              R"("$defs":{"A":{"type":"null"}}})",
                              "1"),
                SizeIs(1));
}

TEST(SchemaEvaluation, ReportsEveryMissingMember) {
    EXPECT_THAT(evaluate_text(R"({"required":["a","b"],"dependentRequired":{"x":["y","z"]}})",
                              R"({"x":1})"),
                SizeIs(4));
}

TEST(SchemaEvaluation, ListsItemsBesideTooManyOfThem) {
    const auto violations =
        evaluate_text(R"({"prefixItems":[{"type":"integer"}],"items":false})", R"(["a",2])");
    EXPECT_THAT(violations, SizeIs(2));
    EXPECT_THAT(violations, HasViolationAt("/0", "type"));
    EXPECT_THAT(violations, HasViolationAt("", "items"));
}

TEST(SchemaEvaluation, DoesNotReportAFailedPartAsUnevaluatedToo) {
    EXPECT_THAT(
        evaluate_text(
            R"({"allOf":[{"properties":{"a":{"type":"null"}}}],"unevaluatedProperties":false})",
            R"({"a":1})"),
        SizeIs(1));
}

TEST(SchemaEvaluation, DistinguishesAnIndexFromAKeyOfDigits) {
    const auto violations = evaluate_text(
        R"({"items":{"type":"null"},"additionalProperties":{"type":"null"}})", R"({"0":1})");
    EXPECT_THAT(violations, HasViolationAt("/0", "type"));
    EXPECT_EQ(violations.front().schema_pointer, "/additionalProperties/type");
}

TEST(SchemaEvaluation, TruncatesLongTextInMessages) {
    const auto violations =
        evaluate_text(R"({"maxLength":1})", '"' + std::string(10'000, 'x') + '"');
    ASSERT_THAT(violations, SizeIs(1));
    EXPECT_LT(violations.front().message.size(), 200U);
}

TEST(SchemaEvaluation, PointsIntoTheDocumentOfTheSchema) {
    const auto schema = compile_schema_text(
        R"({"components":{"schemas":{"A":{"properties":{"b":{"$ref":"#/components/schemas/B"}}},)"
        R"("B":{"type":"integer"}}}})",
        SchemaStrictness::kClosed,
        "/components/schemas/A");
    ASSERT_THAT(schema, IsOk());
    EXPECT_EQ(schema->pointer(), "/components/schemas/A");
    EXPECT_THAT(
        schema->evaluate(*parse_json(R"({"b":"x"})")),
        ElementsAre(Violation{
            "/b", "type", "/components/schemas/B/type", "found string \"x\", expected integer"}));
}

TEST(SchemaCompiler, CachesCompiledSchemas) {
    auto document = parse_json_document(R"({"type":"integer"})", "f");
    ASSERT_THAT(document, IsOk());
    SchemaCompiler compiler(std::move(*document), SchemaStrictness::kClosed);
    const auto first = compiler.compile("");
    const auto second = compiler.compile("");
    ASSERT_THAT(first, IsOk());
    ASSERT_THAT(second, IsOk());
    EXPECT_EQ(&first->pointer(), &second->pointer());
}

TEST(Schema, OutlivesItsCompilerAndDocument) {
    const auto schema = compile_schema_text(R"({"enum":[{"a":"b"}],"x-one":1})");
    ASSERT_THAT(schema, IsOk());
    EXPECT_TRUE(schema->accepts(*parse_json(R"({"a":"b"})")));
}

/// Returns `levels` arrays, each inside the next.
Json nested_arrays(int levels) {
    Json value = 1;
    for (int i = 0; i < levels; ++i) {
        Json outer = Json::array();
        outer.push_back(std::move(value));
        value = std::move(outer);
    }
    return value;
}

TEST(SchemaEvaluation, RejectsValuesNestedDeeperThan128Levels) {
    const auto schema = compile_schema_text(R"({"items":{"$ref":"#"},"uniqueItems":true})");
    ASSERT_THAT(schema, IsOk());
    EXPECT_TRUE(schema->accepts(nested_arrays(128)));
    EXPECT_THAT(schema->evaluate(nested_arrays(128)), IsEmpty());
    for (const int levels : {129, 50'000}) {
        const Json deep = nested_arrays(levels);
        EXPECT_FALSE(schema->accepts(deep));
        EXPECT_THAT(
            schema->evaluate(deep),
            ElementsAre(Violation{
                "", "depth", "", "found a value nested deeper than 128 levels, expected fewer"}));
    }
}

// As many schemas in place for each level of the value as the limits allow.
TEST(SchemaEvaluation, EvaluatesTheDeepestValueWithTheLongestInPlaceChain) {
    std::string text = R"({"$ref":"#/$defs/0","$defs":{)";
    for (int i = 0; i < 7; ++i) {
        text += '"' + std::to_string(i) + R"(":{"allOf":[{"$ref":"#/$defs/)" +
                std::to_string(i + 1) + R"("}]},)";
    }
    const auto schema =
        compile_schema_text(text + R"("7":{"items":{"$ref":"#/$defs/0"},"maxItems":1}}})");
    ASSERT_THAT(schema, IsOk());
    EXPECT_TRUE(schema->accepts(nested_arrays(128)));
    EXPECT_THAT(schema->evaluate(nested_arrays(128)), IsEmpty());
}

TEST(SchemaEvaluation, SearchesPatternsInLongText) {
    const auto schema = compile_schema_text(R"({"pattern":"^[a-z0-9]*$"})");
    ASSERT_THAT(schema, IsOk());
    EXPECT_TRUE(schema->accepts(Json(std::string(50'000, 'a'))));
    EXPECT_FALSE(schema->accepts(Json(std::string(50'000, 'a') + '!')));
}

TEST(SchemaEvaluation, EvaluatesNestedRepetitionInLinearTime) {
    const auto schema = compile_schema_text(R"({"pattern":"^(a+)+$"})");
    ASSERT_THAT(schema, IsOk());
    EXPECT_FALSE(schema->accepts(Json(std::string(50'000, 'a') + '!')));
}

// Quadratic time would take minutes here and exceed the time limit of the test program.
TEST(SchemaEvaluation, ComparesThirtyThousandItemsWithoutComparingAllPairs) {
    const auto schema = compile_schema_text(R"({"uniqueItems":true})");
    ASSERT_THAT(schema, IsOk());
    Json items = Json::array();
    for (int i = 0; i < 30'000; ++i) items.push_back("item " + std::to_string(i));
    EXPECT_TRUE(schema->accepts(items));
    items.push_back("item 17");
    EXPECT_FALSE(schema->accepts(items));
}

TEST(Schema, IsSharedByThreads) {
    const auto schema = compile_schema_text(
        R"({"type":"object","required":["id"],"properties":{"id":{"format":"uuid"},)"
        R"("n":{"anyOf":[{"type":"null"},{"pattern":"^a+$"}]},"k":{"uniqueItems":true}},)"
        R"("patternProperties":{"^x":{"multipleOf":0.1}},"additionalProperties":false})");
    ASSERT_THAT(schema, IsOk());
    const Json good =
        *parse_json(R"({"id":"2eb8aa08-aa98-11ea-b4aa-73b441d16380","n":"aa","k":[1,2],"x1":0.3})");
    const Json bad = *parse_json(R"({"n":"b","k":[1,1],"x1":0.35,"y":1})");
    const auto work = [copy = *schema, &good, &bad](std::size_t& wrong) {
        for (int i = 0; i < 500; ++i) {
            if (!copy.accepts(good) || copy.evaluate(bad).size() != 5) ++wrong;
        }
    };
    std::size_t wrong[2] = {0, 0};
    {
        std::jthread first(work, std::ref(wrong[0]));
        std::jthread second(work, std::ref(wrong[1]));
    }
    EXPECT_EQ(wrong[0] + wrong[1], 0U);
}

}  // namespace
}  // namespace plumbline
