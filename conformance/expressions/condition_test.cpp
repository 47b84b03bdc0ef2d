// The meaning of simple conditions, case by case.

#include "conformance/expressions/condition.hpp"

#include "conformance/expressions/criterion.hpp"
#include "conformance/expressions/testing.hpp"
#include "spec/base/row_name.hpp"

namespace plumbline::expressions {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::TestWithParam;
using ::testing::Values;

Result<Criterion> simple(std::string_view condition) {
    return Criterion::compile(
        {std::nullopt, std::string{condition}, CriterionType::kSimple, {"suite.yaml", 3, 5}});
}

CriterionResult evaluated(const Result<Criterion>& criterion) {
    EXPECT_THAT(criterion, IsOk());
    return criterion ? criterion->evaluate(SampleExchange{}.scope()) : CriterionResult{};
}

struct ConditionCase {
    std::string_view condition;
    bool holds;
};
void PrintTo(const ConditionCase& c, std::ostream* out) {
    *out << c.condition;
}

class Conditions : public TestWithParam<ConditionCase> {};

TEST_P(Conditions, HoldAsExpected) {
    const CriterionResult result = evaluated(simple(GetParam().condition));
    EXPECT_EQ(result.holds, GetParam().holds) << result.got;
    EXPECT_THAT(result.unresolved, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Comparisons,
                         Conditions,
                         Values(ConditionCase{"$statusCode == 200", true},
                                ConditionCase{"$statusCode != 200", false},
                                ConditionCase{"$statusCode < 300", true},
                                ConditionCase{"$statusCode <= 200", true},
                                ConditionCase{"$statusCode > 200", false},
                                ConditionCase{"$statusCode >= 200", true},
                                ConditionCase{"$statusCode==200&&$response.body#/count>=3", true},
                                ConditionCase{"200 == $statusCode", true},
                                ConditionCase{"$response.body#/count > -1", true},
                                ConditionCase{"$response.body#/ratio == 5e-1", true},
                                ConditionCase{"\n  $statusCode\t==\n200 ", true}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(Literals,
                         Conditions,
                         Values(ConditionCase{"true", true},
                                ConditionCase{"false", false},
                                ConditionCase{"null", false},
                                ConditionCase{"0", false},
                                ConditionCase{"-0.5", true},
                                ConditionCase{"''", false},
                                ConditionCase{"'x'", true},
                                ConditionCase{"'it''s' == \"it's\"", true},
                                ConditionCase{R"("say ""x""" == 'say "x"')", true},
                                ConditionCase{"' ) && ' == ' ) && '", true}),
                         RowName());

// The standard requires == to ignore case.
INSTANTIATE_TEST_SUITE_P(Texts,
                         Conditions,
                         Values(ConditionCase{"$response.body#/status == 'ready'", true},
                                ConditionCase{"$response.body#/status == \"READY\"", true},
                                ConditionCase{"$response.body#/status != 'ready'", false},
                                ConditionCase{"$response.body#/digits == 42", true},
                                ConditionCase{"$response.body#/digits > 5", true},
                                ConditionCase{"$method == 'PATCH'", true},
                                ConditionCase{"$method == 'patch'", true}),
                         RowName());

// Read literally, `x != null` is never true in the standard; its own example needs != to negate ==.
INSTANTIATE_TEST_SUITE_P(Nulls,
                         Conditions,
                         Values(ConditionCase{"$response.body#/gone == null", true},
                                ConditionCase{"$response.body#/gone != null", false},
                                ConditionCase{"$response.body#/id != null", true},
                                ConditionCase{"$response.body#/id == null", false},
                                ConditionCase{"$response.body#/gone == 0", false},
                                ConditionCase{"$response.body#/gone", false}),
                         RowName());

// The standard lists them among the operators, but not in the grammar.
INSTANTIATE_TEST_SUITE_P(DeReferences,
                         Conditions,
                         Values(ConditionCase{"$response.body.status == 'READY'", true},
                                ConditionCase{"$response.body.items[1].id == 'i-1'", true},
                                ConditionCase{"$response.body#/a.b == 1", true},
                                ConditionCase{"$inputs.a.b == 'dotted'", true},
                                ConditionCase{"$inputs.a.c == 'deep'", true}),
                         RowName());

// The standard leaves precedence open. Here: ! before comparison before && before ||.
INSTANTIATE_TEST_SUITE_P(Precedence,
                         Conditions,
                         Values(ConditionCase{"true || true && false", true},
                                ConditionCase{"(true || true) && false", false},
                                ConditionCase{"false && false || true", true},
                                ConditionCase{"false && (false || true)", false},
                                ConditionCase{"!true == false", true},
                                ConditionCase{"!(true == false)", true},
                                ConditionCase{"!false && false", false},
                                ConditionCase{"!!$response.body#/id", true},
                                ConditionCase{"!$response.body#/empty", true},
                                ConditionCase{"1 < 2 && 2 < 3 || 1 > 2", true},
                                ConditionCase{"(1 < 2) == true", true},
                                ConditionCase{"((($statusCode))) == (200)", true}),
                         RowName());

// The standard leaves open where an expression ends.
INSTANTIATE_TEST_SUITE_P(EndsOfExpressions,
                         Conditions,
                         Values(ConditionCase{"($statusCode)", true},
                                ConditionCase{"$statusCode>=200&&$statusCode<300", true},
                                ConditionCase{"$statusCode!=404||false", true},
                                ConditionCase{"$response.body#/x~1y==2", true},
                                ConditionCase{"'a'=='A'", true}),
                         RowName());

TEST(SimpleCondition, StopsWhenTheResultIsKnown) {
    EXPECT_FALSE(evaluated(simple("false && $response.body#/nowhere")).holds);
    EXPECT_THAT(evaluated(simple("false && $response.body#/nowhere")).unresolved, IsEmpty());
    EXPECT_TRUE(evaluated(simple("true || $response.body#/nowhere")).holds);
}

class UnresolvedConditions : public TestWithParam<std::string_view> {};

// The standard leaves this open. Here a part without a value makes the condition fail, whatever the
// other parts are.
TEST_P(UnresolvedConditions, DoNotHoldAndReportTheReason) {
    const CriterionResult result = evaluated(simple(GetParam()));
    EXPECT_FALSE(result.holds);
    EXPECT_THAT(result.unresolved, HasSubstr("unresolved: $response.body#/nowhere: nothing at"));
    EXPECT_THAT(result.got, HasSubstr("$response.body#/nowhere is unresolved"));
}

INSTANTIATE_TEST_SUITE_P(Each,
                         UnresolvedConditions,
                         Values("$response.body#/nowhere == null",
                                "!$response.body#/nowhere",
                                "$response.body#/nowhere || true",
                                "true && $response.body#/nowhere",
                                "1 == $response.body#/nowhere"),
                         RowName());

struct ConditionMistake {
    std::string_view condition;
    int column;
    std::string_view message;
};
void PrintTo(const ConditionMistake& mistake, std::ostream* out) {
    *out << mistake.condition;
}

class ConditionMistakes : public TestWithParam<ConditionMistake> {};

TEST_P(ConditionMistakes, AreShownWithACaretAndTheFix) {
    const auto criterion = simple(GetParam().condition);
    ASSERT_THAT(criterion, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(criterion.error().message, HasSubstr(std::string{GetParam().message}));
    EXPECT_EQ(caret_column(criterion.error()), GetParam().column) << to_text(criterion.error());
    EXPECT_EQ(criterion.error().where, (SourceRef{"suite.yaml", 3, 5}));
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    ConditionMistakes,
    Values(ConditionMistake{"", 0, "expected a value, found the end"},
           ConditionMistake{"$statusCode ==", 14, "expected a value, found the end"},
           ConditionMistake{"$statusCode = 200", 12, "did you mean `==`?"},
           ConditionMistake{"$statusCode=200", 11, "unexpected `=`"},
           ConditionMistake{"true & false", 5, "did you mean `&&`?"},
           ConditionMistake{"true | false", 5, "did you mean `||`?"},
           ConditionMistake{"$statusCode === 200", 14, "expected a value, found `=`"},
           ConditionMistake{"true and false", 5, "expected an operator"},
           ConditionMistake{"not true", 0, "operators are ! && ||"},
           ConditionMistake{"$response.body#/status == READY", 26, "in single quotes: 'READY'"},
           ConditionMistake{"1 < 2 < 3", 6, "join two of them with &&"},
           ConditionMistake{"(1 == 1", 0, "this `(` is not closed"},
           ConditionMistake{"(1 == 1 2)", 8, "expected an operator"},
           ConditionMistake{"1 == 1)", 6, "this `)` has no matching `(`"},
           ConditionMistake{"()", 1, "expected a value, found `)`"},
           ConditionMistake{"'open", 0, "this quote is not closed"},
           ConditionMistake{"'it's'", 4, "expected an operator"},
           ConditionMistake{"12x == 1", 0, "`12x` is not a value"},
           ConditionMistake{"- 1 == 1", 0, "`-` is not a value"},
           ConditionMistake{"{$statusCode} == 200", 0, "without braces"},
           ConditionMistake{"$statuscode == 200", 1, "did you mean $statusCode?"},
           ConditionMistake{"1 == $inputs && true", 12, "expected $inputs.NAME"},
           ConditionMistake{"'\u00e9' == \u00e9", 7, "found `\u00e9`"}),
    RowName());

TEST(SimpleCondition, LimitsNestingAndLength) {
    const std::string open(64, '(');
    const std::string close(64, ')');
    EXPECT_THAT(simple(open + "true" + close), IsOk());
    EXPECT_THAT(simple('(' + open + "true" + close + ')'), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(simple(std::string(64, '!') + "true"), IsOk());
    EXPECT_THAT(simple(std::string(65, '!') + "true"), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(simple(std::string(64U * 1024U + 1U, ' ')), IsErrorCode(ErrorCode::kLimit));
}

TEST(SimpleCondition, AcceptsChainsOfAnyLength) {
    std::string chain = "true";
    for (int i = 0; i < 6'000; ++i) chain += " && true";
    EXPECT_TRUE(evaluated(simple(chain)).holds);
}

}  // namespace
}  // namespace plumbline::expressions
