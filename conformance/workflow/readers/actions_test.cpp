#include "conformance/workflow/testing.hpp"

namespace plumbline::workflow {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::string on_failure(std::string_view action) {
    return suite_with_call("        onFailure: [" + std::string(action) + "]\n");
}

/// A workflow `v` after the one of on_failure, with an input `key`.
constexpr const char* kTakesKey =
    "  - workflowId: v\n"
    "    inputs: {type: object, required: [key], properties: {key: {type: string}}}\n"
    "    steps: [{stepId: s, operationId: listThings}]\n";

class UnplayableAction : public testing::TestWithParam<InvalidSuite> {};

TEST_P(UnplayableAction, IsAnErrorWithPositionAndFix) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Lists,
    UnplayableAction,
    testing::Values(
        InvalidSuite{"UnknownType",
                     on_failure("{name: a, type: retries}"),
                     "9:31",
                     "unknown type of action: retries",
                     "did you mean \"retry\"?"},
        InvalidSuite{"GoesNowhere",
                     on_failure("{name: a, type: goto}"),
                     "9:21",
                     "action a has no target",
                     "add `stepId:` or `workflowId:`"},
        InvalidSuite{"TwoTargets",
                     on_failure("{name: a, type: goto, stepId: s, workflowId: w}"),
                     "9:21",
                     "action a names both a stepId and a workflowId",
                     "keep one"},
        InvalidSuite{"UnknownStep",
                     on_failure("{name: a, type: goto, stepId: t}"),
                     "9:21",
                     "action a goes to the step t, which workflow w does not have",
                     "did you mean \"s\"?"},
        InvalidSuite{"UnknownWorkflow",
                     on_failure("{name: a, type: goto, workflowId: nowhere}"),
                     "9:21",
                     "action a goes to the workflow nowhere, which is not in this document",
                     "there is: w"},
        InvalidSuite{"SkipsWithoutAnEnd",
                     on_failure("{name: a, type: goto, stepId: s, x-ct-skip: why}"),
                     "9:54",
                     "action a does not end the workflow",
                     "write `type: end`"},
        InvalidSuite{"NegativePause",
                     on_failure("{name: a, type: retry, retryAfter: -1, retryLimit: 2}"),
                     "9:44",
                     "retryAfter is -1",
                     "seconds from 0"},
        InvalidSuite{"NegativeLimit",
                     on_failure("{name: a, type: retry, retryAfter: 1, retryLimit: -2}"),
                     "9:59",
                     "retryLimit is -2",
                     "a count from 0"},
        InvalidSuite{"UnknownComponent",
                     on_failure("{reference: $components.failureActions.a}"),
                     "9:22",
                     "there is no component $components.failureActions.a",
                     "there are none"}),
    InvalidSuiteName());

class DoubtfulAction : public testing::TestWithParam<InvalidSuite> {};

TEST_P(DoubtfulAction, IsAWarning) {
    const SuiteLoadResult loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Lists,
    DoubtfulAction,
    testing::Values(InvalidSuite{"RetryAfterSuccess",
                                 suite_with_call("        onSuccess: [{name: a, type: retry}]\n"),
                                 "9:31",
                                 "a success action cannot retry",
                                 "onFailure"},
                    InvalidSuite{"EndWithTarget",
                                 on_failure("{name: a, type: end, stepId: s}"),
                                 "9:21",
                                 "action a ends the workflow, but has a target",
                                 "type: goto"},
                    InvalidSuite{"LimitWithoutRetry",
                                 on_failure("{name: a, type: end, retryLimit: 3}"),
                                 "9:42",
                                 "action a does not retry",
                                 "type: retry"},
                    InvalidSuite{"TwoOfOneName",
                                 on_failure("{name: a, type: end}, {name: a, type: end}"),
                                 "9:43",
                                 "two actions named a in onFailure",
                                 "a different name"},
                    InvalidSuite{"BackToItsWorkflow",
                                 on_failure("{name: a, type: goto, workflowId: w}"),
                                 "7:9",
                                 "step s goes back to the beginning of its workflow without",
                                 "put an action that ends the workflow before a"},
                    InvalidSuite{"BackToItself",
                                 on_failure("{name: a, type: goto, stepId: s}"),
                                 "7:9",
                                 "step s goes back to itself without a condition (action a)",
                                 "type: end"}),
    InvalidSuiteName());

TEST(Actions, ThatLoopAfterAnUnconditionalEndAreNotReported) {
    const auto suite =
        load_playable(suite_with("    failureActions: [{name: again, type: goto, stepId: s}]\n"
                                 "    steps:\n"
                                 "      - {stepId: s, operationId: listThings,\n"
                                 "         onFailure: [{name: stop, type: end}]}\n"));
    EXPECT_THAT(suite->warnings, IsEmpty());
}

