#include "conformance/workflow/testing.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::workflow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class UnplayableParameter : public testing::TestWithParam<InvalidSuite> {};

TEST_P(UnplayableParameter, IsAnErrorWithPositionAndFix) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Lists,
    UnplayableParameter,
    testing::Values(
        InvalidSuite{"MissingPathParameter",
                     suite_with_step("        operationId: deleteThing\n"),
                     "7:9",
                     "step s has no value for {thing_id} of /things/{thing_id}",
                     "{name: thing_id, in: path, value: ...}"},
        InvalidSuite{"UnknownPlace",
                     suite_with_call("        parameters: [{name: limit, in: qery, value: 1}]\n"),
                     "9:36",
                     "parameter limit cannot be in qery",
                     "did you mean \"query\"?"},
        InvalidSuite{"InBody",
                     suite_with_call("        parameters: [{name: limit, in: body, value: 1}]\n"),
                     "9:36",
                     "parameter limit cannot be in body",
                     "write a requestBody"},
        InvalidSuite{"NoPlace",
                     suite_with_call("        parameters: [{name: limit, value: 1}]\n"),
                     "9:22",
                     "parameter limit of step s has no location",
                     "add `in:`"},
        InvalidSuite{"NoValue",
                     suite_with_call("        parameters: [{name: limit, in: query}]\n"),
                     "9:22",
                     "parameter has no value",
                     "add `value:`"},
        InvalidSuite{"Twice",
                     suite_with_call("        parameters:\n"
                                     "          - {name: Trace-Id, in: header, value: a}\n"
                                     "          - {name: trace-id, in: header, value: b}\n"),
                     "11:13",
                     "parameter trace-id is given twice",
                     "keep one"},
        InvalidSuite{"BadExpression",
                     suite_with_call(
                         "        parameters: [{name: limit, in: query, value: $respons.body}]\n"),
                     "9:47",
                     "$respons",
                     ""},
        InvalidSuite{
            "UnknownComponent",
            suite_with_call("        parameters: [{reference: $components.parameters.lmit}]\n"
                            "components:\n"
                            "  parameters: {limit: {name: limit, in: query, value: 1}}\n"),
            "9:23",
            "there is no component $components.parameters.lmit",
            "did you mean \"limit\"?"},
        InvalidSuite{
            "ComponentOfAnotherSection",
            suite_with_call("        parameters: [{reference: $components.inputs.limit}]\n"),
            "9:23",
            "$components.inputs.limit is not a reference to components.parameters",
            "reference: $components.parameters.NAME"}),
    InvalidSuiteName());

class DoubtfulParameter : public testing::TestWithParam<InvalidSuite> {};

TEST_P(DoubtfulParameter, IsAWarning) {
    const SuiteLoadResult loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Lists,
    DoubtfulParameter,
    testing::Values(
        InvalidSuite{"UnknownName",
                     suite_with_call("        parameters: [{name: limt, in: query, value: 1}]\n"),
                     "9:22",
                     "operation listThings declares no query parameter limt",
                     "did you mean \"limit\"?"},
        InvalidSuite{"UnknownHole",
                     suite_with_call("        parameters: [{name: id, in: path, value: 1}]\n"),
                     "9:22",
                     "operation listThings declares no path parameter id",
                     ""},
        InvalidSuite{
            "RequiredLeftOut",
            suite_with_step("        operationId: getThing\n"
                            "        parameters: [{name: thing_id, in: path, value: 1}]\n"),
            "7:9",
            "step s omits the required query parameter view",
            ""},
        InvalidSuite{"PlaceForAnInput",
                     suite_with("    steps:\n"
                                "      - stepId: s\n"
                                "        workflowId: other\n"
                                "        parameters: [{name: a, in: query, value: 1}]\n"
                                "  - workflowId: other\n"
                                "    steps: [{stepId: s, operationId: listThings}]\n"),
                     "9:22",
                     "parameter a of step s is an input of a workflow",
                     "remove `in:`"}),
    InvalidSuiteName());

TEST(Parameters, MayBeCredentialsOfSecuritySchemes) {
    const SuiteLoadResult loaded =
        load_text(suite_with_call("        parameters:\n"
                                  "          - {name: x-key, in: header, value: a}\n"
                                  "          - {name: Authorization, in: header, value: b}\n"));
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, IsEmpty());
}

