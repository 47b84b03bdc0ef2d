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
        WrongSuite{"JsonPathWithoutContext",
                   criterion("condition: $.a, type: jsonpath"),
                   "9:27",
                   "a criterion of type jsonpath without a context",
                   "context: $response.body"},
        WrongSuite{"NoJsonPath",
                   criterion("context: $response.body, condition: '$.a[x]', type: jsonpath"),
                   "9:27",
                   "in the query, column 5: ",
                   "\n      ^"},
        WrongSuite{"NoJsonPathWithVersion",
                   criterion("context: $response.body, condition: '$.a[x]', "
                             "type: {type: jsonpath, version: rfc9535}"),
                   "9:27",
                   "in the query, column 5: ",
                   ""},
        WrongSuite{"UnknownVersion",
                   criterion("context: $response.body, condition: $.a, "
                             "type: {type: jsonpath, version: rfc9555}"),
                   "9:92",
                   "unknown version of jsonpath: rfc9555",
                   "rfc9535"},
        WrongSuite{"XPathWithoutContext",
                   criterion("condition: //a, type: xpath"),
                   "9:27",
                   "a criterion of type xpath without a context",
                   ""},
        WrongSuite{"XPathThatIsNone",
                   criterion("context: $response.body, condition: '//a[1', type: xpath"),
                   "9:27",
                   "in the XPath expression: `]` is missing",
                   "//a[1"}),
    WrongSuiteName());

TEST(Criteria, MayBeQueries) {
    const Loaded plain =
        load_text(criterion("context: $response.body, condition: $..a, type: jsonpath"));
    EXPECT_THAT(plain.diagnosis.errors, IsEmpty());
    EXPECT_THAT(plain.diagnosis.warnings, IsEmpty());
    const Loaded with_version = load_text(criterion(
        "context: $response.body, condition: $..a, type: {type: jsonpath, version: rfc9535}"));
    EXPECT_THAT(with_version.diagnosis.errors, IsEmpty());
    EXPECT_THAT(with_version.diagnosis.warnings, IsEmpty());
    const Step& step = with_version.suite->workflows.at(0).steps.at(0);
    EXPECT_EQ(step.success_criteria.at(0).criterion.text().type, CriterionType::kJsonPath);
}

class DoubtfulQuery : public testing::TestWithParam<WrongSuite> {};

TEST_P(DoubtfulQuery, IsAWarning) {
    const Loaded loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnosis.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnosis.warnings, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Lists,
    DoubtfulQuery,
    testing::Values(
        WrongSuite{
            "OfTheDraft",
            criterion("context: $response.body, condition: $..a, "
                      "type: {type: jsonpath, version: draft-goessner-dispatch-jsonpath-00}"),
            "9:93",
            "is read as one of RFC 9535",
            "rfc9535"},
        WrongSuite{"WithoutVersion",
                   criterion("context: $response.body, condition: $..a, type: {type: jsonpath}"),
                   "9:70",
                   "has no version",
                   "version: rfc9535"},
        WrongSuite{
            "WithAPatternThatFitsNothing",
            criterion("context: $response.body, condition: \"$..a[?match(@, '\\\\\\\\d')]\", "
                      "type: jsonpath"),
            "9:53",
            "in the query, column 16: ",
            "[0-9]"}),
    WrongSuiteName());

TEST(Criteria, MayBeReadAsRunnersThatWrapTheContextReadThem) {
    const auto load = [](std::string_view condition) {
        return load_text(criterion("context: $response.body, condition: '" +
                                   std::string(condition) + "', type: jsonpath"),
                         {.lenient_jsonpath = true});
    };
    const auto text_of = [](const Loaded& loaded) {
        return loaded.suite->workflows.at(0).steps.at(0).success_criteria.at(0).criterion.text();
    };
    const Loaded wrapped = load("$[?@.a]");
    EXPECT_THAT(
        wrapped.diagnosis.warnings,
        HasProblem(WrongSuite{"", "", "9:53", "$[?@.a] is tried on an array", "--lenient"}));
    EXPECT_TRUE(text_of(wrapped).retries_in_array);
    const Loaded plain = load("$..a[?@.b]");
    EXPECT_THAT(plain.diagnosis.warnings, IsEmpty());
    EXPECT_FALSE(text_of(plain).retries_in_array);
    EXPECT_FALSE(text_of(load_text(criterion(
                             "context: $response.body, condition: '$[?@.a]', type: jsonpath")))
                     .retries_in_array);
}

class QueryForOneRunner : public testing::TestWithParam<WrongSuite> {};

TEST_P(QueryForOneRunner, IsAdvisedAgainst) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnosis.warnings, IsEmpty());
    EXPECT_THAT(lint_text(GetParam().yaml).warnings, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Lists,
    QueryForOneRunner,
    testing::Values(
        WrongSuite{"FromTheRoot",
                   criterion("context: $response.body, condition: $.a, type: jsonpath"),
                   "9:53",
                   "other runners search $.a in an array around the context",
                   "begin the query with `$..NAME`"},
        WrongSuite{"OfEveryLevel",
                   criterion("context: $response.body, condition: '$..[?@.a]', type: jsonpath"),
                   "9:53",
                   "other runners search $..[?@.a] in an array",
                   ""},
        WrongSuite{"WithValues",
                   criterion("context: $response.body, condition: \"$..a[?@ == '{$method}']\", "
                             "type: jsonpath"),
                   "9:53",
                   "with quotes",
                   "a simple condition"}),
    WrongSuiteName());

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
