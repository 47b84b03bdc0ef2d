// Criteria of type jsonpath.

#include "conformance/expressions/criterion.hpp"
#include "conformance/expressions/testing.hpp"
#include "spec/base/row_name.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::expressions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::TestWithParam;
using ::testing::Values;

Result<Criterion> jsonpath(std::string_view context, std::string_view query) {
    return Criterion::compile(
        {std::string{context}, std::string{query}, CriterionType::kJsonPath, {"suite.yaml", 3, 5}});
}

Judgement judged(std::string_view context, std::string_view query) {
    const auto criterion = jsonpath(context, query);
    EXPECT_THAT(criterion, IsOk());
    return criterion ? criterion->judge(SampleExchange{}.scope()) : Judgement{};
}

struct QueryCase {
    std::string_view context;
    std::string_view query;
    bool holds;
};
void PrintTo(const QueryCase& one, std::ostream* out) {
    *out << one.context << " ~ " << one.query;
}

class JsonPathCriteria : public TestWithParam<QueryCase> {};

TEST_P(JsonPathCriteria, HoldOrNot) {
    const Judgement judgement = judged(GetParam().context, GetParam().query);
    EXPECT_EQ(judgement.holds, GetParam().holds) << judgement.got;
    EXPECT_THAT(judgement.unresolved, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Each,
                         JsonPathCriteria,
                         Values(QueryCase{"$response.body", "$.items[?@.id == 'i-1']", true},
                                QueryCase{"$response.body", "$.items[?@.id == 'i-2']", false},
                                QueryCase{"$response.body", "$..id", true},
                                QueryCase{"$response.body", "$..nowhere", false},
                                QueryCase{"$response.body#/items", "$[?@.id]", true},
                                QueryCase{"$response.body#/items", "$[1].id", true},
                                QueryCase{"$response.body#/items", "$[2].id", false},
                                // The root is the context, in no array around it.
                                QueryCase{"$response.body", "$[?count(@.items) > 0]", false},
                                // A node is one whatever its value is.
                                QueryCase{"$response.body", "$.gone", true},
                                QueryCase{"$response.body", "$.ready", true},
                                QueryCase{"$response.body", "$[?@ == false]", false},
                                // Null is nothing to search, a text has nothing below it.
                                QueryCase{"$response.body#/gone", "$", false},
                                QueryCase{"$response.body#/id", "$", true},
                                QueryCase{"$response.body#/id", "$..*", false},
                                QueryCase{"$message.payload", "$[1].graph_node", true}),
                         RowName());

// The value goes in raw, so a text needs the author's quotes, and may hold a part of the query.
INSTANTIATE_TEST_SUITE_P(
    WithValues,
    JsonPathCriteria,
    Values(QueryCase{"$request.body", "$[?@ == '{$inputs.name}']", true},
           QueryCase{"$request.body", "$[?@ == '{$inputs.word}']", false},
           QueryCase{"$request.body", "$[?@ == \"{$inputs.name}\"]", true},
           QueryCase{"$response.body", "$[?@ == {$response.body#/ratio}]", true},
           QueryCase{"$response.body", "$.items[?@.id == 'i-{$response.body#/count}']", false},
           QueryCase{"$request.body", "$.{$inputs.name}", false}),
    RowName());

TEST(JsonPathCriterion, MayBeTriedOnAnArrayAroundTheContext) {
    const SampleExchange sample;
    const auto holds = [&](std::string query, bool retries) {
        const auto criterion = Criterion::compile({.context = "$response.body",
                                                   .condition = std::move(query),
                                                   .type = CriterionType::kJsonPath,
                                                   .where = {},
                                                   .retries_in_array = retries});
        return criterion->judge(sample.scope()).holds;
    };
    EXPECT_FALSE(holds("$[?count(@.items) > 0]", false));
    EXPECT_TRUE(holds("$[?count(@.items) > 0]", true));
    EXPECT_FALSE(holds("$[?count(@.nowhere) > 0]", true));
    EXPECT_TRUE(holds("$[?@ == 'd-1']", true)) << "the context itself goes first";
    EXPECT_FALSE(holds("$[0].items", true)) << "only a filter is tried again";
}

TEST(JsonPathCriterion, TellsHowManyNodesThereAreAndTheFirst) {
    const Judgement several = judged("$response.body", "$..id");
    EXPECT_EQ(several.expected, "$response.body to have a node at $..id");
    EXPECT_EQ(several.got, R"(3 nodes, the first $['id']: "d-1")");
    EXPECT_EQ(judged("$response.body", "$.items[1]").got, R"(1 node, $['items'][1]: {"id":"i-1"})");
}

TEST(JsonPathCriterion, TellsWhereItFoundNothing) {
    const Judgement none = judged("$response.body#/items/0", "$[?@.x]");
    EXPECT_EQ(none.expected, "$response.body#/items/0 to have a node at $[?@.x]");
    EXPECT_EQ(none.got, R"(0 nodes; $response.body#/items/0 is {"id":"i-0"})");
}

TEST(JsonPathCriterion, ShortensLongValues) {
    SampleExchange sample;
    sample.response_body = std::string(10'000, 'a');
    EXPECT_LT(jsonpath("$response.body", "$")->judge(sample.scope()).got.size(), 300U);
    EXPECT_LT(jsonpath("$response.body", "$.a")->judge(sample.scope()).got.size(), 300U);
}

TEST(JsonPathCriterion, ShowsTheQueryWithItsValues) {
    EXPECT_EQ(judged("$request.body", "$[?@ == '{$inputs.name}']").expected,
              "$request.body to have a node at $[?@ == 'demo']");
}

TEST(JsonPathCriterion, DoesNotHoldWithoutAContext) {
    const Judgement judgement = judged("$response.body#/nowhere", "$");
    EXPECT_FALSE(judgement.holds);
    EXPECT_THAT(judgement.unresolved, HasSubstr("unresolved: $response.body#/nowhere"));
    EXPECT_EQ(judgement.got, "$response.body#/nowhere is unresolved");
}

TEST(JsonPathCriterion, DoesNotHoldWhereAValueMakesNoQuery) {
    const Judgement absent = judged("$response.body", "$['{$inputs.nowhere}']");
    EXPECT_FALSE(absent.holds);
    EXPECT_THAT(absent.unresolved, HasSubstr("unresolved: $inputs.nowhere"));
    const Judgement broken = judged("$response.body", "$[{$inputs.broken}]");
    EXPECT_FALSE(broken.holds);
    EXPECT_THAT(broken.unresolved,
                HasSubstr("unresolved: with its values the query is `$[(]`: column 3: "));
}

/// An array within an array, and so on: deeper than a query goes down.
Json nested(int levels) {
    Json value = Json::array();
    for (int i = 0; i < levels; ++i) value = Json::array({std::move(value)});
    return value;
}

TEST(JsonPathCriterion, HoldsWhereTheNodesAreTooManyToCount) {
    SampleExchange sample;
    sample.response_body = nested(600);
    const Judgement judgement = jsonpath("$response.body", "$..*")->judge(sample.scope());
    EXPECT_TRUE(judgement.holds);
    EXPECT_THAT(judgement.got, HasSubstr("not all were counted"));
    const Judgement none = jsonpath("$response.body", "$..a")->judge(sample.scope());
    EXPECT_FALSE(none.holds);
    EXPECT_THAT(none.unresolved, HasSubstr("unresolved: "));
}

TEST(JsonPathCriterion, RefusesAtLoadWhatIsNoQuery) {
    const auto criterion = jsonpath("$response.body", "$.items[?@.a.length]x");
    EXPECT_THAT(criterion, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(criterion, FailsWith("suite.yaml:3:5: in the query, column 21: "));
    EXPECT_THAT(criterion, FailsWith("$.items[?@.a.length]x"));
    EXPECT_EQ(caret_column(criterion.error()), 20);
    EXPECT_THAT(jsonpath("$response.body", "$[?@.a == {$respons.body}]"), FailsWith("$respons"));
    EXPECT_THAT(jsonpath("response.body", "$.a"),
                FailsWith("in the context: expected a runtime expression"));
}

// Within quotes a value cannot change what the query is made of, elsewhere it can.
TEST(JsonPathCriterion, RefusesAtLoadWhatNoValuesMend) {
    EXPECT_THAT(jsonpath("$response.body", "$[?@.a = '{$inputs.name}']"),
                FailsWith("suite.yaml:3:5: in the query, column 8: "));
    EXPECT_THAT(jsonpath("$response.body", "$[?@.a == '\\'{$inputs.name}']"), IsOk());
    EXPECT_THAT(jsonpath("$response.body", "$[?@.a {$inputs.name} 1]"), IsOk());
}

TEST(JsonPathCriterion, NeedsAContext) {
    const auto criterion =
        Criterion::compile({std::nullopt, "$.a", CriterionType::kJsonPath, {"suite.yaml", 3, 5}});
    EXPECT_THAT(criterion, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(criterion,
                FailsWith("suite.yaml:3:5: a criterion of type jsonpath without a context"));
}

TEST(JsonPathCriterion, RemarksOnPatternsThatFitNothing) {
    EXPECT_THAT(jsonpath("$response.body", R"($[?match(@, '\\d')])")->remarks(),
                ElementsAre(HasSubstr("column ")));
    EXPECT_THAT(jsonpath("$response.body", "$[?match(@, '[0-9]')]")->remarks(), IsEmpty());
}

TEST(JsonPathCriterion, TellsWhatItReads) {
    const auto criterion = jsonpath("$steps.s.outputs.o", "$['{$inputs.b}']");
    EXPECT_THAT(criterion->uses().inputs, ElementsAre("b"));
    EXPECT_THAT(criterion->uses().outputs, ElementsAre("s.o"));
}

}  // namespace
}  // namespace plumbline::expressions
