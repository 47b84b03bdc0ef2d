#include "conformance/workflow/testing.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class UnplayableQueryString : public testing::TestWithParam<WrongSuite> {};

TEST_P(UnplayableQueryString, IsAnErrorWithPlaceAndMend) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnosis.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Parameters,
    UnplayableQueryString,
    testing::Values(
        WrongSuite{"BesideAPart",
                   suite_with_call("        parameters:\n"
                                   "          - {name: limit, in: query, value: 1}\n"
                                   "          - {name: q, in: querystring, value: a=1}\n"),
                   "10:13",
                   "parameter limit (in: query) stands beside parameter q (in: querystring)",
                   "one `in: querystring`, or each part of it as `in: query`"},
        WrongSuite{"BesideAnInheritedPart",
                   suite_with("    parameters: [{name: limit, in: query, value: 1}]\n"
                              "    steps:\n"
                              "      - stepId: s\n"
                              "        operationId: listThings\n"
                              "        parameters: [{name: q, in: querystring, value: a=1}]\n"),
                   "10:22",
                   "parameter q (in: querystring) stands beside parameter limit (in: query)",
                   "in: query"},
        WrongSuite{"BesideAnother",
                   suite_with_call("        parameters:\n"
                                   "          - {name: q, in: querystring, value: a=1}\n"
                                   "          - {name: r, in: querystring, value: b=1}\n"),
                   "10:13",
                   "parameter q (in: querystring) stands beside parameter r (in: querystring)",
                   "one `in: querystring`"},
        WrongSuite{
            "OfAList",
            suite_with_call("        parameters: [{name: q, in: querystring, value: [a]}]\n"),
            "9:49",
            "a whole query cannot be of type array",
            "as object"},
        WrongSuite{"OfANumber",
                   suite_with_call("        parameters: [{name: q, in: querystring, value: 7}]\n"),
                   "9:49",
                   "a whole query cannot be of type integer",
                   "write it as text"}),
    WrongSuiteName());

class TakenQueryString : public testing::TestWithParam<const char*> {};

TEST_P(TakenQueryString, IsSilentInLintAndKeptInThePlan) {
    const std::string yaml = suite_with_call(
        "        parameters: [{name: q, in: querystring, value: " + std::string(GetParam()) +
        "}]\n");
    EXPECT_THAT(lint_text(yaml).errors, IsEmpty());
    EXPECT_THAT(lint_text(yaml).warnings, IsEmpty());
    const auto suite = playable(yaml);
    const Step& step = suite->workflows.at(0).steps.at(0);
    ASSERT_THAT(step.parameters, SizeIs(1));
    EXPECT_EQ(step.parameters[0].place, ParameterPlace::kQueryString);
}

INSTANTIATE_TEST_SUITE_P(Values,
                         TakenQueryString,
                         testing::Values("a=1", "'{limit: 1}'", "{limit: 1, of: [a, b]}", "null"));

TEST(QueryString, StandsForEveryRequiredQueryParameter) {
    const Loaded loaded =
        load_text(suite_with_step("        operationId: getThing\n"
                                  "        parameters:\n"
                                  "          - {name: thing_id, in: path, value: 1}\n"
                                  "          - {name: q, in: querystring, value: $inputs.q}\n"
                                  "    inputs: {type: object, properties: {q: {type: string}}}\n"));
    EXPECT_THAT(loaded.diagnosis.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnosis.warnings, IsEmpty());
}

TEST(QueryString, OfTheStepOverridesAnInheritedOneOfItsName) {
    const auto suite =
        playable(suite_with("    parameters: [{name: q, in: querystring, value: a=1}]\n"
                            "    steps:\n"
                            "      - stepId: s\n"
                            "        operationId: listThings\n"
                            "        parameters: [{name: q, in: querystring, value: a=2}]\n"
                            "      - {stepId: t, operationId: listThings}\n"));
    const auto& steps = suite->workflows.at(0).steps;
    ASSERT_THAT(steps.at(0).parameters, SizeIs(1));
    EXPECT_EQ(steps.at(0).parameters[0].value.evaluate({}), Json("a=2"));
    EXPECT_EQ(steps.at(1).parameters.at(0).value.evaluate({}), Json("a=1"));
}

}  // namespace
}  // namespace plumbline::workflow
