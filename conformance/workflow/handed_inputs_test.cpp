#include "conformance/workflow/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

/// A workflow `v` with such members of its inputs' schema.
std::string taking(const std::string& schema) {
    return "  - workflowId: v\n    inputs: {type: object, " + schema +
           "}\n    steps: [{stepId: s, operationId: listThings}]\n";
}

/// What lint refuses of a step that calls `v` with these parameters; they begin on line 9, column
/// 22.
std::vector<Error> refused(const std::string& parameters, const std::string& schema) {
    return lint_text(suite_with_step("        workflowId: v\n        parameters: [" + parameters +
                                     "]\n" + taking(schema)))
        .errors;
}

const std::string kText = "properties: {key: {type: string}}";
const std::string kTextAndNumber = "properties: {k: {type: string}, num: {type: integer}}";

TEST(HandedLiterals, OfAStepHaveToFit) {
    EXPECT_THAT(refused("{name: key, value: 5}", kText),
                HasProblem(WrongSuite{"",
                                      "",
                                      "9:22",
                                      "step s hands key to workflow v, which does not take it: ",
                                      "give a value as the workflow's `inputs` declare it"}));
    EXPECT_THAT(refused("{name: key, value: k}", kText), IsEmpty());
}

TEST(HandedLiterals, OfAnActionHaveToFit) {
    const auto found = lint_text(
        suite_with_call("        onFailure: [{name: go, type: goto, workflowId: v, parameters: "
                        "[{name: key, value: [k]}]}]\n" +
                        taking(kText)));
    EXPECT_THAT(found.errors,
                HasProblem(WrongSuite{"",
                                      "",
                                      "9:72",
                                      "action go hands key to workflow v, which does not take it: ",
                                      "give a value as the workflow's `inputs` declare it"}));
}

TEST(HandedLiterals, AreOnlyWarnedOfInARun) {
    const auto suite = playable(suite_with_step(
        "        workflowId: v\n        parameters: [{name: key, value: 5}]\n" + taking(kText)));
    EXPECT_THAT(suite->warnings, SizeIs(1));
}

TEST(HandedLiterals, AreJudgedByReferencesAndPartsToo) {
    const std::string schema =
        "allOf: [{properties: {num: {type: integer}}}, "
        "{properties: {m: {$ref: '#/components/inputs/few'}}}]";
    const std::string few = "components: {inputs: {few: {maximum: 3}}}\n";
    const auto errors = [&](const std::string& parameters) {
        return lint_text(suite_with_step("        workflowId: v\n        parameters: [" +
                                         parameters + "]\n" + taking(schema) + few))
            .errors;
    };
    EXPECT_THAT(errors("{name: num, value: 1}, {name: m, value: 3}"), IsEmpty());
    EXPECT_THAT(errors("{name: num, value: '1'}, {name: m, value: 4}"), SizeIs(2));
}

TEST(HandedLiterals, AreToldOnceHoweverMuchIsWrong) {
    EXPECT_THAT(refused("{name: num, value: {a: x, b: z}}",
                        "properties: {num: {additionalProperties: {type: integer}}}"),
                SizeIs(1));
}

TEST(HandedLiterals, AreLeftToTheRunWhereOthersCount) {
    EXPECT_THAT(
        refused("{name: num, value: 1}", kTextAndNumber + ", dependentRequired: {num: [k]}"),
        IsEmpty());
    EXPECT_THAT(refused("{name: num, value: 1}",
                        kTextAndNumber + ", if: {properties: {k: {const: a}}}, "
                                         "then: {properties: {num: {maximum: 0}}}"),
                IsEmpty());
}

TEST(HandedExpressions, AreLeftToTheRun) {
    EXPECT_THAT(refused("{name: num, value: $url}, {name: k, value: 'a {$url}'}", kTextAndNumber),
                IsEmpty());
}

TEST(HandedExpressions, AreToldOnceWhereTheyCannotBeRead) {
    EXPECT_THAT(refused("{name: k, value: $steps.}", kTextAndNumber), SizeIs(1));
}

}  // namespace
}  // namespace plumbline::workflow
