#include "conformance/workflow/testing.hpp"

namespace plumbline::workflow {
namespace {

using expressions::CriterionType;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::string criterion(std::string_view members) {
    return suite_with_call("        successCriteria: [{" + std::string(members) + "}]\n");
}

class UnplayableCriterion : public testing::TestWithParam<WrongSuite> {};

TEST_P(UnplayableCriterion, IsAnErrorWithPlaceAndMend) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnosis.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Lists,
    UnplayableCriterion,
    testing::Values(
        WrongSuite{
            "NoCondition", criterion("type: simple"), "9:27", "criterion has no condition", ""},
        WrongSuite{"UnknownType",
                   criterion("context: $response.body, condition: a, type: regexp"),
                   "9:67",
                   "unknown type of criterion: regexp",
                   "did you mean \"regex\"?"},
        WrongSuite{"TypeWithoutType",
                   criterion("condition: $statusCode == 200, type: {version: rfc9535}"),
                   "9:59",
                   "the object that gives a criterion's type has no type",
                   "version: rfc9535"},
        WrongSuite{
            "RegexWithoutContext", criterion("condition: a, type: regex"), "9:27", "context", ""},
        WrongSuite{"BadCondition", criterion("condition: $statusCode =="), "9:27", "", ""},
        WrongSuite{"JsonPath",
                   criterion("context: $response.body, condition: $.a, type: jsonpath"),
                   "9:27",
                   "jsonpath",
                   ""},
        WrongSuite{"JsonPathWithVersion",
                   criterion("context: $response.body, condition: $.a, "
                             "type: {type: jsonpath, version: rfc9535}"),
                   "9:27",
                   "jsonpath",
                   ""},
        WrongSuite{"XPath",
                   criterion("context: $response.body, condition: a, type: xpath"),
                   "9:27",
                   "xpath",
                   ""}),
    WrongSuiteName());

TEST(Criteria, SayWithTheirCodeThatATypeIsUnsupported) {
    const Loaded loaded =
        load_text(criterion("context: $response.body, condition: $.a, type: jsonpath"));
    ASSERT_THAT(loaded.diagnosis.errors, SizeIs(1));
    EXPECT_EQ(loaded.diagnosis.errors[0].code, ErrorCode::kUnsupported);
}

TEST(Criteria, WithAContextThatIsNotUsedAreAWarning) {
    const Loaded loaded =
        load_text(criterion("context: $response.body, condition: $statusCode == 1"));
    EXPECT_THAT(loaded.diagnosis.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnosis.warnings,
                HasProblem(WrongSuite{"", "", "9:28", "does not use its context", "type: regex"}));
}

TEST(Criteria, AndObservationsKeepWhatTheyVerifyAndAsk) {
    const auto suite = playable(
        suite_with_call("        x-ct-verifies: [A-1, A-2]\n"
                        "        successCriteria:\n"
                        "          - condition: $statusCode == 200\n"
                        "            x-ct-verifies: [B-1]\n"
                        "          - {context: $response.body#/a, condition: '^x$', type: regex}\n"
                        "        x-ct-observe:\n"
                        "          - {question: Q-1, note: why, condition: $statusCode == 404}\n"));
    const Step& step = suite->workflows.at(0).steps.at(0);
    EXPECT_THAT(step.verifies, ElementsAre("A-1", "A-2"));
    ASSERT_THAT(step.success_criteria, SizeIs(2));
    EXPECT_THAT(step.success_criteria[0].verifies, ElementsAre("B-1"));
    EXPECT_THAT(step.success_criteria[1].verifies, IsEmpty());
    EXPECT_EQ(step.success_criteria[1].criterion.text().type, CriterionType::kRegex);
    EXPECT_EQ(step.success_criteria[1].criterion.text().context, "$response.body#/a");
    EXPECT_EQ(step.success_criteria[1].criterion.text().where.line, 13);
    ASSERT_THAT(step.observations, SizeIs(1));
    EXPECT_EQ(step.observations[0].question, "Q-1");
    EXPECT_EQ(step.observations[0].note, "why");
    EXPECT_EQ(step.observations[0].criterion->text().condition, "$statusCode == 404");
}

TEST(Observations, MayTellAValue) {
    const auto suite = playable(
        suite_with_call("        x-ct-observe: [{question: T-1, value: $response.body#/n}]\n"));
    const auto& workflow = suite->workflows.at(0);
    const Observation& one = workflow.steps.at(0).observations.at(0);
    EXPECT_TRUE(one.value.has_value());
    EXPECT_FALSE(one.criterion.has_value());
    EXPECT_EQ(one.where.line, 9);
    EXPECT_THAT(workflow.named_requirements(), ElementsAre("T-1"));
}

}  // namespace
}  // namespace plumbline::workflow
