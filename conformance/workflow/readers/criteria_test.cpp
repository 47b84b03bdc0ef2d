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

class UnplayableCriterion : public testing::TestWithParam<InvalidSuite> {};

TEST_P(UnplayableCriterion, IsAnErrorWithPositionAndFix) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Lists,
    UnplayableCriterion,
    testing::Values(
        InvalidSuite{
            "NoCondition", criterion("type: simple"), "9:27", "criterion has no condition", ""},
        InvalidSuite{"UnknownType",
                     criterion("context: $response.body, condition: a, type: regexp"),
                     "9:67",
                     "unknown type of criterion: regexp",
                     "did you mean \"regex\"?"},
        InvalidSuite{"TypeWithoutType",
                     criterion("condition: $statusCode == 200, type: {version: rfc9535}"),
                     "9:59",
                     "the object that defines a criterion's type has no type",
                     "version: rfc9535"},
        InvalidSuite{
            "RegexWithoutContext", criterion("condition: a, type: regex"), "9:27", "context", ""},
        InvalidSuite{"BadCondition", criterion("condition: $statusCode =="), "9:27", "", ""},
        InvalidSuite{"JsonPathWithoutContext",
                     criterion("condition: $.a, type: jsonpath"),
                     "9:27",
                     "a criterion of type jsonpath without a context",
                     "context: $response.body"},
        InvalidSuite{"NoJsonPath",
                     criterion("context: $response.body, condition: '$.a[x]', type: jsonpath"),
                     "9:27",
                     "in the query, column 5: ",
                     "\n      ^"},
        InvalidSuite{"NoJsonPathWithVersion",
                     criterion("context: $response.body, condition: '$.a[x]', "
                               "type: {type: jsonpath, version: rfc9535}"),
                     "9:27",
                     "in the query, column 5: ",
                     ""},
        InvalidSuite{"UnknownVersion",
                     criterion("context: $response.body, condition: $.a, "
                               "type: {type: jsonpath, version: rfc9555}"),
                     "9:92",
                     "unknown version of jsonpath: rfc9555",
                     "rfc9535"},
        InvalidSuite{"XPathWithoutContext",
                     criterion("condition: //a, type: xpath"),
                     "9:27",
                     "a criterion of type xpath without a context",
                     ""},
        InvalidSuite{"XPathThatIsNone",
                     criterion("context: $response.body, condition: '//a[1', type: xpath"),
                     "9:27",
                     "in the XPath expression: `]` is missing",
                     "//a[1"}),
    InvalidSuiteName());

TEST(Criteria, MayBeQueries) {
    const SuiteLoadResult plain =
        load_text(criterion("context: $response.body, condition: $..a, type: jsonpath"));
    EXPECT_THAT(plain.diagnostics.errors, IsEmpty());
    EXPECT_THAT(plain.diagnostics.warnings, IsEmpty());
    const SuiteLoadResult with_version = load_text(criterion(
        "context: $response.body, condition: $..a, type: {type: jsonpath, version: rfc9535}"));
    EXPECT_THAT(with_version.diagnostics.errors, IsEmpty());
    EXPECT_THAT(with_version.diagnostics.warnings, IsEmpty());
    const Step& step = with_version.suite->workflows.at(0).steps.at(0);
    EXPECT_EQ(step.success_criteria.at(0).criterion.text().type, CriterionType::kJsonPath);
}

class DoubtfulQuery : public testing::TestWithParam<InvalidSuite> {};