std::vector<std::string> named_values(const Step& step) {
    std::vector<std::string> texts;
    for (const ParameterValue& parameter : step.parameters) {
        const auto value = parameter.value.evaluate({});
        texts.push_back(parameter.name + '=' +
                        (value ? plain_text(*value) : to_text(value.error())));
    }
    return texts;
}

TEST(Parameters, OfTheStepOverrideInheritedOnesWithTheSameNameAndLocation) {
    const auto suite =
        load_playable(suite_with("    parameters:\n"
                                 "      - {name: limit, in: query, value: 1}\n"
                                 "      - {name: Trace-Id, in: header, value: all}\n"
                                 "      - {name: thing_id, in: path, value: x}\n"
                                 "      - {name: limit, in: header, value: other}\n"
                                 "    steps:\n"
                                 "      - stepId: s\n"
                                 "        operationId: listThings\n"
                                 "        parameters:\n"
                                 "          - {name: trace-id, in: header, value: own}\n"
                                 "          - {name: limit, in: query, value: 2}\n"));
    EXPECT_THAT(named_values(suite->workflows.at(0).steps.at(0)),
                ElementsAre("trace-id=own", "limit=2", "limit=other"));
}

TEST(Parameters, InheritedOnesFillPathParameters) {
    const auto suite =
        load_playable(suite_with("    parameters: [{name: thing_id, in: path, value: x}]\n"
                                 "    steps: [{stepId: s, operationId: deleteThing}]\n"));
    EXPECT_THAT(named_values(suite->workflows.at(0).steps.at(0)), ElementsAre("thing_id=x"));
}

TEST(Parameters, ReusableOnesCanOverrideTheValue) {
    const auto suite = load_playable(
        suite_with_call("        parameters:\n"
                        "          - {reference: $components.parameters.limit, value: 7}\n"
                        "          - {reference: $components.parameters.trace}\n"
                        "components:\n"
                        "  parameters:\n"
                        "    limit: {name: limit, in: query, value: 1}\n"
                        "    trace: {name: Trace-Id, in: header, value: t}\n"));
    EXPECT_THAT(named_values(suite->workflows.at(0).steps.at(0)),
                ElementsAre("limit=7", "Trace-Id=t"));
}

TEST(Parameters, OfACalledWorkflowAreThoseWithoutALocation) {
    const auto suite =
        load_playable(suite_with("    parameters:\n"
                                 "      - {name: limit, in: query, value: 1}\n"
                                 "      - {name: a, value: inherited}\n"
                                 "      - {name: b, value: inherited}\n"
                                 "    steps:\n"
                                 "      - stepId: call\n"
                                 "        workflowId: other\n"
                                 "        parameters: [{name: b, value: own}]\n"
                                 "      - {stepId: list, operationId: listThings}\n"
                                 "  - workflowId: other\n"
                                 "    steps: [{stepId: s, operationId: listThings}]\n"));
    const auto& steps = suite->workflows.at(0).steps;
    EXPECT_THAT(named_values(steps.at(0)), ElementsAre("b=own", "a=inherited"));
    EXPECT_THAT(named_values(steps.at(1)), ElementsAre("limit=1"));
}

TEST(Parameters, ReportAProblemOfASharedComponentOnce) {
    const SuiteLoadResult loaded = load_text(
        suite_with("    parameters: [{reference: $components.parameters.p}]\n"
                   "    steps:\n"
                   "      - {stepId: a, operationId: listThings}\n"
                   "      - {stepId: b, operationId: listThings,\n"
                   "         parameters: [{reference: $components.parameters.p}]}\n"
                   "components: {parameters: {p: {name: limit, in: cookies, value: 1}}}\n"));
    EXPECT_THAT(loaded.diagnostics.errors, testing::SizeIs(1));
}

TEST(HeaderParameters, ThatOpenApiDescribesElsewhereNeedNoDeclaration) {
    const auto warnings_of = [](const std::string& name) {
        return load_text(suite_with_call("        parameters: [{name: " + name +
                                         ", in: header, value: a}]\n"))
            .diagnostics.warnings;
    };
    for (const char* name : {"accept", "Authorization", "Content-Type"})
        EXPECT_THAT(warnings_of(name), IsEmpty()) << name;
    EXPECT_THAT(warnings_of("X-Accept"), testing::SizeIs(1));
}

}  // namespace
}  // namespace plumbline::workflow
