#include "conformance/expressions/expression.hpp"

#include "conformance/expressions/testing.hpp"
#include "spec/base/row_name.hpp"
#include "spec/json/print.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::expressions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::TestWithParam;
using ::testing::Values;

Result<Json> value_of(std::string_view text, const Scope& scope) {
    return Expression::parse(text).and_then(
        [&](const Expression& expression) { return resolve(expression, scope); });
}

struct ExpressionCase {
    std::string_view text;
    std::string_view value;
};
void PrintTo(const ExpressionCase& one, std::ostream* out) {
    *out << one.text;
}

class ExpressionSyntaxes : public TestWithParam<ExpressionCase> {};

TEST_P(ExpressionSyntaxes, ReturnTheirValueWithItsType) {
    const SampleExchange sample;
    const auto value = value_of(GetParam().text, sample.scope());
    ASSERT_THAT(value, IsOk());
    EXPECT_THAT(*value, EqualsJson(std::string{GetParam().value}));
}

INSTANTIATE_TEST_SUITE_P(
    OfTheExchange,
    ExpressionSyntaxes,
    Values(ExpressionCase{"$url", R"("http://127.0.0.1:8080/v2/deployments/d-1?limit=5")"},
           ExpressionCase{"$method", R"("PATCH")"},
           ExpressionCase{"$statusCode", "200"},
           ExpressionCase{"$request.header.x-api-key", R"("k")"},
           ExpressionCase{"$request.query.limit", "5"},
           ExpressionCase{"$request.query.a.b", R"("x")"},
           ExpressionCase{"$request.path.deployment_id", R"("d-1")"},
           ExpressionCase{"$request.body", R"({"name": "demo", "tags": ["a", "b"]})"},
           ExpressionCase{"$request.body#/tags/1", R"("b")"},
           ExpressionCase{"$request.body.tags[0]", R"("a")"},
           ExpressionCase{"$response.header.CONTENT-TYPE", R"("application/json")"},
           ExpressionCase{"$response.header.Link", R"("<1>, <2>")"},
           ExpressionCase{"$response.body#/count", "3"},
           ExpressionCase{"$response.body#/ratio", "0.5"},
           ExpressionCase{"$response.body#/ready", "true"},
           ExpressionCase{"$response.body#/gone", "null"},
           ExpressionCase{"$response.body#/a.b", "1"},
           ExpressionCase{"$response.body#/x~1y", "2"},
           ExpressionCase{"$response.body#/items/1/id", R"("i-1")"},
           ExpressionCase{"$response.body.items[1].id", R"("i-1")"},
           ExpressionCase{"$response.body.items#/0/id", R"("i-0")"},
           ExpressionCase{"$response.body.items[0]#/id", R"("i-0")"}),
    RowName());

INSTANTIATE_TEST_SUITE_P(OfTheEvent,
                         ExpressionSyntaxes,
                         Values(ExpressionCase{"$message.header.event", R"("messages")"},
                                ExpressionCase{"$message.header.Event", R"("messages")"},
                                ExpressionCase{"$message.payload#/1/graph_node", R"("agent")"},
                                ExpressionCase{"$message.payload[0].content", R"("hi")"},
                                ExpressionCase{"$message.payload",
                                               R"([{"content": "hi"}, {"graph_node": "agent"}])"}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(OfTheDocument,
                         ExpressionSyntaxes,
                         Values(ExpressionCase{"$self", R"("https://suites.test/a.arazzo.yaml")"},
                                ExpressionCase{"$inputs.name", R"("demo")"},
                                ExpressionCase{"$inputs.limit", "10"},
                                ExpressionCase{"$inputs.a#/c", R"("deep")"},
                                ExpressionCase{"$outputs.total", "2"},
                                ExpressionCase{"$outputs.page.next#/cursor", R"("c")"},
                                ExpressionCase{"$outputs.page.next.cursor", R"("c")"},
                                ExpressionCase{"$steps.create.outputs.id", R"("d-1")"},
                                ExpressionCase{"$steps.create.outputs.re.v", "9"},
                                ExpressionCase{"$steps.create.outputs.raw#/rev/0", R"("r-1")"},
                                ExpressionCase{"$steps.create.outputs.raw.rev[0]", R"("r-1")"},
                                ExpressionCase{"$workflows.login.inputs.user", R"("u")"},
                                ExpressionCase{"$workflows.login.outputs.token", R"("t")"},
                                ExpressionCase{"$sourceDescriptions.us.url", R"("http://us.test")"},
                                ExpressionCase{"$sourceDescriptions.us.type", R"("openapi")"},
                                ExpressionCase{"$components.parameters.key#/in", R"("header")"}),
                         RowName());

TEST(Expression, UsesTheLongestExistingInputNameAndDereferencesTheRest) {
    SampleExchange sample;
    EXPECT_THAT(*value_of("$inputs.a.b", sample.scope()), EqualsJson(R"("dotted")"));
    EXPECT_THAT(*value_of("$inputs.a.c", sample.scope()), EqualsJson(R"("deep")"));

    sample.inputs.erase("a.b");
    EXPECT_THAT(*value_of("$inputs.a.b", sample.scope()), EqualsJson(R"("nested")"));
}

TEST(Expression, ReturnsTheWholeValueForAnEmptyPointer) {
    const SampleExchange sample;
    EXPECT_EQ(*value_of("$response.body#", sample.scope()), sample.response_body);
}

TEST(Expression, KeepsItsText) {
    EXPECT_EQ(Expression::parse("$response.body#/a/0")->text, "$response.body#/a/0");
}

struct InvalidExpression {
    std::string_view text;
    int column;
    std::string_view message;
};
void PrintTo(const InvalidExpression& mistake, std::ostream* out) {
    *out << mistake.text;
}

class InvalidExpressions : public TestWithParam<InvalidExpression> {};

TEST_P(InvalidExpressions, AreShownWithACaretAndTheFix) {
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
    InvalidExpressions,
    Values(InvalidExpression{"", 0, "begins with `$`"},
           InvalidExpression{"statusCode", 0, "begins with `$`"},
           InvalidExpression{"$", 1, "expected one of $url, $method, $statusCode"},
           InvalidExpression{"$respons.body", 1, "did you mean $response?"},
           InvalidExpression{"$urlx", 4, "unexpected `x` after `$url`"},
           InvalidExpression{"$url/x", 4, "in braces: {$url}"},
           InvalidExpression{"$request", 8, "expected $request.header.NAME, $request.query.NAME"},
           InvalidExpression{"$request.cookie.a", 8, "$request.path.NAME, $request.body#/POINTER"},
           InvalidExpression{
               "$response.query.a", 9, "expected $response.header.NAME, $response.body#/POINTER"},
           InvalidExpression{"$response.header.", 17, "expected $response.header.NAME"},
           InvalidExpression{"$response.header.a b", 18, "is not allowed in a header name"},
           InvalidExpression{"$response.bodyx", 14, "unexpected `x`"},
           InvalidExpression{"$response.body/a", 14, "`#/pointer`"},
           InvalidExpression{"$response.body#a", 15, ""},
           InvalidExpression{"$response.body#/a~2", 15, ""},
           InvalidExpression{"$response.body.", 15, "found the end"},
           InvalidExpression{"$response.body.$a", 15, "as a JSON pointer"},
           InvalidExpression{"$response.body[", 15, "expected an index"},
           InvalidExpression{"$response.body[x]", 15, "expected an index"},
           InvalidExpression{"$response.body[-1]", 15, "expected an index"},
           InvalidExpression{"$response.body[1", 15, "expected an index"},
           InvalidExpression{"$response.body[9999999999]", 15, "expected an index"},
           InvalidExpression{"$inputs", 7, "expected $inputs.NAME"},
           InvalidExpression{"$inputs.", 8, "expected a name"},
           InvalidExpression{"$inputs.a b", 9, "in braces: {$inputs.a}"},
           InvalidExpression{"$inputs.a\u00e9\u20ac b", 11, "unexpected ` `"},
           InvalidExpression{"$steps.create.id", 14, "expected $steps.STEP.outputs.NAME"},
           InvalidExpression{"$steps.create.outputs", 21, "expected $steps.STEP.outputs.NAME"},
           InvalidExpression{"$steps.create[0].outputs.x", 14, "expected $steps.STEP.outputs.NAME"},
           InvalidExpression{"$workflows.login.steps.x", 17, "$workflows.WORKFLOW.inputs.NAME"},
           InvalidExpression{"$sourceDescriptions.us", 22, "$sourceDescriptions.NAME.FIELD"},
           InvalidExpression{"$components.parameters", 22, "$components.TYPE.NAME"}),
    RowName());

TEST(Expression, RejectsTextBeyondItsLimit) {
    const std::string longest = "$request.query." + std::string(64U * 1024U - 15U, 'a');
    EXPECT_THAT(Expression::parse(longest), IsOk());
    const auto longer = Expression::parse(longest + 'a');
    ASSERT_THAT(longer, IsErrorCode(ErrorCode::kLimit));
    EXPECT_LT(longer.error().notes.front().size(), 200U);
}

struct UnresolvedCase {
    std::string_view text;
    std::string_view message;
};
void PrintTo(const UnresolvedCase& gap, std::ostream* out) {
    *out << gap.text;
}

class UnresolvedExpressions : public TestWithParam<UnresolvedCase> {};

TEST_P(UnresolvedExpressions, NameThePartWithoutAValue) {
    const SampleExchange sample;
    const auto value = value_of(GetParam().text, sample.scope());
    ASSERT_THAT(value, IsErrorCode(ErrorCode::kUnresolved));
    EXPECT_EQ(
        value.error().message,
        "unresolved: " + std::string{GetParam().text} + ": " + std::string{GetParam().message});
}

INSTANTIATE_TEST_SUITE_P(
    InAFullScope,
    UnresolvedExpressions,
    Values(
        UnresolvedCase{"$response.header.ETag", "the response has no header `ETag`"},
        UnresolvedCase{"$request.header.Accept", "the request has no header `Accept`"},
        UnresolvedCase{"$request.query.offset", "the request has no query parameter `offset`"},
        UnresolvedCase{"$request.path.id", "the request has no path parameter `id`"},
        UnresolvedCase{"$message.header.retry", "the event has no `retry`"},
        UnresolvedCase{"$response.body#/items/2",
                       "nothing at `/items/2`: `/items` is an array of 2 items"},
        UnresolvedCase{"$response.body#/id/x", "nothing at `/id/x`: `/id` is of type string"},
        UnresolvedCase{"$response.body.items[2]",
                       "nothing at `[2]`: `items` is an array of 2 items"},
        UnresolvedCase{"$response.body.items[0].name",
                       "nothing at `.name`: `[0]` has no such member; it has `id`"},
        UnresolvedCase{
            "$request.body#/nme",
            "nothing at `/nme`: the request body has no such member; it has `name`, `tags`"},
        UnresolvedCase{"$inputs.nme",
                       "nothing at `.nme`: inputs has no such member; it has `a`, `a.b`, `broken`, "
                       "`limit`, "
                       "`name`, `pattern`, ..."},
        UnresolvedCase{"$steps.delete.outputs.id",
                       "nothing at `.delete`: steps has no such member; it has `create`"},
        UnresolvedCase{"$steps.create.outputs.revision",
                       "nothing at `.revision`: `outputs` has no such member; it has `id`, `raw`, "
                       "`re.v`"}),
    RowName());

class EmptyScope : public TestWithParam<UnresolvedCase> {};

TEST_P(EmptyScope, LeavesEveryRootUnresolved) {
    const auto value = value_of(GetParam().text, Scope{});
    ASSERT_THAT(value, IsErrorCode(ErrorCode::kUnresolved));
    EXPECT_THAT(value.error().message, HasSubstr(std::string{GetParam().message}));
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    EmptyScope,
    Values(UnresolvedCase{"$url", "there is no request URL"},
           UnresolvedCase{"$method", "no request was sent"},
           UnresolvedCase{"$statusCode", "no response was received"},
           UnresolvedCase{"$self", "there is no `$self` in the document"},
           UnresolvedCase{"$request.header.a", "there is no request"},
           UnresolvedCase{"$request.query.a", "no query parameter `a`"},
           UnresolvedCase{"$request.path.a", "no path parameter `a`"},
           UnresolvedCase{"$request.body", "there is no request body"},
           UnresolvedCase{"$response.header.a", "there is no response"},
           UnresolvedCase{"$response.body", "there is no response body"},
           UnresolvedCase{"$message.header.event", "there is no event"},
           UnresolvedCase{"$message.payload", "there is no event payload"},
           UnresolvedCase{"$inputs.a", "there are no inputs"},
           UnresolvedCase{"$outputs.a", "there are no outputs"},
           UnresolvedCase{"$steps.a.outputs.b", "there are no steps"},
           UnresolvedCase{"$workflows.a.outputs.b", "there are no workflows"},
           UnresolvedCase{"$sourceDescriptions.a.url", "there are no sourceDescriptions"},
           UnresolvedCase{"$components.parameters.a", "there are no components"}),
    RowName());

TEST(Expression, HasNoStatusBeforeAResponse) {
    SampleExchange sample;
    sample.response.status = 0;
    EXPECT_THAT(value_of("$statusCode", sample.scope()), FailsWith("no response was received"));
}

TEST(Expression, ReportsItsPositionWhenUnresolved) {
    const auto expression = Expression::parse("$inputs.a", {"suite.yaml", 4, 9});
    EXPECT_THAT(resolve(*expression, Scope{}), FailsWith("suite.yaml:4:9: unresolved: $inputs.a"));
}

TEST(Expression, ReportsTheNamesItReads) {
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

}  // namespace
}  // namespace plumbline::expressions
