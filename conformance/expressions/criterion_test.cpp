#include "conformance/expressions/criterion.hpp"

#include "conformance/expressions/testing.hpp"
#include "spec/base/row_name.hpp"

namespace plumbline::expressions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::TestWithParam;
using ::testing::Values;

Result<Criterion> simple_criterion(std::string_view condition) {
    return Criterion::compile(
        {std::nullopt, std::string{condition}, CriterionType::kSimple, {"suite.yaml", 3, 5}});
}

Result<Criterion> regex(std::string_view context, std::string_view pattern) {
    return Criterion::compile(
        {std::string{context}, std::string{pattern}, CriterionType::kRegex, {"suite.yaml", 3, 5}});
}

CriterionResult result_of(const Result<Criterion>& criterion) {
    EXPECT_THAT(criterion, IsOk());
    return criterion ? criterion->evaluate(SampleExchange{}.scope()) : CriterionResult{};
}

TEST(SimpleCriterion, ReportsExpectedAndReadValues) {
    const CriterionResult result = result_of(simple_criterion(
        " $statusCode == 201 || $response.body#/id == $inputs.name && $response.body#/gone "));
    EXPECT_EQ(result.expected,
              "$statusCode == 201 || $response.body#/id == $inputs.name && $response.body#/gone");
    EXPECT_EQ(result.got,
              R"($statusCode is 200, $response.body#/id is "d-1", $inputs.name is "demo")");
}

TEST(SimpleCriterion, ListsEachExpressionOnce) {
    EXPECT_EQ(result_of(simple_criterion("$statusCode > 299 || $statusCode < 200")).got,
              "$statusCode is 200");
}

TEST(SimpleCriterion, ReportsThatItReadNoExpression) {
    EXPECT_EQ(result_of(simple_criterion("1 == 2")).got, "no expression was read");
}

