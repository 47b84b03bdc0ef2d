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

CriterionResult jsonpath_result(std::string_view context, std::string_view query) {
    const auto criterion = jsonpath(context, query);
    EXPECT_THAT(criterion, IsOk());
    return criterion ? criterion->evaluate(SampleExchange{}.scope()) : CriterionResult{};
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

TEST_P(JsonPathCriteria, HoldAsExpected) {
    const CriterionResult result = jsonpath_result(GetParam().context, GetParam().query);
    EXPECT_EQ(result.holds, GetParam().holds) << result.got;
    EXPECT_THAT(result.unresolved, IsEmpty());
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
                                // The root is the context itself, without an array around it.
                                QueryCase{"$response.body", "$[?count(@.items) > 0]", false},
                                // A selected node counts, whatever its value is.
                                QueryCase{"$response.body", "$.gone", true},
                                QueryCase{"$response.body", "$.ready", true},
                                QueryCase{"$response.body", "$[?@ == false]", false},
                                // Null is not searched; a string has no descendants.
                                QueryCase{"$response.body#/gone", "$", false},
                                QueryCase{"$response.body#/id", "$", true},
                                QueryCase{"$response.body#/id", "$..*", false},
                                QueryCase{"$message.payload", "$[1].graph_node", true}),
                         RowName());

// The value is inserted without quotes, so the author writes the quotes around a string, and a
// value can be part of the query.
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

TEST(JsonPathCriterion, CanBeRetriedOnAnArrayAroundTheContext) {
    const SampleExchange sample;
    const auto holds = [&](std::string query, bool retries) {
        const auto criterion = Criterion::compile({.context = "$response.body",
                                                   .condition = std::move(query),
                                                   .type = CriterionType::kJsonPath,
                                                   .where = {},
                                                   .retries_in_array = retries});
        return criterion->evaluate(sample.scope()).holds;
    };
    EXPECT_FALSE(holds("$[?count(@.items) > 0]", false));
    EXPECT_TRUE(holds("$[?count(@.items) > 0]", true));
    EXPECT_FALSE(holds("$[?count(@.nowhere) > 0]", true));
    EXPECT_TRUE(holds("$[?@ == 'd-1']", true)) << "the context itself is tried first";
    EXPECT_FALSE(holds("$[0].items", true)) << "only a filter is retried";
}

TEST(JsonPathCriterion, ReportsTheNodeCountAndTheFirstNode) {
    const CriterionResult several = jsonpath_result("$response.body", "$..id");
    EXPECT_EQ(several.expected, "$response.body to have a node at $..id");
    EXPECT_EQ(several.got, R"(3 nodes, the first $['id']: "d-1")");
    EXPECT_EQ(jsonpath_result("$response.body", "$.items[1]").got,
              R"(1 node, $['items'][1]: {"id":"i-1"})");
}

TEST(JsonPathCriterion, ReportsTheContextWithoutNodes) {
    const CriterionResult none = jsonpath_result("$response.body#/items/0", "$[?@.x]");
    EXPECT_EQ(none.expected, "$response.body#/items/0 to have a node at $[?@.x]");
    EXPECT_EQ(none.got, R"(0 nodes; $response.body#/items/0 is {"id":"i-0"})");
}

TEST(JsonPathCriterion, ShortensLongValues) {
    SampleExchange sample;
    sample.response_body = std::string(10'000, 'a');
    EXPECT_LT(jsonpath("$response.body", "$")->evaluate(sample.scope()).got.size(), 300U);
    EXPECT_LT(jsonpath("$response.body", "$.a")->evaluate(sample.scope()).got.size(), 300U);
}

TEST(JsonPathCriterion, ShowsTheQueryWithItsValues) {
    EXPECT_EQ(jsonpath_result("$request.body", "$[?@ == '{$inputs.name}']").expected,
              "$request.body to have a node at $[?@ == 'demo']");
}

TEST(JsonPathCriterion, DoesNotHoldWithoutAContext) {
    const CriterionResult result = jsonpath_result("$response.body#/nowhere", "$");
    EXPECT_FALSE(result.holds);
    EXPECT_THAT(result.unresolved, HasSubstr("unresolved: $response.body#/nowhere"));
    EXPECT_EQ(result.got, "$response.body#/nowhere is unresolved");
}

TEST(JsonPathCriterion, DoesNotHoldIfAValueMakesTheQueryInvalid) {
    const CriterionResult absent = jsonpath_result("$response.body", "$['{$inputs.nowhere}']");
    EXPECT_FALSE(absent.holds);
    EXPECT_THAT(absent.unresolved, HasSubstr("unresolved: $inputs.nowhere"));
    const CriterionResult broken = jsonpath_result("$response.body", "$[{$inputs.broken}]");
    EXPECT_FALSE(broken.holds);
    EXPECT_THAT(broken.unresolved,
                HasSubstr("unresolved: with its values the query is `$[(]`: column 3: "));
}

/// Returns nested arrays, deeper than a query descends.
Json nested(int levels) {
    Json value = Json::array();
    for (int i = 0; i < levels; ++i) value = Json::array({std::move(value)});
    return value;
}

TEST(JsonPathCriterion, HoldsIfThereAreTooManyNodesToCount) {
    SampleExchange sample;
    sample.response_body = nested(600);
    const CriterionResult result = jsonpath("$response.body", "$..*")->evaluate(sample.scope());
    EXPECT_TRUE(result.holds);
    EXPECT_THAT(result.got, HasSubstr("not all were counted"));
    const CriterionResult none = jsonpath("$response.body", "$..a")->evaluate(sample.scope());
    EXPECT_FALSE(none.holds);
    EXPECT_THAT(none.unresolved, HasSubstr("unresolved: "));
}

TEST(JsonPathCriterion, RejectsAnInvalidQueryAtLoad) {
    const auto criterion = jsonpath("$response.body", "$.items[?@.a.length]x");
    EXPECT_THAT(criterion, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(criterion, FailsWith("suite.yaml:3:5: in the query, column 21: "));
    EXPECT_THAT(criterion, FailsWith("$.items[?@.a.length]x"));
    EXPECT_EQ(caret_column(criterion.error()), 20);
    EXPECT_THAT(jsonpath("$response.body", "$[?@.a == {$respons.body}]"), FailsWith("$respons"));
    EXPECT_THAT(jsonpath("response.body", "$.a"),
                FailsWith("in the context: expected a runtime expression"));
}

// Inside quotes a value cannot change the structure of the query; elsewhere it can.
TEST(JsonPathCriterion, RejectsAtLoadAQueryThatNoValueCanFix) {
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

TEST(JsonPathCriterion, WarnsOfPatternsThatMatchNothing) {
    EXPECT_THAT(jsonpath("$response.body", R"($[?match(@, '\\d')])")->warnings(),
                ElementsAre(HasSubstr("column ")));
    EXPECT_THAT(jsonpath("$response.body", "$[?match(@, '[0-9]')]")->warnings(), IsEmpty());
}

TEST(JsonPathCriterion, ReportsTheNamesItReads) {
    const auto criterion = jsonpath("$steps.s.outputs.o", "$['{$inputs.b}']");
    EXPECT_THAT(criterion->uses().inputs, ElementsAre("b"));
    EXPECT_THAT(criterion->uses().outputs, ElementsAre("s.o"));
}

}  // namespace
}  // namespace plumbline::expressions
