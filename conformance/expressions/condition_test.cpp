// What simple conditions mean, case by case.

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

Judgement judged(const Result<Criterion>& criterion) {
    EXPECT_THAT(criterion, IsOk());
    return criterion ? criterion->judge(SampleExchange{}.scope()) : Judgement{};
}

struct Case {
    std::string_view condition;
    bool holds;
};
void PrintTo(const Case& c, std::ostream* out) {
    *out << c.condition;
}

class Conditions : public TestWithParam<Case> {};

TEST_P(Conditions, HoldOrNot) {
    const Judgement judgement = judged(simple(GetParam().condition));
    EXPECT_EQ(judgement.holds, GetParam().holds) << judgement.got;
    EXPECT_THAT(judgement.unresolved, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Comparisons,
                         Conditions,
                         Values(Case{"$statusCode == 200", true},
                                Case{"$statusCode != 200", false},
                                Case{"$statusCode < 300", true},
                                Case{"$statusCode <= 200", true},
                                Case{"$statusCode > 200", false},
                                Case{"$statusCode >= 200", true},
                                Case{"$statusCode==200&&$response.body#/count>=3", true},
                                Case{"200 == $statusCode", true},
                                Case{"$response.body#/count > -1", true},
                                Case{"$response.body#/ratio == 5e-1", true},
                                Case{"\n  $statusCode\t==\n200 ", true}),
                         RowName());

INSTANTIATE_TEST_SUITE_P(Literals,
                         Conditions,
                         Values(Case{"true", true},
                                Case{"false", false},
                                Case{"null", false},
                                Case{"0", false},
                                Case{"-0.5", true},
                                Case{"''", false},
                                Case{"'x'", true},
                                Case{"'it''s' == \"it's\"", true},
                                Case{R"("say ""x""" == 'say "x"')", true},
                                Case{"' ) && ' == ' ) && '", true}),
                         RowName());

// The standard wants == to ignore case.
INSTANTIATE_TEST_SUITE_P(Texts,
                         Conditions,
                         Values(Case{"$response.body#/status == 'ready'", true},
                                Case{"$response.body#/status == \"READY\"", true},
                                Case{"$response.body#/status != 'ready'", false},
                                Case{"$response.body#/digits == 42", true},
                                Case{"$response.body#/digits > 5", true},
                                Case{"$method == 'PATCH'", true},
                                Case{"$method == 'patch'", true}),
                         RowName());

// By its letter `x != null` never holds; its own example needs != to negate ==.
INSTANTIATE_TEST_SUITE_P(Nulls,
                         Conditions,
                         Values(Case{"$response.body#/gone == null", true},
                                Case{"$response.body#/gone != null", false},
                                Case{"$response.body#/id != null", true},
                                Case{"$response.body#/id == null", false},
                                Case{"$response.body#/gone == 0", false},
                                Case{"$response.body#/gone", false}),
                         RowName());

// Listed among the operators, absent from the grammar.
INSTANTIATE_TEST_SUITE_P(DeReferences,
                         Conditions,
                         Values(Case{"$response.body.status == 'READY'", true},
                                Case{"$response.body.items[1].id == 'i-1'", true},
                                Case{"$response.body#/a.b == 1", true},
                                Case{"$inputs.a.b == 'dotted'", true},
                                Case{"$inputs.a.c == 'deep'", true}),
                         RowName());

// Left open by the standard: ! before comparison before && before ||.
INSTANTIATE_TEST_SUITE_P(Precedence,
                         Conditions,
                         Values(Case{"true || true && false", true},
                                Case{"(true || true) && false", false},
                                Case{"false && false || true", true},
                                Case{"false && (false || true)", false},
                                Case{"!true == false", true},
                                Case{"!(true == false)", true},
                                Case{"!false && false", false},
                                Case{"!!$response.body#/id", true},
                                Case{"!$response.body#/empty", true},
                                Case{"1 < 2 && 2 < 3 || 1 > 2", true},
                                Case{"(1 < 2) == true", true},
                                Case{"((($statusCode))) == (200)", true}),
                         RowName());

// Left open by the standard: what ends an expression.
INSTANTIATE_TEST_SUITE_P(EndsOfExpressions,
                         Conditions,
                         Values(Case{"($statusCode)", true},
                                Case{"$statusCode>=200&&$statusCode<300", true},
                                Case{"$statusCode!=404||false", true},
                                Case{"$response.body#/x~1y==2", true},
                                Case{"'a'=='A'", true}),
                         RowName());

TEST(Condition, IsLazy) {
    EXPECT_FALSE(judged(simple("false && $response.body#/nowhere")).holds);
    EXPECT_THAT(judged(simple("false && $response.body#/nowhere")).unresolved, IsEmpty());
    EXPECT_TRUE(judged(simple("true || $response.body#/nowhere")).holds);
}

class UnresolvedConditions : public TestWithParam<std::string_view> {};

// Left open by the standard: a part without a value settles it, however the rest would have come
// out.
TEST_P(UnresolvedConditions, DoNotHoldAndSayWhy) {
    const Judgement judgement = judged(simple(GetParam()));
    EXPECT_FALSE(judgement.holds);
    EXPECT_THAT(judgement.unresolved, HasSubstr("unresolved: $response.body#/nowhere: nothing at"));
    EXPECT_THAT(judgement.got, HasSubstr("$response.body#/nowhere is unresolved"));
}

INSTANTIATE_TEST_SUITE_P(Each,
                         UnresolvedConditions,
                         Values("$response.body#/nowhere == null",
                                "!$response.body#/nowhere",
                                "$response.body#/nowhere || true",
                                "true && $response.body#/nowhere",
                                "1 == $response.body#/nowhere"),
                         RowName());

struct Mistake {
    std::string_view condition;
    int column;
    std::string_view message;
};
void PrintTo(const Mistake& mistake, std::ostream* out) {
    *out << mistake.condition;
}

class ConditionMistakes : public TestWithParam<Mistake> {};

TEST_P(ConditionMistakes, AreShownWithACaretAndTheMend) {
    const auto criterion = simple(GetParam().condition);
    ASSERT_THAT(criterion, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(criterion.error().message, HasSubstr(std::string{GetParam().message}));
    EXPECT_EQ(caret_column(criterion.error()), GetParam().column) << to_text(criterion.error());
    EXPECT_EQ(criterion.error().where, (SourceRef{"suite.yaml", 3, 5}));
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    ConditionMistakes,
    Values(Mistake{"", 0, "expected a value, found the end"},
           Mistake{"$statusCode ==", 14, "expected a value, found the end"},
           Mistake{"$statusCode = 200", 12, "did you mean `==`?"},
           Mistake{"$statusCode=200", 11, "unexpected `=`"},
           Mistake{"true & false", 5, "did you mean `&&`?"},
           Mistake{"true | false", 5, "did you mean `||`?"},
           Mistake{"$statusCode === 200", 14, "expected a value, found `=`"},
           Mistake{"true and false", 5, "expected an operator"},
           Mistake{"not true", 0, "operators are ! && ||"},
           Mistake{"$response.body#/status == READY", 26, "in single quotes: 'READY'"},
           Mistake{"1 < 2 < 3", 6, "join two of them with &&"},
           Mistake{"(1 == 1", 0, "this `(` is not closed"},
           Mistake{"(1 == 1 2)", 8, "expected an operator"},
           Mistake{"1 == 1)", 6, "this `)` closes nothing"},
           Mistake{"()", 1, "expected a value, found `)`"},
           Mistake{"'open", 0, "this quote is not closed"},
           Mistake{"'it's'", 4, "expected an operator"},
           Mistake{"12x == 1", 0, "`12x` is no value"},
           Mistake{"- 1 == 1", 0, "`-` is no value"},
           Mistake{"{$statusCode} == 200", 0, "without braces"},
           Mistake{"$statuscode == 200", 1, "did you mean $statusCode?"},
           Mistake{"1 == $inputs && true", 12, "expected $inputs.NAME"},
           Mistake{"'\u00e9' == \u00e9", 7, "found `\u00e9`"}),
    RowName());

TEST(Condition, BoundsNestingAndLength) {
    const std::string open(64, '(');
    const std::string close(64, ')');
    EXPECT_THAT(simple(open + "true" + close), IsOk());
    EXPECT_THAT(simple('(' + open + "true" + close + ')'), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(simple(std::string(64, '!') + "true"), IsOk());
    EXPECT_THAT(simple(std::string(65, '!') + "true"), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(simple(std::string(64U * 1024U + 1U, ' ')), IsErrorCode(ErrorCode::kLimit));
}

TEST(Condition, TakesChainsOfAnyLength) {
    std::string chain = "true";
    for (int i = 0; i < 6'000; ++i) chain += " && true";
    EXPECT_TRUE(judged(simple(chain)).holds);
}

}  // namespace
}  // namespace plumbline::expressions
