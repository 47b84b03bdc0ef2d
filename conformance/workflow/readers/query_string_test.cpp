#include "conformance/workflow/testing.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class UnplayableQueryString : public testing::TestWithParam<InvalidSuite> {};

TEST_P(UnplayableQueryString, IsAnErrorWithPositionAndFix) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Parameters,
    UnplayableQueryString,
    testing::Values(
        InvalidSuite{"BesideAPart",
                     suite_with_call("        parameters:\n"
                                     "          - {name: limit, in: query, value: 1}\n"
                                     "          - {name: q, in: querystring, value: a=1}\n"),
                     "10:13",
                     "parameter limit (in: query) conflicts with parameter q (in: querystring)",
                     "one `in: querystring`, or each part of it as `in: query`"},
        InvalidSuite{"BesideAnInheritedPart",
                     suite_with("    parameters: [{name: limit, in: query, value: 1}]\n"
                                "    steps:\n"
                                "      - stepId: s\n"
                                "        operationId: listThings\n"
                                "        parameters: [{name: q, in: querystring, value: a=1}]\n"),
                     "10:22",
                     "parameter q (in: querystring) conflicts with parameter limit (in: query)",
                     "in: query"},
        InvalidSuite{"BesideAnother",
                     suite_with_call("        parameters:\n"
                                     "          - {name: q, in: querystring, value: a=1}\n"
                                     "          - {name: r, in: querystring, value: b=1}\n"),
                     "10:13",
                     "parameter q (in: querystring) conflicts with parameter r (in: querystring)",
                     "one `in: querystring`"},
        InvalidSuite{
            "OfAList",
            suite_with_call("        parameters: [{name: q, in: querystring, value: [a]}]\n"),
            "9:49",
            "a whole query cannot be of type array",
            "as an object"},
        InvalidSuite{
            "OfANumber",
            suite_with_call("        parameters: [{name: q, in: querystring, value: 7}]\n"),
            "9:49",
            "a whole query cannot be of type integer",
            "write it as a string"}),
    InvalidSuiteName());

class ValidQueryString : public testing::TestWithParam<const char*> {};

TEST_P(ValidQueryString, HasNoProblemAndIsKeptInTheSuite) {
    const std::string yaml = suite_with_call(
        "        parameters: [{name: q, in: querystring, value: " + std::string(GetParam()) +
        "}]\n");
    EXPECT_THAT(lint_text(yaml).errors, IsEmpty());
    EXPECT_THAT(lint_text(yaml).warnings, IsEmpty());
    const auto suite = load_playable(yaml);
    const Step& step = suite->workflows.at(0).steps.at(0);
    ASSERT_THAT(step.parameters, SizeIs(1));
    EXPECT_EQ(step.parameters[0].location, ParameterLocation::kQueryString);
}

INSTANTIATE_TEST_SUITE_P(Values,
                         ValidQueryString,
                         testing::Values("a=1", "'{limit: 1}'", "{limit: 1, of: [a, b]}", "null"));

TEST(QueryString, ReplacesEveryRequiredQueryParameter) {
    const SuiteLoadResult loaded =
        load_text(suite_with_step("        operationId: getThing\n"
                                  "        parameters:\n"
                                  "          - {name: thing_id, in: path, value: 1}\n"
                                  "          - {name: q, in: querystring, value: $inputs.q}\n"
                                  "    inputs: {type: object, properties: {q: {type: string}}}\n"));
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, IsEmpty());
}

TEST(QueryString, OfTheStepOverridesAnInheritedOneWithItsName) {
    const auto suite =
        load_playable(suite_with("    parameters: [{name: q, in: querystring, value: a=1}]\n"
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
