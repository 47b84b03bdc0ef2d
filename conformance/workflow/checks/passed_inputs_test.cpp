#include "conformance/workflow/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

/// Returns a workflow `v` with these members in the schema of its inputs.
std::string workflow_with_inputs(const std::string& schema) {
    return "  - workflowId: v\n    inputs: {type: object, " + schema +
           "}\n    steps: [{stepId: s, operationId: listThings}]\n";
}

/// Returns the lint errors of a step that calls `v` with these parameters; they begin on line 9,
/// column 22.
std::vector<Error> lint_errors(const std::string& parameters, const std::string& schema) {
    return lint_text(suite_with_step("        workflowId: v\n        parameters: [" + parameters +
                                     "]\n" + workflow_with_inputs(schema)))
        .errors;
}

const std::string kText = "properties: {key: {type: string}}";
const std::string kTextAndNumber = "properties: {k: {type: string}, num: {type: integer}}";

TEST(PassedLiterals, OfAStepMustFit) {
    EXPECT_THAT(
        lint_errors("{name: key, value: 5}", kText),
        HasProblem(InvalidSuite{"",
                                "",
                                "9:22",
                                "step s passes key to workflow v, which does not accept it: ",
                                "give a value that fits the workflow's `inputs`"}));
    EXPECT_THAT(lint_errors("{name: key, value: k}", kText), IsEmpty());
}

TEST(PassedLiterals, OfAnActionMustFit) {
    const auto found = lint_text(
        suite_with_call("        onFailure: [{name: go, type: goto, workflowId: v, parameters: "
                        "[{name: key, value: [k]}]}]\n" +
                        workflow_with_inputs(kText)));
    EXPECT_THAT(
        found.errors,
        HasProblem(InvalidSuite{"",
                                "",
                                "9:72",
                                "action go passes key to workflow v, which does not accept it: ",
                                "give a value that fits the workflow's `inputs`"}));
}

TEST(PassedLiterals, AreWarningsInARun) {
    const auto suite = load_playable(
        suite_with_step("        workflowId: v\n        parameters: [{name: key, value: 5}]\n" +
                        workflow_with_inputs(kText)));
    EXPECT_THAT(suite->warnings, SizeIs(1));
}

TEST(PassedLiterals, AreValidatedThroughReferencesAndAllOf) {
    const std::string schema =
        "allOf: [{properties: {num: {type: integer}}}, "
        "{properties: {m: {$ref: '#/components/inputs/few'}}}]";
    const std::string few = "components: {inputs: {few: {maximum: 3}}}\n";
    const auto errors = [&](const std::string& parameters) {
        return lint_text(suite_with_step("        workflowId: v\n        parameters: [" +
                                         parameters + "]\n" + workflow_with_inputs(schema) + few))
            .errors;
    };
    EXPECT_THAT(errors("{name: num, value: 1}, {name: m, value: 3}"), IsEmpty());
    EXPECT_THAT(errors("{name: num, value: '1'}, {name: m, value: 4}"), SizeIs(2));
}

TEST(PassedLiterals, AreReportedOnceForSeveralViolations) {
    EXPECT_THAT(lint_errors("{name: num, value: {a: x, b: z}}",
                            "properties: {num: {additionalProperties: {type: integer}}}"),
                SizeIs(1));
}

TEST(PassedLiterals, AreLeftToTheRunIfTheyDependOnOtherInputs) {
    EXPECT_THAT(
        lint_errors("{name: num, value: 1}", kTextAndNumber + ", dependentRequired: {num: [k]}"),
        IsEmpty());
    EXPECT_THAT(lint_errors("{name: num, value: 1}",
                            kTextAndNumber + ", if: {properties: {k: {const: a}}}, "
                                             "then: {properties: {num: {maximum: 0}}}"),
                IsEmpty());
}

TEST(PassedExpressions, AreLeftToTheRun) {
    EXPECT_THAT(
        lint_errors("{name: num, value: $url}, {name: k, value: 'a {$url}'}", kTextAndNumber),
        IsEmpty());
}

TEST(PassedExpressions, AreReportedOnceIfInvalid) {
    EXPECT_THAT(lint_errors("{name: k, value: $steps.}", kTextAndNumber), SizeIs(1));
}

}  // namespace
}  // namespace plumbline::workflow