TEST_P(DoubtfulQuery, IsAWarning) {
    const SuiteLoadResult loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Lists,
    DoubtfulQuery,
    testing::Values(
        InvalidSuite{
            "OfTheDraft",
            criterion("context: $response.body, condition: $..a, "
                      "type: {type: jsonpath, version: draft-goessner-dispatch-jsonpath-00}"),
            "9:93",
            "is read as a query of RFC 9535",
            "rfc9535"},
        InvalidSuite{"WithoutVersion",
                     criterion("context: $response.body, condition: $..a, type: {type: jsonpath}"),
                     "9:70",
                     "has no version",
                     "version: rfc9535"},
        InvalidSuite{
            "WithAPatternThatFitsNothing",
            criterion("context: $response.body, condition: \"$..a[?match(@, '\\\\\\\\d')]\", "
                      "type: jsonpath"),
            "9:53",
            "in the query, column 16: ",
            "[0-9]"}),
    InvalidSuiteName());

TEST(Criteria, CanBeReadLikeRunnersThatWrapTheContext) {
    const auto load = [](std::string_view condition) {
        return load_text(criterion("context: $response.body, condition: '" +
                                   std::string(condition) + "', type: jsonpath"),
                         {.lenient_jsonpath = true});
    };
    const auto text_of = [](const SuiteLoadResult& loaded) {
        return loaded.suite->workflows.at(0).steps.at(0).success_criteria.at(0).criterion.text();
    };
    const SuiteLoadResult wrapped = load("$[?@.a]");
    EXPECT_THAT(
        wrapped.diagnostics.warnings,
        HasProblem(InvalidSuite{"", "", "9:53", "$[?@.a] is tried on an array", "--lenient"}));
    EXPECT_TRUE(text_of(wrapped).retries_in_array);
    const SuiteLoadResult plain = load("$..a[?@.b]");
    EXPECT_THAT(plain.diagnostics.warnings, IsEmpty());
    EXPECT_FALSE(text_of(plain).retries_in_array);
    EXPECT_FALSE(text_of(load_text(criterion(
                             "context: $response.body, condition: '$[?@.a]', type: jsonpath")))
                     .retries_in_array);
}

class QueryForOneRunner : public testing::TestWithParam<InvalidSuite> {};

TEST_P(QueryForOneRunner, IsASuggestionOfLint) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.warnings, IsEmpty());
    EXPECT_THAT(lint_text(GetParam().yaml).warnings, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Lists,
    QueryForOneRunner,
    testing::Values(
        InvalidSuite{"FromTheRoot",
                     criterion("context: $response.body, condition: $.a, type: jsonpath"),
                     "9:53",
                     "other runners search $.a in an array around the context",
                     "begin the query with `$..NAME`"},
        InvalidSuite{"OfEveryLevel",
                     criterion("context: $response.body, condition: '$..[?@.a]', type: jsonpath"),
                     "9:53",
                     "other runners search $..[?@.a] in an array",
                     ""},
        InvalidSuite{"WithValues",
                     criterion("context: $response.body, condition: \"$..a[?@ == '{$method}']\", "
                               "type: jsonpath"),
                     "9:53",
                     "with quotes",
                     "a simple condition"}),
    InvalidSuiteName());

TEST(Criteria, WithAContextThatIsNotUsedAreAWarning) {
    const SuiteLoadResult loaded =
        load_text(criterion("context: $response.body, condition: $statusCode == 1"));
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(
        loaded.diagnostics.warnings,
        HasProblem(InvalidSuite{"", "", "9:28", "does not use its context", "type: regex"}));
}

TEST(Criteria, AndObservationsKeepTheirRequirementsAndQuestions) {
    const auto suite = load_playable(
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

TEST(Observations, MayHaveAValue) {
    const auto suite = load_playable(
        suite_with_call("        x-ct-observe: [{question: T-1, value: $response.body#/n}]\n"));
    const auto& workflow = suite->workflows.at(0);
    const StepObservation& one = workflow.steps.at(0).observations.at(0);
    EXPECT_TRUE(one.value.has_value());
    EXPECT_FALSE(one.criterion.has_value());
    EXPECT_EQ(one.where.line, 9);
    EXPECT_THAT(workflow.named_requirements(), ElementsAre("T-1"));
}

}  // namespace
}  // namespace plumbline::workflow