TEST(SimpleCriterion, ShortensLongValues) {
    SampleExchange sample;
    sample.response_body = std::string(10'000, 'a');
    const CriterionResult result =
        simple_criterion("$response.body == 'b'")->evaluate(sample.scope());
    EXPECT_LT(result.got.size(), 300U);
}

TEST(SimpleCriterion, NeedsNoContextButChecksAGivenOne) {
    EXPECT_THAT(
        Criterion::compile({"$response.body", "$statusCode == 200", CriterionType::kSimple, {}}),
        IsOk());
    EXPECT_THAT(
        Criterion::compile({"$respons.body", "$statusCode == 200", CriterionType::kSimple, {}}),
        FailsWith("in the context: `$respons` does not begin an expression"));
}

struct RegexCase {
    std::string_view context;
    std::string_view pattern;
    bool holds;
};
void PrintTo(const RegexCase& pattern, std::ostream* out) {
    *out << pattern.context << " ~ " << pattern.pattern;
}

class RegexCriteria : public TestWithParam<RegexCase> {};

TEST_P(RegexCriteria, HoldAsExpected) {
    const CriterionResult result = result_of(regex(GetParam().context, GetParam().pattern));
    EXPECT_EQ(result.holds, GetParam().holds) << result.got;
    EXPECT_THAT(result.unresolved, IsEmpty());
}

// The standard leaves dialect and anchoring open. Here: search, RE2, slashes with flags,
// case-sensitive.
INSTANTIATE_TEST_SUITE_P(Each,
                         RegexCriteria,
                         Values(RegexCase{"$response.body#/status", "EAD", true},
                                RegexCase{"$response.body#/status", "^EAD", false},
                                RegexCase{"$response.body#/status", "^ready$", false},
                                RegexCase{"$response.body#/status", "/^ready$/i", true},
                                RegexCase{
                                    "$response.header.Content-Type", "^application/json", true},
                                RegexCase{"$statusCode", R"(^2\d{2}$)", true},
                                RegexCase{"$response.body#/ready", "^true$", true},
                                RegexCase{"$response.body#/items/0", R"(^\{"id":"i-0"\}$)", true},
                                RegexCase{"$response.body", R"("ratio":0\.5)", true},
                                RegexCase{"$response.body#/gone", "", false},
                                RegexCase{"$response.body#/empty", "", true},
                                RegexCase{"$response.body#/id", "{$inputs.pattern}", true},
                                RegexCase{"$response.body#/id", "^{$response.body#/id}$", true},
                                RegexCase{"$inputs.name", "^{$inputs.word}.{1,2}$", true}),
                         RowName());

TEST(RegexCriterion, ReportsExpectedAndReadValues) {
    const CriterionResult result = result_of(regex("$response.body#/status", "^DEPLOYED$"));
    EXPECT_EQ(result.expected, "$response.body#/status to match ^DEPLOYED$");
    EXPECT_EQ(result.got, R"($response.body#/status is "READY")");
}

TEST(RegexCriterion, ShowsThePatternWithItsValues) {
    EXPECT_EQ(result_of(regex("$statusCode", "^{$inputs.name}$")).expected,
              "$statusCode to match ^demo$");
}

TEST(RegexCriterion, DoesNotHoldWithoutAContext) {
    const CriterionResult result = result_of(regex("$response.body#/nowhere", ".*"));
    EXPECT_FALSE(result.holds);
    EXPECT_THAT(result.unresolved, HasSubstr("unresolved: $response.body#/nowhere"));
    EXPECT_EQ(result.got, "$response.body#/nowhere is unresolved");
}

TEST(RegexCriterion, DoesNotHoldIfAValueMakesThePatternInvalid) {
    const CriterionResult absent = result_of(regex("$statusCode", "{$inputs.nowhere}"));
    EXPECT_FALSE(absent.holds);
    EXPECT_THAT(absent.unresolved, HasSubstr("unresolved: $inputs.nowhere"));

    const CriterionResult broken = result_of(regex("$statusCode", "x|{$inputs.broken}"));
    EXPECT_FALSE(broken.holds);
    EXPECT_THAT(broken.unresolved, HasSubstr("unresolved: with its values the pattern is `x|(`"));
}

TEST(RegexCriterion, NeedsAContext) {
    const auto criterion =
        Criterion::compile({std::nullopt, "^x$", CriterionType::kRegex, {"suite.yaml", 3, 5}});
    EXPECT_THAT(criterion, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(criterion,
                FailsWith("suite.yaml:3:5: a criterion of type regex without a context"));
}

TEST(RegexCriterion, RejectsInvalidPatternsAtLoad) {
    EXPECT_THAT(regex("$statusCode", "(2"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(regex("$statusCode", "(?=2)"), IsErrorCode(ErrorCode::kUnsupported));
    EXPECT_THAT(regex("$statusCode", "({$inputs.name}"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(regex("$statusCode", "(2"), FailsWith("suite.yaml:3:5: "));
    EXPECT_THAT(regex("$statusCode", "(2"), FailsWith("condition: (2"));
    EXPECT_THAT(regex("$statusCode", "^{$inputs}$"), FailsWith("expected $inputs.NAME"));
    EXPECT_THAT(regex("statusCode", "2"),
                FailsWith("in the context: expected a runtime expression"));
}

TEST(Criterion, ReadsXPathWithoutEvaluatingIt) {
    const auto xpath =
        Criterion::compile({"$response.body", "/a", CriterionType::kXPath, {"suite.yaml", 3, 5}});
    ASSERT_THAT(xpath, IsOk());
    EXPECT_THAT(xpath->uses().unsupported, ElementsAre("XPath is not supported: /a"));
    const CriterionResult result = xpath->evaluate(SampleExchange().scope());
    EXPECT_FALSE(result.holds);
    EXPECT_EQ(result.unresolved, "XPath is not supported: /a");
}

TEST(Criterion, RejectsInvalidXPath) {
    const auto compiled = [](std::optional<std::string> context, const std::string& condition) {
        return Criterion::compile(
            {std::move(context), condition, CriterionType::kXPath, {"suite.yaml", 3, 5}});
    };
    EXPECT_THAT(compiled("$response.body", "/a["), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(compiled("response.body", "/a"), IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(compiled(std::nullopt, "/a"), FailsWith("of type xpath without a context"));
}

TEST(Criterion, KeepsItsText) {
    const auto criterion = regex("$statusCode", "2");
    EXPECT_EQ(criterion->text().condition, "2");
    EXPECT_EQ(criterion->text().context, "$statusCode");
    EXPECT_EQ(criterion->text().where.line, 3);
}

TEST(Criterion, ReportsTheNamesItReads) {
    const auto condition = simple_criterion(
        "$inputs.a == $steps.s.outputs.o && !($inputs.a || $workflows.w.outputs.p)");
    EXPECT_THAT(condition->uses().inputs, ElementsAre("a"));
    EXPECT_THAT(condition->uses().outputs, ElementsAre("s.o"));
    EXPECT_THAT(condition->uses().workflows, ElementsAre("w"));
    EXPECT_THAT(regex("$steps.s.outputs.o", "{$inputs.b}")->uses().inputs, ElementsAre("b"));
    EXPECT_THAT(regex("$steps.s.outputs.o", "{$inputs.b}")->uses().steps, ElementsAre("s"));
}

}  // namespace
}  // namespace plumbline::expressions
