#include "conformance/workflow/testing.hpp"
#include "spec/base/row_name.hpp"

namespace plumbline::workflow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Returns a suite with two steps: `a` with the output `id`, then `b` with the given members (from
/// line 11 on).
std::string two_steps(std::string_view members, std::string_view more = "") {
    return suite_with(
        "    inputs: {type: object, properties: {key: {type: object}}}\n"
        "    steps:\n"
        "      - {stepId: a, operationId: listThings, outputs: {id: $response.body#/0}}\n"
        "      - stepId: b\n"
        "        operationId: listThings\n" +
        std::string(members) + std::string(more));
}

/// A second workflow, `v`.
const std::string kOther = "  - workflowId: v\n    steps: [{stepId: s, operationId: listThings}]\n";

class DanglingReference : public testing::TestWithParam<InvalidSuite> {};

TEST_P(DanglingReference, IsAnErrorWithPositionAndFix) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Suites,
    DanglingReference,
    testing::Values(
        InvalidSuite{"UnknownStep",
                     two_steps("        outputs: {x: $steps.aa.outputs.id}\n"),
                     "11:19",
                     "$steps.aa: workflow w has no such step",
                     "did you mean \"a\"?"},
        InvalidSuite{
            "UndeclaredOutput",
            two_steps("        successCriteria: [{condition: $steps.a.outputs.ids == 1}]\n"),
            "11:27",
            "$steps.a.outputs.ids: step a declares no such output",
            "did you mean \"id\"?"},
        InvalidSuite{"UnknownSource",
                     two_steps("        outputs: {x: $sourceDescriptions.apii.url}\n"),
                     "11:19",
                     "$sourceDescriptions.apii: there is no such source description",
                     "did you mean \"api\"?"},
        InvalidSuite{"UnknownWorkflow",
                     two_steps("        outputs: {x: $workflows.u.outputs.x}\n"),
                     "11:19",
                     "$workflows.u: there is no such workflow",
                     ""},
        InvalidSuite{"OutputOfAWorkflow",
                     two_steps("", "    outputs: {x: $steps.c.outputs.id}\n"),
                     "11:15",
                     "$steps.c: workflow w has no such step",
                     ""},
        InvalidSuite{"TwoStepsOfOneId",
                     two_steps("      - {stepId: a, operationId: listThings}\n"),
                     "11:9",
                     "there are two steps a",
                     "a different id"},
        InvalidSuite{"TwoWorkflowsOfOneId",
                     two_steps("", kOther + kOther),
                     "13:5",
                     "there are two workflows v",
                     "a different id"},
        InvalidSuite{"UnknownCall",
                     two_steps("      - {stepId: c, workflowId: u}\n", kOther),
                     "11:9",
                     "step c calls the workflow u, which is not in this document",
                     ""},
        InvalidSuite{"UnknownDependency",
                     two_steps("", "    dependsOn: [u]\n"),
                     "11:17",
                     "workflow w depends on the workflow u, which is not in this document",
                     ""},
        InvalidSuite{"DependsOnItself",
                     two_steps("", "    dependsOn: [w]\n"),
                     "11:17",
                     "workflow w depends on itself: w -> w",
                     "remove one of these links"},
        InvalidSuite{"DependsInACycle",
                     two_steps("",
                               "    dependsOn: [v]\n" + kOther + "    dependsOn: [u]\n" +
                                   "  - workflowId: u\n    dependsOn: [w]\n" +
                                   "    steps: [{stepId: s, operationId: listThings}]\n"),
                     "11:17",
                     "workflow w depends on itself: w -> v -> u -> w",
                     "remove one of these links"},
        InvalidSuite{"DependsOnAnotherDocument",
                     two_steps("", "    dependsOn: [$sourceDescriptions.x.w]\n"),
                     "11:17",
                     "there is no source description named x",
                     "there is: api"}),
    InvalidSuiteName());

class DoubtfulReference : public testing::TestWithParam<InvalidSuite> {};

TEST_P(DoubtfulReference, IsAWarning) {
    const SuiteLoadResult loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Suites,
    DoubtfulReference,
    testing::Values(
        InvalidSuite{
            "LaterStep",
            two_steps("        parameters: [{name: limit, in: query, value: $steps.c.outputs.id}]\n"
                      "      - {stepId: c, operationId: listThings, outputs: {id: $url}}\n"),
            "11:22",
            "$steps.c is read in step b, before it has run",
            "move the step after it"},
        InvalidSuite{"ItselfTooEarly",
                     two_steps("        successCriteria: [{condition: $steps.b.outputs.x == 1}]\n"
                               "        outputs: {x: $url}\n"),
                     "11:27",
                     "$steps.b is read in step b, before it has run",
                     ""},
        InvalidSuite{"UndeclaredInput",
                     two_steps("        outputs: {x: $inputs.keys}\n"),
                     "11:19",
                     "$inputs.keys: workflow w declares no such input",
                     "did you mean \"key\"?"},
        InvalidSuite{"WorkflowNotWaitedFor",
                     two_steps("        outputs: {x: $workflows.v.outputs.x}\n", kOther),
                     "11:19",
                     "$workflows.v is read, but workflow w does not wait for it",
                     "add `dependsOn: [v]`"},
        InvalidSuite{"IdWithDot",
                     two_steps("      - {stepId: c.d, operationId: listThings}\n"),
                     "11:9",
                     "no expression can refer to the step \"c.d\"",
                     "letters, digits"},
        InvalidSuite{"CallsItself",
                     two_steps("      - {stepId: c, workflowId: w}\n"),
                     "5:5",
                     "workflow w calls itself: w -> w",
                     ""}),
    InvalidSuiteName());

