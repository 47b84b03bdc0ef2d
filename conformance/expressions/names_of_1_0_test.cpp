#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::expressions {
namespace {

Result<Json> value_in_1_0(std::string_view text, const SampleExchange& sample) {
    return Expression::parse(text, {}, ExpressionGrammar::kArazzo10)
        .and_then(
            [&](const Expression& expression) { return resolve(expression, sample.scope()); });
}

TEST(ExpressionOf10, HasNamesWithAnyCharacters) {
    SampleExchange sample;
    sample.inputs = json_of(R"({"$orderby": 1, "a b": 2, "a[0]": 3, "a#/b": 4, "ü/é": 5})");
    sample.steps = json_of(R"({"get.pet by id": {"outputs": {"pet [new]": 6
}
}
})");
    sample.workflows = json_of(R"({"log in": {"inputs": {"$user": 7}, "outputs": {"t": 8}}})");
    EXPECT_EQ(value_in_1_0("$inputs.$orderby", sample), Json(1));
    EXPECT_EQ(value_in_1_0("$inputs.a b", sample), Json(2));
    EXPECT_EQ(value_in_1_0("$inputs.a[0]", sample), Json(3));
    EXPECT_EQ(value_in_1_0("$inputs.a#/b", sample), Json(4));
    EXPECT_EQ(value_in_1_0("$inputs.ü/é", sample), Json(5));
    EXPECT_EQ(value_in_1_0("$steps.get.pet by id.outputs.pet [new]", sample), Json(6));
    EXPECT_EQ(value_in_1_0("$workflows.log in.inputs.$user", sample), Json(7));
    EXPECT_EQ(value_in_1_0("$workflows.log in.outputs.t", sample), Json(8));
    EXPECT_EQ(value_in_1_0("$sourceDescriptions.us.url", sample), Json("http://us.test"));
    EXPECT_EQ(value_in_1_0("$components.parameters.key.in", sample), Json("header"));
    EXPECT_FALSE(Expression::parse("$inputs.$orderby"));  // 1.1
}

TEST(ExpressionOf10, UsesTheLongestNameThatExists) {
    SampleExchange sample;
    sample.inputs = json_of(
        R"({"a": {"b": {"c": 1}, "d": [2]}, "a.b": {"c": 3}, "a.b.c": 4, "e": {"f.g": 5}})");
    EXPECT_EQ(value_in_1_0("$inputs.a.b.c", sample), Json(4));
    EXPECT_EQ(value_in_1_0("$inputs.a.b#/c", sample), Json(3));
    EXPECT_EQ(value_in_1_0("$inputs.a.d[0]", sample), Json(2));
    EXPECT_EQ(value_in_1_0("$inputs.a#/b/c", sample), Json(1));
    EXPECT_EQ(value_in_1_0("$inputs.e#/f.g", sample), Json(5));
    EXPECT_THAT(value_in_1_0("$inputs.x.y", sample), FailsWith("nothing at `.x`: inputs has no"));
}

TEST(ExpressionOf10, HasABoundedNumberOfParts) {
    std::string text = "$inputs.a";
    for (int i = 0; i < kMaxDepth; ++i) text += ".a";
    const auto expression = Expression::parse(text, {}, ExpressionGrammar::kArazzo10);
    EXPECT_THAT(expression, FailsWith("a name has more than 64 parts"));
}

TEST(ExpressionOf10, NeedsItsNames) {
    for (const char* text : {"$inputs.",
                             "$steps.a",
                             "$steps.a.outputs.",
                             "$steps.a.inputs.b",
                             "$workflows.a.x",
                             "$sourceDescriptions.a",
                             "$components..a"})
        EXPECT_THAT(Expression::parse(text, {}, ExpressionGrammar::kArazzo10),
                    FailsWith("expected $"))
            << text;
}

}  // namespace
}  // namespace plumbline::expressions