TEST(Actions, RetryTakesDecimalSecondsAndOneRetryByDefault) {
    const auto suite = load_playable(on_failure(
        "{name: a, type: retry, retryAfter: 0.05}, {name: b, type: retry, retryLimit: 0}"));
    const auto& actions = suite->workflows.at(0).steps.at(0).on_failure;
    ASSERT_THAT(actions, SizeIs(2));
    EXPECT_EQ(actions[0].type, ActionType::kRetry);
    EXPECT_EQ(actions[0].retry_after, milliseconds(50));
    EXPECT_EQ(actions[0].retry_limit, 1);
    EXPECT_EQ(actions[1].retry_after, milliseconds(0));
    EXPECT_EQ(actions[1].retry_limit, 0);
}

TEST(Actions, RetryMayRunAStepOrWorkflowFirst) {
    const auto suite =
        load_playable(on_failure("{name: a, type: retry, stepId: s, retryLimit: 1},"
                                 "{name: b, type: retry, workflowId: w, retryLimit: 1}"));
    const auto& actions = suite->workflows.at(0).steps.at(0).on_failure;
    EXPECT_EQ(actions.at(0).step, "s");
    EXPECT_EQ(actions.at(1).workflow, "w");
}

TEST(Actions, PassInputsToTheirTargetWorkflow) {
    const auto suite = load_playable(
        on_failure("{name: a, type: goto, workflowId: v, parameters: [{name: key, value: $url}]}") +
        kTakesKey);
    const Action& action = suite->workflows.at(0).steps.at(0).on_failure.at(0);
    ASSERT_THAT(action.parameters, SizeIs(1));
    EXPECT_EQ(action.parameters[0].name, "key");
    EXPECT_THAT(suite->warnings, IsEmpty());
}

TEST(Actions, WarnOfAnInputThatTheirWorkflowDoesNotDeclare) {
    const auto suite = load_playable(
        on_failure("{name: a, type: retry, retryLimit: 1, workflowId: v, parameters: [{name: key, "
                   "value: k}, {name: keys, value: 1}]}") +
        kTakesKey);
    EXPECT_THAT(suite->warnings,
                HasProblem(InvalidSuite{"",
                                        "",
                                        "9:110",
                                        "action a passes keys, but workflow v declares no such",
                                        "did you mean \"key\"?"}));
    EXPECT_THAT(suite->warnings, SizeIs(1));
}

TEST(Actions, MayPassOutputsOfEarlierStepsAndTheirOwn) {
    const auto loaded =
        load_text(on_failure("{name: a, type: goto, workflowId: v, parameters: [{name: key, value: "
                             "$steps.s.outputs.no}]}") +
                  kTakesKey);
    EXPECT_THAT(loaded.diagnostics.errors,
                HasProblem(InvalidSuite{
                    "", "", "9:71", "$steps.s.outputs.no: step s declares no such output", ""}));
}

TEST(Actions, KeepTheirCriteria) {
    const auto suite = load_playable(
        on_failure("{name: a, type: end, criteria: [{condition: $statusCode == 500}]}"));
    const Action& action = suite->workflows.at(0).steps.at(0).on_failure.at(0);
    ASSERT_THAT(action.criteria, SizeIs(1));
    EXPECT_EQ(action.criteria[0].text().condition, "$statusCode == 500");
}

std::vector<std::string> describe_actions(const std::vector<Action>& actions) {
    std::vector<std::string> texts;
    for (const Action& action : actions) texts.push_back(action.name + ':' + action.step);
    return texts;
}

constexpr std::string_view kInheriting =
    "    successActions: [{name: done, type: goto, stepId: b}]\n"
    "    failureActions:\n"
    "      - {name: x, type: goto, stepId: a}\n"
    "      - {reference: $components.failureActions.shared}\n"
    "    steps:\n"
    "      - stepId: a\n"
    "        operationId: listThings\n"
    "        onFailure:\n"
    "          - {name: own, type: goto, stepId: b, criteria: [{condition: $statusCode == 1}]}\n"
    "          - {name: x, type: goto, stepId: b}\n"
    "      - {stepId: b, operationId: listThings, onSuccess: [{name: done, type: end}]}\n"
    "components:\n"
    "  failureActions: {shared: {name: shared, type: goto, stepId: b}}\n";

TEST(Actions, OfTheStepAreFirstAndReplaceInheritedOnesWithTheirName) {
    const auto suite = load_playable(suite_with(kInheriting));
    const auto& steps = suite->workflows.at(0).steps;
    EXPECT_THAT(describe_actions(steps.at(0).on_failure), ElementsAre("own:b", "x:b", "shared:b"));
    EXPECT_THAT(describe_actions(steps.at(0).on_success), ElementsAre("done:b"));
    EXPECT_THAT(describe_actions(steps.at(1).on_failure), ElementsAre("x:a", "shared:b"));
    EXPECT_THAT(describe_actions(steps.at(1).on_success), ElementsAre("done:"));
}

TEST(Actions, ReportAnUnknownTargetOfAnInheritedOneOnce) {
    const SuiteLoadResult loaded =
        load_text(suite_with("    failureActions: [{name: a, type: goto, stepId: nowhere}]\n"
                             "    steps:\n"
                             "      - {stepId: a, operationId: listThings}\n"
                             "      - {stepId: b, operationId: listThings}\n"));
    EXPECT_THAT(loaded.diagnostics.errors, SizeIs(1));
}

}  // namespace
}  // namespace plumbline::workflow