class ValidReference : public testing::TestWithParam<std::string> {};

TEST_P(ValidReference, HasNoProblem) {
    const SuiteLoadResult loaded = load_text(GetParam());
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Suites,
                         ValidReference,
                         testing::Values(two_steps("        outputs: {x: $steps.a.outputs.id}\n"),
                                         two_steps("        outputs: {x: $inputs.key.inner}\n"),
                                         two_steps("        outputs: {x: $url}\n"
                                                   "        onSuccess:\n"
                                                   "          - {name: done, type: end, criteria: "
                                                   "[{condition: $steps.b.outputs.x == 1}]}\n"),
                                         two_steps("        outputs: {x: $workflows.v.outputs.x}\n",
                                                   "    dependsOn: [v]\n" + kOther),
                                         two_steps("      - {stepId: c, workflowId: v}\n",
                                                   "    outputs: {x: $workflows.v.outputs.x}\n" +
                                                       kOther)),
                         RowName());

TEST(Workflows, HaveTheAreaOfTheirFirstOperation) {
    const auto suite = load_playable(
        two_steps("", "  - workflowId: v\n    steps: [{stepId: s, workflowId: w}]\n"));
    EXPECT_EQ(suite->workflows.at(0).area, "things");
    EXPECT_EQ(suite->workflows.at(1).area, "things") << "the called workflow decides";
    EXPECT_THAT(suite->workflows.at(0).needs, IsEmpty());
}

constexpr std::string_view kControlled = R"(arazzo: 1.1.0
info: {title: t, version: '1'}
sourceDescriptions:
  - {name: api, type: openapi, url: things.yaml}
  - {name: mock, type: openapi, url: mock_control.openapi.yaml}
workflows:
  - workflowId: direct
    steps:
      - {stepId: a, operationId: advanceClock}
      - {stepId: b, operationId: listThings}
  - workflowId: through
    steps: [{stepId: a, workflowId: direct}]
  - workflowId: without
    steps: [{stepId: a, operationId: listThings}]
)";

TEST(Workflows, NeedControlIfTheyOrCalledWorkflowsUseIt) {
    const auto suite = load_playable(kControlled);
    EXPECT_THAT(suite->find_workflow("direct")->needs, ElementsAre("control"));
    EXPECT_THAT(suite->find_workflow("through")->needs, ElementsAre("control"));
    EXPECT_THAT(suite->find_workflow("without")->needs, IsEmpty());
    EXPECT_EQ(suite->find_workflow("direct")->area, "things") << "control is not an area";
}

std::string called_with(std::string_view schema) {
    return suite_with(
        "    steps: [{stepId: s, workflowId: case}]\n"
        "  - workflowId: case\n"
        "    inputs: " +
        std::string(schema) + "\n    steps: [{stepId: s, operationId: listThings}]\n");
}

TEST(Workflows, AreCallableOnlyIfCalledAndNotFilledByARun) {
    struct Case {
        std::string_view schema;
        bool callable_only;
    };
    constexpr Case kCases[]{
        {"{required: [body], properties: {body: {}}}", true},
        {"{required: [body], properties: {body: {default: 1}}}", false},
        {"{required: [api_key, tenant_id, name, git_host, repo_url]}", false},
        {"{properties: {body: {}}}", false},
    };
    for (const Case& c : kCases) {
        const auto suite = load_playable(called_with(c.schema));
        EXPECT_EQ(suite->workflows.at(1).callable_only, c.callable_only) << c.schema;
        EXPECT_FALSE(suite->workflows.at(0).callable_only) << c.schema;
    }
}

TEST(Workflows, ThatAreNotCalledAreNotCallableOnly) {
    const auto suite =
        load_playable(suite_with("    inputs: {required: [body]}\n"
                                 "    steps: [{stepId: s, operationId: listThings}]\n"));
    EXPECT_FALSE(suite->workflows.at(0).callable_only);
}

struct AccessRow {
    const char* expression;
    const char* pointer;
};
void PrintTo(const AccessRow& row, std::ostream* out) {
    *out << row.expression;
}

class AccessToOutput : public testing::TestWithParam<AccessRow> {};

TEST_P(AccessToOutput, IsSuggestedAsAPointer) {
    const std::string text =
        two_steps(std::string("        outputs: {x: '") + GetParam().expression + "'}\n");
    const InvalidSuite advice{"", "", "11:19", "Arazzo does not define", GetParam().pointer};
    EXPECT_THAT(lint_text(text).warnings, HasProblem(advice));
    EXPECT_THAT(load_text(text).diagnostics.warnings, IsEmpty());
    EXPECT_THAT(load_text(text).diagnostics.errors, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Forms,
    AccessToOutput,
    testing::Values(AccessRow{"$steps.a.outputs.id[0].y", "write `$steps.a.outputs.id#/0/y`"},
                    AccessRow{"$steps.a.outputs.id.y", "write `$steps.a.outputs.id#/y`"},
                    AccessRow{"$steps.a.outputs.id[0][1]", "write `$steps.a.outputs.id#/0/1`"},
                    AccessRow{"$steps.a.outputs.id.y#/z/0", "write `$steps.a.outputs.id#/y/z/0`"},
                    AccessRow{"of {$steps.a.outputs.id[3]}", "write `$steps.a.outputs.id#/3`"}),
    RowName());

TEST(AccessToOutput, ByPointerOrWholeNameIsNotReported) {
    for (const char* expression : {"$steps.a.outputs.id", "$steps.a.outputs.id#/0/y.z"})
        EXPECT_THAT(
            lint_text(two_steps(std::string("        outputs: {x: '") + expression + "'}\n"))
                .warnings,
            IsEmpty());
}

}  // namespace
}  // namespace plumbline::workflow
