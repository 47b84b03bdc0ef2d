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

Result<Json> value_of(std::string_view text, const Scope& scope) {
    return Expression::parse(text).and_then(
        [&](const Expression& expression) { return expression.evaluate(scope); });
}

struct Form {
    std::string_view text;
    std::string_view value;
};
void PrintTo(const Form& form, std::ostream* out) {
    *out << form.text;
}

class ExpressionForms : public TestWithParam<Form> {};

TEST_P(ExpressionForms, HaveTheirValueWithItsType) {
    const SampleExchange sample;
    const auto value = value_of(GetParam().text, sample.scope());
    ASSERT_THAT(value, IsOk());
    EXPECT_THAT(*value, EqualsJson(std::string{GetParam().value}));
}

INSTANTIATE_TEST_SUITE_P(OfTheExchange,
                         ExpressionForms,
                         Values(Form{"$url",
                                     R"("http://127.0.0.1:8080/v2/deployments/d-1?limit=5")"},
                                Form{"$method", R"("PATCH")"},
                                Form{"$statusCode", "200"},
                                Form{"$request.header.x-api-key", R"("k")"},
                                Form{"$request.query.limit", "5"},
                                Form{"$request.query.a.b", R"("x")"},
                                Form{"$request.path.deployment_id", R"("d-1")"},
                                Form{"$request.body", R"({"name": "demo", "tags": ["a", "b"]})"},
                                Form{"$request.body#/tags/1", R"("b")"},
                                Form{"$request.body.tags[0]", R"("a")"},
                                Form{"$response.header.CONTENT-TYPE", R"("application/json")"},
                                Form{"$response.header.Link", R"("<1>, <2>")"},
                                Form{"$response.body#/count", "3"},
                                Form{"$response.body#/ratio", "0.5"},
                                Form{"$response.body#/ready", "true"},
                                Form{"$response.body#/gone", "null"},
                                Form{"$response.body#/a.b", "1"},
                                Form{"$response.body#/x~1y", "2"},
                                Form{"$response.body#/items/1/id", R"("i-1")"},
                                Form{"$response.body.items[1].id", R"("i-1")"},
                                Form{"$response.body.items#/0/id", R"("i-0")"},
                                Form{"$response.body.items[0]#/id", R"("i-0")"}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(OfTheEvent,
                         ExpressionForms,
                         Values(Form{"$message.header.event", R"("messages")"},
                                Form{"$message.header.Event", R"("messages")"},
                                Form{"$message.payload#/1/graph_node", R"("agent")"},
                                Form{"$message.payload[0].content", R"("hi")"},
                                Form{"$message.payload",
                                     R"([{"content": "hi"}, {"graph_node": "agent"}])"}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(OfTheDocument,
                         ExpressionForms,
                         Values(Form{"$self", R"("https://suites.test/a.arazzo.yaml")"},
                                Form{"$inputs.name", R"("demo")"},
                                Form{"$inputs.limit", "10"},
                                Form{"$inputs.a#/c", R"("deep")"},
                                Form{"$outputs.total", "2"},
                                Form{"$outputs.page.next#/cursor", R"("c")"},
                                Form{"$outputs.page.next.cursor", R"("c")"},
                                Form{"$steps.create.outputs.id", R"("d-1")"},
                                Form{"$steps.create.outputs.re.v", "9"},
                                Form{"$steps.create.outputs.raw#/rev/0", R"("r-1")"},
                                Form{"$steps.create.outputs.raw.rev[0]", R"("r-1")"},
                                Form{"$workflows.login.inputs.user", R"("u")"},
                                Form{"$workflows.login.outputs.token", R"("t")"},
                                Form{"$sourceDescriptions.us.url", R"("http://us.test")"},
                                Form{"$sourceDescriptions.us.type", R"("openapi")"},
                                Form{"$components.parameters.key#/in", R"("header")"}),
                         RowName());

TEST(Expression, TakesTheLongestInputNameThatIsThereAndDeReferencesTheRest) {
    SampleExchange sample;
    EXPECT_THAT(*value_of("$inputs.a.b", sample.scope()), EqualsJson(R"("dotted")"));
    EXPECT_THAT(*value_of("$inputs.a.c", sample.scope()), EqualsJson(R"("deep")"));

    sample.inputs.erase("a.b");
    EXPECT_THAT(*value_of("$inputs.a.b", sample.scope()), EqualsJson(R"("nested")"));
}

TEST(Expression, TakesTheWholeValueForAnEmptyPointer) {
    const SampleExchange sample;
    EXPECT_EQ(*value_of("$response.body#", sample.scope()), sample.response_body);
}

TEST(Expression, KeepsItsText) {
    EXPECT_EQ(Expression::parse("$response.body#/a/0")->text(), "$response.body#/a/0");
}

struct BadExpression {
    std::string_view text;
    int column;
    std::string_view message;
};
void PrintTo(const BadExpression& mistake, std::ostream* out) {
    *out << mistake.text;
}

class ExpressionMistakes : public TestWithParam<BadExpression> {};

TEST_P(ExpressionMistakes, AreShownWithACaretAndTheMend) {
    const SourceRef where{"suite.yaml", 7, 3};
    const auto parsed = Expression::parse(GetParam().text, where);
    ASSERT_THAT(parsed, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(parsed.error().message, HasSubstr(std::string{GetParam().message}));
    EXPECT_EQ(parsed.error().where, where);
    EXPECT_EQ(caret_column(parsed.error()), GetParam().column) << to_text(parsed.error());
    EXPECT_EQ(parsed.error().notes.front(), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    ExpressionMistakes,
    Values(BadExpression{"", 0, "begins with `$`"},
           BadExpression{"statusCode", 0, "begins with `$`"},
           BadExpression{"$", 1, "expected one of $url, $method, $statusCode"},
           BadExpression{"$respons.body", 1, "did you mean $response?"},
           BadExpression{"$urlx", 4, "unexpected `x` behind `$url`"},
           BadExpression{"$url/x", 4, "in braces: {$url}"},
           BadExpression{"$request", 8, "expected $request.header.NAME, $request.query.NAME"},
           BadExpression{"$request.cookie.a", 8, "$request.path.NAME, $request.body#/POINTER"},
           BadExpression{
               "$response.query.a", 9, "expected $response.header.NAME, $response.body#/POINTER"},
           BadExpression{"$response.header.", 17, "expected $response.header.NAME"},
           BadExpression{"$response.header.a b", 18, "cannot stand in a header's name"},
           BadExpression{"$response.bodyx", 14, "unexpected `x`"},
           BadExpression{"$response.body/a", 14, "`#/pointer`"},
           BadExpression{"$response.body#a", 15, ""},
           BadExpression{"$response.body#/a~2", 15, ""},
           BadExpression{"$response.body.", 15, "found the end"},
           BadExpression{"$response.body.$a", 15, "as a JSON pointer"},
           BadExpression{"$response.body[", 15, "expected an index"},
           BadExpression{"$response.body[x]", 15, "expected an index"},
           BadExpression{"$response.body[-1]", 15, "expected an index"},
           BadExpression{"$response.body[1", 15, "expected an index"},
           BadExpression{"$response.body[9999999999]", 15, "expected an index"},
           BadExpression{"$inputs", 7, "expected $inputs.NAME"},
           BadExpression{"$inputs.", 8, "expected a name"},
           BadExpression{"$inputs.a b", 9, "in braces: {$inputs.a}"},
           BadExpression{"$inputs.a\u00e9\u20ac b", 11, "unexpected ` `"},
           BadExpression{"$steps.create.id", 14, "expected $steps.STEP.outputs.NAME"},
           BadExpression{"$steps.create.outputs", 21, "expected $steps.STEP.outputs.NAME"},
           BadExpression{"$steps.create[0].outputs.x", 14, "expected $steps.STEP.outputs.NAME"},
           BadExpression{"$workflows.login.steps.x", 17, "$workflows.WORKFLOW.inputs.NAME"},
           BadExpression{"$sourceDescriptions.us", 22, "$sourceDescriptions.NAME.FIELD"},
           BadExpression{"$components.parameters", 22, "$components.TYPE.NAME"}),
    RowName());

TEST(Expression, RefusesTextBeyondItsLimit) {
    const std::string longest = "$request.query." + std::string(64U * 1024U - 15U, 'a');
    EXPECT_THAT(Expression::parse(longest), IsOk());
    const auto longer = Expression::parse(longest + 'a');
    ASSERT_THAT(longer, IsErrorCode(ErrorCode::kLimit));
    EXPECT_LT(longer.error().notes.front().size(), 200U);
}

struct Gap {
    std::string_view text;
    std::string_view message;
};
void PrintTo(const Gap& gap, std::ostream* out) {
    *out << gap.text;
}

class ExpressionGaps : public TestWithParam<Gap> {};

TEST_P(ExpressionGaps, SayWhichPartLedNowhere) {
    const SampleExchange sample;
    const auto value = value_of(GetParam().text, sample.scope());
    ASSERT_THAT(value, IsErrorCode(ErrorCode::kUnresolved));
    EXPECT_EQ(
        value.error().message,
        "unresolved: " + std::string{GetParam().text} + ": " + std::string{GetParam().message});
}

INSTANTIATE_TEST_SUITE_P(
    InAFullScope,
    ExpressionGaps,
    Values(Gap{"$response.header.ETag", "the response has no header `ETag`"},
           Gap{"$request.header.Accept", "the request has no header `Accept`"},
           Gap{"$request.query.offset", "the request was given no query parameter `offset`"},
           Gap{"$request.path.id", "the request was given no path parameter `id`"},
           Gap{"$message.header.retry", "the event has no `retry`"},
           Gap{"$response.body#/items/2", "nothing at `/items/2`: `/items` is an array of 2 items"},
           Gap{"$response.body#/id/x", "nothing at `/id/x`: `/id` is of type string"},
           Gap{"$response.body.items[2]", "nothing at `[2]`: `items` is an array of 2 items"},
           Gap{"$response.body.items[0].name",
               "nothing at `.name`: `[0]` has no such member; it has `id`"},
           Gap{"$request.body#/nme",
               "nothing at `/nme`: the request body has no such member; it has `name`, `tags`"},
           Gap{"$inputs.nme",
               "nothing at `.nme`: inputs has no such member; it has `a`, `a.b`, `broken`, "
               "`limit`, "
               "`name`, `pattern`, ..."},
           Gap{"$steps.delete.outputs.id",
               "nothing at `.delete`: steps has no such member; it has `create`"},
           Gap{"$steps.create.outputs.revision",
               "nothing at `.revision`: `outputs` has no such member; it has `id`, `raw`, "
               "`re.v`"}),
    RowName());

class EmptyScope : public TestWithParam<Gap> {};

TEST_P(EmptyScope, LeavesEveryRootUnresolved) {
    const auto value = value_of(GetParam().text, Scope{});
    ASSERT_THAT(value, IsErrorCode(ErrorCode::kUnresolved));
    EXPECT_THAT(value.error().message, HasSubstr(std::string{GetParam().message}));
}

INSTANTIATE_TEST_SUITE_P(Each,
                         EmptyScope,
                         Values(Gap{"$url", "there is no request URL"},
                                Gap{"$method", "no request was sent"},
                                Gap{"$statusCode", "no response has come"},
                                Gap{"$self", "there is no `$self` in the document"},
                                Gap{"$request.header.a", "there is no request"},
                                Gap{"$request.query.a", "no query parameter `a`"},
                                Gap{"$request.path.a", "no path parameter `a`"},
                                Gap{"$request.body", "there is no request body"},
                                Gap{"$response.header.a", "there is no response"},
                                Gap{"$response.body", "there is no response body"},
                                Gap{"$message.header.event", "there is no event"},
                                Gap{"$message.payload", "there is no event payload"},
                                Gap{"$inputs.a", "there are no inputs"},
                                Gap{"$outputs.a", "there are no outputs"},
                                Gap{"$steps.a.outputs.b", "there are no steps"},
                                Gap{"$workflows.a.outputs.b", "there are no workflows"},
                                Gap{"$sourceDescriptions.a.url", "there are no sourceDescriptions"},
                                Gap{"$components.parameters.a", "there are no components"}),
                         RowName());

TEST(Expression, HasNoStatusBeforeAResponse) {
    SampleExchange sample;
    sample.response.status = 0;
    EXPECT_THAT(value_of("$statusCode", sample.scope()), FailsWith("no response has come"));
}

TEST(Expression, NamesItsPlaceWhenUnresolved) {
    const auto expression = Expression::parse("$inputs.a", {"suite.yaml", 4, 9});
    EXPECT_THAT(expression->evaluate(Scope{}), FailsWith("suite.yaml:4:9: unresolved: $inputs.a"));
}

TEST(Expression, TellsWhatItReads) {
    EXPECT_THAT(Expression::parse("$inputs.a.b[0]")->uses().inputs, ElementsAre("a.b"));
    EXPECT_THAT(Expression::parse("$steps.create.outputs.id.x#/0")->uses().steps,
                ElementsAre("create"));
    EXPECT_THAT(Expression::parse("$steps.create.outputs.id.x#/0")->uses().outputs,
                ElementsAre("create.id.x"));
    EXPECT_THAT(Expression::parse("$workflows.login.outputs.t")->uses().workflows,
                ElementsAre("login"));
    EXPECT_THAT(Expression::parse("$sourceDescriptions.us.url")->uses().sources, ElementsAre("us"));
    EXPECT_THAT(Expression::parse("$response.body")->uses().inputs, ElementsAre());
}

TEST(PlainText, WritesScalarsPlainAndTheRestAsJson) {
    EXPECT_EQ(plain_text(Json("a \"b\"")), "a \"b\"");
    EXPECT_EQ(plain_text(Json(-3)), "-3");
    EXPECT_EQ(plain_text(Json(0.5)), "0.5");
    EXPECT_EQ(plain_text(Json(true)), "true");
    EXPECT_EQ(plain_text(Json(nullptr)), "null");
    EXPECT_EQ(plain_text(json_of(R"({"a": [1, "x"]})")), R"({"a":[1,"x"]})");
}

}  // namespace
}  // namespace plumbline::expressions
