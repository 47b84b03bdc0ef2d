#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/testing.hpp"
#include "spec/base/row_name.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::expressions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::TestWithParam;
using ::testing::Values;

struct TemplateCase {
    std::string_view text;
    std::string_view value;
};
void PrintTo(const TemplateCase& c, std::ostream* out) {
    *out << c.text;
}

class Strings : public TestWithParam<TemplateCase> {};

TEST_P(Strings, AreReplacedByTheirValue) {
    const SampleExchange sample;
    const auto result = Template::parse(Json(GetParam().text));
    ASSERT_THAT(result, IsOk());
    const auto value = result->evaluate(sample.scope());
    ASSERT_THAT(value, IsOk());
    EXPECT_THAT(*value, EqualsJson(std::string{GetParam().value}));
}

INSTANTIATE_TEST_SUITE_P(ThatAreAnExpressionKeepTheType,
                         Strings,
                         Values(TemplateCase{"$inputs.limit", "10"},
                                TemplateCase{"$response.body#/gone", "null"},
                                TemplateCase{"$steps.create.outputs.raw", R"({"rev": ["r-1"]})"}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(
    ThatHoldExpressionsBecomeText,
    Strings,
    Values(TemplateCase{"{$inputs.limit}", R"("10")"},
           TemplateCase{"/v2/{$inputs.name}/{$inputs.limit}", R"("/v2/demo/10")"},
           TemplateCase{"{$inputs.name}{$inputs.name}", R"("demodemo")"},
           TemplateCase{"[{$response.body#/gone},{$response.body#/ready}]", R"("[null,true]")"},
           TemplateCase{"raw={$steps.create.outputs.raw}", R"("raw={\"rev\":[\"r-1\"]}")"},
           TemplateCase{"{$sourceDescriptions.us.url}#/paths/~1a~1{id}/get",
                        R"("http://us.test#/paths/~1a~1{id}/get")"},
           TemplateCase{R"({"name": "{$inputs.name}"})", R"("{\"name\": \"demo\"}")"}),
    RowName());

INSTANTIATE_TEST_SUITE_P(WithoutExpressionsStayText,
                         Strings,
                         Values(TemplateCase{"", R"("")"},
                                TemplateCase{"plain", R"("plain")"},
                                TemplateCase{"$5", R"("$5")"},
                                TemplateCase{"$", R"("$")"},
                                TemplateCase{"$urls", R"("$urls")"},
                                TemplateCase{"$ref.x", R"("$ref.x")"},
                                TemplateCase{"$respons", R"("$respons")"},
                                TemplateCase{"costs $inputs.name", R"("costs $inputs.name")"},
                                TemplateCase{"{$5} {} { $url }", R"("{$5} {} { $url }")"},
                                TemplateCase{"{$", R"("{$")"},
                                TemplateCase{"{$5", R"("{$5")"},
                                TemplateCase{"a{$$inputs.name}", R"("a{$$inputs.name}")"}),
                         RowName());

TEST(Template, ReplacesStringsAtAnyDepthButNotKeysOrOtherValues) {
    const SampleExchange sample;
    const auto result = Template::parse(json_of(R"({
        "name": "$inputs.name", "{$inputs.name}": 1, "a/b": {"~": ["x-{$inputs.limit}", 7, null]}})"));
    ASSERT_THAT(result, IsOk());
    EXPECT_THAT(*result->evaluate(sample.scope()), EqualsJson(R"({
        "name": "demo", "{$inputs.name}": 1, "a/b": {"~": ["x-10", 7, null]}})"));
}

TEST(Template, DoesNotReplaceInsideInsertedValues) {
    SampleExchange sample;
    sample.inputs["name"] = "{$inputs.limit}";
    EXPECT_EQ(*Template::parse(Json("<{$inputs.name}>"))->evaluate(sample.scope()),
              Json("<{$inputs.limit}>"));
    EXPECT_EQ(*Template::parse(Json("$inputs.name"))->evaluate(sample.scope()),
              Json("{$inputs.limit}"));
}

TEST(Template, IsNullByDefault) {
    EXPECT_EQ(*Template{}.evaluate(Scope{}), Json(nullptr));
}

TEST(Template, IsALiteralWithoutExpressions) {
    const Json written = json_of(R"({"a": ["costs $5", 7]})");
    const auto literal = Template::parse(written);
    ASSERT_THAT(literal, IsOk());
    ASSERT_NE(literal->literal(), nullptr);
    EXPECT_EQ(*literal->literal(), written);
    for (const char* text : {R"("$url")", R"({"a": ["<{$url}>"]})"})
        EXPECT_EQ(Template::parse(json_of(text))->literal(), nullptr) << text;
}

TEST(Template, ReportsThePositionOfAnUnresolvedString) {
    const auto locate = [](const std::string& pointer) {
        return SourceRef{"suite.yaml" + pointer, 1, 2};
    };
    const auto result =
        Template::parse(json_of(R"({"a": ["x{$inputs.b}"], "c": "$inputs.d"})"), {}, locate);
    ASSERT_THAT(result, IsOk());
    EXPECT_THAT(result->evaluate(Scope{}), IsErrorCode(ErrorCode::kUnresolved));
    EXPECT_THAT(result->evaluate(Scope{}), FailsWith("suite.yaml/a/0:1:2: unresolved: $inputs.b"));
}

struct TemplateMistake {
    std::string_view text;
    int column;
    std::string_view message;
};
void PrintTo(const TemplateMistake& mistake, std::ostream* out) {
    *out << mistake.text;
}

class TemplateMistakes : public TestWithParam<TemplateMistake> {};

TEST_P(TemplateMistakes, AreShownWithACaretAndAPosition) {
    const auto result = Template::parse(Json::array({GetParam().text}), {"suite.yaml", 5, 0});
    ASSERT_THAT(result, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(result.error().message, HasSubstr(std::string{GetParam().message}));
    EXPECT_EQ(caret_column(result.error()), GetParam().column) << to_text(result.error());
    EXPECT_EQ(result.error().where.line, 5);
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    TemplateMistakes,
    Values(TemplateMistake{"$inputs", 7, "expected $inputs.NAME"},
           TemplateMistake{"$inputs.name is mine", 12, "in braces: {$inputs.name}"},
           TemplateMistake{"$respons.body#/id", 1, "did you mean $response?"},
           TemplateMistake{"to {$respons.body#/id}", 5, "did you mean $response?"},
           TemplateMistake{"to {$inputs}!", 11, "expected $inputs.NAME"},
           TemplateMistake{"to {$inputs.name", 3, "expected `}`"},
           TemplateMistake{"{$inputs.name}{$url x}", 19, "unexpected ` `"}),
    RowName());

TEST(Template, RejectsValuesThatAreTooDeep) {
    Json deep = "x";
    for (int i = 0; i < 100; ++i) deep = Json::array({deep});
    EXPECT_THAT(Template::parse(deep), IsErrorCode(ErrorCode::kLimit));
}

TEST(Template, ReportsEachNameItReadsOnce) {
    const auto result = Template::parse(
        json_of(R"(["$inputs.a", "{$inputs.a}{$steps.s.outputs.o}", "$steps.s.outputs.p", "$5"])"));
    ASSERT_THAT(result, IsOk());
    EXPECT_THAT(result->uses().inputs, ElementsAre("a"));
    EXPECT_THAT(result->uses().steps, ElementsAre("s"));
    EXPECT_THAT(result->uses().outputs, ElementsAre("s.o", "s.p"));
}

}  // namespace
}  // namespace plumbline::expressions
