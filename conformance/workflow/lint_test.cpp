#include "conformance/workflow/lint.hpp"

#include "conformance/workflow/testing.hpp"
#include "spec/base/row_name.hpp"

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;

class Suggestion : public testing::TestWithParam<InvalidSuite> {};

TEST_P(Suggestion, IsReportedByLintButNotByARun) {
    const Diagnostics lint = lint_text(GetParam().yaml);
    EXPECT_THAT(lint.errors, IsEmpty());
    EXPECT_THAT(lint.warnings, HasProblem(GetParam()));
    const SuiteLoadResult loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, IsEmpty());
}

std::string condition(std::string_view text) {
    return suite_with_call("        successCriteria:\n          - condition: \"" +
                           std::string(text) + "\"\n");
}

INSTANTIATE_TEST_SUITE_P(
    Suites,
    Suggestion,
    testing::Values(
        InvalidSuite{"EqualityOfTexts",
                     condition("$response.body#/status == 'DEPLOYED'"),
                     "10:13",
                     "ignores case",
                     "'^TEXT$', type: regex"},
        InvalidSuite{"InequalityOfTexts",
                     condition("$response.body#/status != 'DEPLOYED'"),
                     "10:13",
                     "ignores case",
                     "type: regex"},
        InvalidSuite{"Dereference",
                     condition("$response.body.count == 1"),
                     "10:13",
                     "syntax that other runners do not support",
                     "$response.body#/a/0 == 1"},
        InvalidSuite{"Index", condition("$response.body#/a[0] == 1"), "10:13", "other runners", ""},
        InvalidSuite{"CriteriaOfACall",
                     suite_with_step("        workflowId: v\n"
                                     "        successCriteria: [{condition: $outputs.a == 1}]\n"
                                     "  - workflowId: v\n"
                                     "    steps: [{stepId: s, operationId: listThings}]\n"),
                     "9:9",
                     "do not evaluate the criteria of a step that calls",
                     "add the criteria to a step of that workflow"},
        InvalidSuite{"Negation", condition("!$response.body#/a"), "10:13", "other runners", ""},
        InvalidSuite{
            "Parentheses", condition("($statusCode == 200)"), "10:13", "other runners", ""},
        InvalidSuite{
            "EscapedQuote", condition("$response.body#/a < 'it''s'"), "10:13", "other runners", ""},
        InvalidSuite{
            "RetryWithoutLimit",
            suite_with_call("        onFailure: [{name: again, type: retry, retryAfter: 1}]\n"),
            "9:21",
            "action again retries without a limit",
            "there is one retry"},
        InvalidSuite{
            "FallThrough",
            suite_with(
                "    failureActions: [{name: stop, type: end}]\n"
                "    steps:\n"
                "      - stepId: s\n"
                "        operationId: listThings\n"
                "        onFailure:\n"
                "          - {name: a, type: end, criteria: [{condition: $statusCode == 1}]}\n"),
            "10:9",
            "onFailure can fall through to the actions of the workflow",
            "without criteria"},
        InvalidSuite{"ExtensionInsideInputs",
                     suite_with("    inputs: {type: object, properties: {a: {x-a: 1}}}\n"
                                "    steps: [{stepId: s, operationId: listThings}]\n"),
                     "6:45",
                     "x-a is inside inputs",
                     "remove it"},
        InvalidSuite{"ClaimThatNothingJudges",
                     suite_with_call("        x-ct-verifies: [CP-A]\n"
                                     "        successCriteria:\n"
                                     "          - condition: $statusCode == 200\n"
                                     "            x-ct-verifies: [CP-B]\n"),
                     "9:9",
                     "no criterion of the step verifies CP-A: each names its own",
                     "name them at the criterion"},
        InvalidSuite{
            "SourceWithoutType",
            "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\n"
            "sourceDescriptions: [{name: api, url: things.yaml}]\n"
            "workflows: [{workflowId: w, steps: [{stepId: s, operationId: listThings}]}]\n",
            "3:22",
            "source description api has no type",
            "type: openapi"}),
    InvalidSuiteName());

class Portable : public testing::TestWithParam<std::string> {};

TEST_P(Portable, HasNoSuggestion) {
    EXPECT_THAT(lint_text(condition(GetParam())).warnings, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Conditions,
                         Portable,
                         testing::Values("$statusCode == 200",
                                         "$response.body#/a != null",
                                         "$response.body#/a/0 >= 1 && $statusCode < 500",
                                         "$response.header.Allow > '(b)'"),
                         RowName());

Ledger ledger() {
    Ledger ledger;
    ledger.requirements.resize(3);
    ledger.requirements[0].id = "CP-CREATE-1";
    ledger.requirements[1].id = "CP-CREATE-2";
    ledger.requirements[2].id = "CP-TWO-SAYS";
    ledger.requirements[2].contradiction = {"45", "5"};
    return ledger;
}

TEST(Lint, AcceptsOnlyRequirementsOfTheLedger) {
    const std::string yaml = suite_with_call(
        "        x-ct-verifies: [CP-CREATE-1, CP-CRATE-1]\n"
        "        successCriteria:\n"
        "          - condition: $statusCode == 200\n"
        "            x-ct-verifies: [CP-CREATE-2, OTHER]\n");
    const auto document = parse_yaml(yaml, "test.arazzo.yaml");
    ASSERT_THAT(document, IsOk());
    const Ledger rows = ledger();
    const Diagnostics lint = lint_diagnostics(lint_suite(*document, test_source, &rows));
    EXPECT_THAT(lint.errors, testing::SizeIs(2));
    EXPECT_THAT(lint.errors,
                HasProblem(InvalidSuite{"",
                                        "",
                                        "9:38",
                                        "the ledger has no requirement CP-CRATE-1",
                                        "did you mean \"CP-CREATE-1\"?"}));
    EXPECT_THAT(
        lint.errors,
        HasProblem(InvalidSuite{"", "", "12:42", "the ledger has no requirement OTHER", ""}));
    EXPECT_THAT(lint_diagnostics(lint_suite(*document, test_source)).errors, IsEmpty());
}

/// Returns the lint errors of a step that observes a value of this requirement.
std::vector<Error> observation_errors(const std::string& requirement) {
    const auto document = parse_yaml(suite_with_call("        x-ct-observe:\n"
                                                     "          - {question: " +
                                                     requirement + ", value: $response.body#/n}\n"),
                                     "test.arazzo.yaml");
    EXPECT_THAT(document, IsOk());
    const Ledger rows = ledger();
    return lint_diagnostics(lint_suite(*document, test_source, &rows)).errors;
}

TEST(Lint, AcceptsOnlyContradictionsOfTheLedger) {
    EXPECT_THAT(observation_errors("CP-TWO-SAYS"), IsEmpty());
    EXPECT_THAT(observation_errors("CP-CREATE-1"),
                HasProblem(InvalidSuite{"",
                                        "",
                                        "10:14",
                                        "the ledger has no contradiction for CP-CREATE-1",
                                        "contradiction: {values: [...]}"}));
    EXPECT_THAT(
        observation_errors("CP-TWO-SAY"),
        HasProblem(InvalidSuite{
            "", "", "10:14", "no requirement CP-TWO-SAY", "did you mean \"CP-TWO-SAYS\"?"}));
}

TEST(Lint, AcceptsARequirementThatOneCriterionVerifies) {
    const Diagnostics lint =
        lint_text(suite_with_call("        x-ct-verifies: [CP-A]\n"
                                  "        successCriteria:\n"
                                  "          - condition: $statusCode == 200\n"
                                  "            x-ct-verifies: [CP-B]\n"
                                  "          - condition: $response.body#/a == 1\n"));
    EXPECT_THAT(lint.warnings, IsEmpty());
}

TEST(Lint, ReportsErrorsOfARunToo) {
    EXPECT_THAT(lint_text("arazzo: 3.0.0\n").errors,
                HasProblem(InvalidSuite{"", "", "1:1", "Arazzo 3.0.0 is not supported", ""}));
}

/// A suite that a run accepts although it can never behave as intended.
class NeverUseful : public testing::TestWithParam<InvalidSuite> {};

TEST_P(NeverUseful, IsAnErrorInLintAndAWarningInARun) {
    EXPECT_THAT(lint_text(GetParam().yaml).errors, HasProblem(GetParam()));
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.warnings, HasProblem(GetParam()));
}

const std::string kWantsKey =
    "  - workflowId: v\n"
    "    inputs: {type: object, required: [key], properties: {key: {type: string}}}\n"
    "    steps: [{stepId: s, operationId: listThings}]\n";

/// Returns a suite with a step that reads the input `keys` of a workflow with these inputs.
std::string reading_keys(const std::string& inputs) {
    return suite_with("    inputs: " + inputs +
                      "\n"
                      "    steps: [{stepId: s, operationId: listThings, "
                      "outputs: {x: $inputs.keys}}]\n");
}

INSTANTIATE_TEST_SUITE_P(
    Suites,
    NeverUseful,
    testing::Values(
        InvalidSuite{"UndeclaredInput",
                     reading_keys("{type: object, properties: {key: {type: string}}}"),
                     "7:60",
                     "$inputs.keys: workflow w declares no such input",
                     "did you mean \"key\"?"},
        InvalidSuite{
            "ActionWithoutInputs",
            suite_with_call("        onSuccess: [{name: next, type: goto, workflowId: v}]\n" +
                            kWantsKey),
            "9:21",
            "action next goes to the workflow v, but does not pass the required input key",
            "add it to `parameters:`"},
        InvalidSuite{"StepWithoutInputs",
                     suite_with_step("        workflowId: v\n" + kWantsKey),
                     "7:9",
                     "step s calls the workflow v, but does not pass the required input key",
                     "add it to `parameters:`"},
        InvalidSuite{"ActionWithAPlace",
                     suite_with_call(
                         "        onSuccess: [{name: next, type: goto, workflowId: v, parameters: "
                         "[{name: key, in: query, value: k}]}]\n" +
                         kWantsKey),
                     "9:74",
                     "parameter key of action next is an input of a workflow and cannot have `in:`",
                     "remove `in:`"},
        InvalidSuite{
            "ActionWithInputsForAStep",
            suite_with_call("        onFailure: [{name: again, type: retry, retryLimit: 1, "
                            "stepId: s, parameters: [{name: key, value: k}]}]\n"),
            "9:74",
            "action again passes inputs, but has no workflow as its target",
            "add `workflowId:`"}),
    InvalidSuiteName());

TEST(Lint, DoesNotRejectUndeclaredInputsIfTheInputsAreOpen) {
    for (const char* inputs : {"{type: object, additionalProperties: true}",
                               "{type: object, patternProperties: {'^k': {type: string}}}",
                               "{type: object, oneOf: [{properties: {keys: {}}}]}"}) {
        EXPECT_THAT(lint_text(reading_keys(inputs)).errors, IsEmpty()) << inputs;
    }
    EXPECT_THAT(lint_text(reading_keys("{type: object, additionalProperties: false}")).errors,
                testing::SizeIs(1));
}

}  // namespace
}  // namespace plumbline::workflow
