#include "conformance/workflow/lint.hpp"

#include "conformance/workflow/testing.hpp"
#include "spec/base/row_name.hpp"

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;

class Advice : public testing::TestWithParam<WrongSuite> {};

TEST_P(Advice, IsAWarningInLintAndSilentInARun) {
    const Diagnosis lint = lint_text(GetParam().yaml);
    EXPECT_THAT(lint.errors, IsEmpty());
    EXPECT_THAT(lint.warnings, HasProblem(GetParam()));
    const Loaded loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnosis.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnosis.warnings, IsEmpty());
}

std::string condition(std::string_view text) {
    return suite_with_call("        successCriteria:\n          - condition: \"" +
                           std::string(text) + "\"\n");
}

INSTANTIATE_TEST_SUITE_P(
    Suites,
    Advice,
    testing::Values(
        WrongSuite{"EqualityOfTexts",
                   condition("$response.body#/status == 'DEPLOYED'"),
                   "10:13",
                   "ignores case",
                   "'^TEXT$', type: regex"},
        WrongSuite{"InequalityOfTexts",
                   condition("$response.body#/status != 'DEPLOYED'"),
                   "10:13",
                   "ignores case",
                   "type: regex"},
        WrongSuite{"Dereference",
                   condition("$response.body.count == 1"),
                   "10:13",
                   "what other runners do not read",
                   "$response.body#/a/0 == 1"},
        WrongSuite{"Index", condition("$response.body#/a[0] == 1"), "10:13", "other runners", ""},
        WrongSuite{"CriteriaOfACall",
                   suite_with_step("        workflowId: v\n"
                                   "        successCriteria: [{condition: $outputs.a == 1}]\n"
                                   "  - workflowId: v\n"
                                   "    steps: [{stepId: s, operationId: listThings}]\n"),
                   "9:9",
                   "do not judge the criteria of a step that calls",
                   "judge in a step of that workflow"},
        WrongSuite{"Negation", condition("!$response.body#/a"), "10:13", "other runners", ""},
        WrongSuite{"Parentheses", condition("($statusCode == 200)"), "10:13", "other runners", ""},
        WrongSuite{
            "EscapedQuote", condition("$response.body#/a < 'it''s'"), "10:13", "other runners", ""},
        WrongSuite{
            "RetryWithoutLimit",
            suite_with_call("        onFailure: [{name: again, type: retry, retryAfter: 1}]\n"),
            "9:21",
            "action again retries without a limit of its own",
            "there is one retry"},
        WrongSuite{
            "FallThrough",
            suite_with(
                "    failureActions: [{name: stop, type: end}]\n"
                "    steps:\n"
                "      - stepId: s\n"
                "        operationId: listThings\n"
                "        onFailure:\n"
                "          - {name: a, type: end, criteria: [{condition: $statusCode == 1}]}\n"),
            "10:9",
            "onFailure can fall through to the workflow's actions",
            "without criteria"},
        WrongSuite{"ExtensionInsideInputs",
                   suite_with("    inputs: {type: object, properties: {a: {x-a: 1}}}\n"
                              "    steps: [{stepId: s, operationId: listThings}]\n"),
                   "6:45",
                   "x-a stands inside inputs",
                   "leave it out"},
        WrongSuite{"ClaimThatNothingJudges",
                   suite_with_call("        x-ct-verifies: [CP-A]\n"
                                   "        successCriteria:\n"
                                   "          - condition: $statusCode == 200\n"
                                   "            x-ct-verifies: [CP-B]\n"),
                   "9:9",
                   "no criterion counts for the step's requirements",
                   "name them at the criterion"},
        WrongSuite{"SourceWithoutType",
                   "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\n"
                   "sourceDescriptions: [{name: api, url: things.yaml}]\n"
                   "workflows: [{workflowId: w, steps: [{stepId: s, operationId: listThings}]}]\n",
                   "3:22",
                   "source description api has no type",
                   "type: openapi"}),
    WrongSuiteName());

class Portable : public testing::TestWithParam<std::string> {};

TEST_P(Portable, RaisesNoAdvice) {
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

TEST(Lint, KnowsTheRequirementsOfTheLedger) {
    const std::string yaml = suite_with_call(
        "        x-ct-verifies: [CP-CREATE-1, CP-CRATE-1]\n"
        "        successCriteria:\n"
        "          - condition: $statusCode == 200\n"
        "            x-ct-verifies: [CP-CREATE-2, OTHER]\n");
    const auto document = parse_yaml(yaml, "test.arazzo.yaml");
    ASSERT_THAT(document, IsOk());
    const Ledger rows = ledger();
    const Diagnosis lint = diagnosis_of(lint_suite(*document, test_source, &rows));
    EXPECT_THAT(lint.errors, testing::SizeIs(2));
    EXPECT_THAT(lint.errors,
                HasProblem(WrongSuite{"",
                                      "",
                                      "9:38",
                                      "the ledger has no requirement CP-CRATE-1",
                                      "did you mean \"CP-CREATE-1\"?"}));
    EXPECT_THAT(lint.errors,
                HasProblem(WrongSuite{"", "", "12:42", "the ledger has no requirement OTHER", ""}));
    EXPECT_THAT(diagnosis_of(lint_suite(*document, test_source)).errors, IsEmpty());
}

/// What lint says of a step that tells a value of this requirement.
std::vector<Error> errors_of_telling(const std::string& requirement) {
    const auto document = parse_yaml(suite_with_call("        x-ct-observe:\n"
                                                     "          - {question: " +
                                                     requirement + ", value: $response.body#/n}\n"),
                                     "test.arazzo.yaml");
    EXPECT_THAT(document, IsOk());
    const Ledger rows = ledger();
    return diagnosis_of(lint_suite(*document, test_source, &rows)).errors;
}

TEST(Lint, KnowsWhatTheDescriptionContradictsItselfIn) {
    EXPECT_THAT(errors_of_telling("CP-TWO-SAYS"), IsEmpty());
    EXPECT_THAT(errors_of_telling("CP-CREATE-1"),
                HasProblem(WrongSuite{"",
                                      "",
                                      "10:14",
                                      "the ledger knows no contradiction in CP-CREATE-1",
                                      "contradiction: {values: [...]}"}));
    EXPECT_THAT(
        errors_of_telling("CP-TWO-SAY"),
        HasProblem(WrongSuite{
            "", "", "10:14", "no requirement CP-TWO-SAY", "did you mean \"CP-TWO-SAYS\"?"}));
}

TEST(Lint, AcceptsAClaimThatOneCriterionCountsFor) {
    const Diagnosis lint =
        lint_text(suite_with_call("        x-ct-verifies: [CP-A]\n"
                                  "        successCriteria:\n"
                                  "          - condition: $statusCode == 200\n"
                                  "            x-ct-verifies: [CP-B]\n"
                                  "          - condition: $response.body#/a == 1\n"));
    EXPECT_THAT(lint.warnings, IsEmpty());
}

TEST(Lint, SaysWhatCannotBePlayedAsWell) {
    EXPECT_THAT(lint_text("arazzo: 3.0.0\n").errors,
                HasProblem(WrongSuite{"", "", "1:1", "Arazzo 3.0.0 is not supported", ""}));
}

/// What a run tolerates, though it can never play it as it is meant.
class NeverPlayed : public testing::TestWithParam<WrongSuite> {};

TEST_P(NeverPlayed, IsAnErrorInLintAndAWarningInARun) {
    EXPECT_THAT(lint_text(GetParam().yaml).errors, HasProblem(GetParam()));
    EXPECT_THAT(load_text(GetParam().yaml).diagnosis.warnings, HasProblem(GetParam()));
}

const std::string kWantsKey =
    "  - workflowId: v\n"
    "    inputs: {type: object, required: [key], properties: {key: {type: string}}}\n"
    "    steps: [{stepId: s, operationId: listThings}]\n";

/// A step that reads the input `keys` of a workflow with these inputs.
std::string reading_keys(const std::string& inputs) {
    return suite_with("    inputs: " + inputs +
                      "\n"
                      "    steps: [{stepId: s, operationId: listThings, "
                      "outputs: {x: $inputs.keys}}]\n");
}

INSTANTIATE_TEST_SUITE_P(
    Suites,
    NeverPlayed,
    testing::Values(
        WrongSuite{"UndeclaredInput",
                   reading_keys("{type: object, properties: {key: {type: string}}}"),
                   "7:60",
                   "$inputs.keys: workflow w declares no such input",
                   "did you mean \"key\"?"},
        WrongSuite{
            "ActionWithoutInputs",
            suite_with_call("        onSuccess: [{name: next, type: goto, workflowId: v}]\n" +
                            kWantsKey),
            "9:21",
            "action next goes to the workflow v, but does not hand it key, which it needs",
            "give it in `parameters:`"},
        WrongSuite{"StepWithoutInputs",
                   suite_with_step("        workflowId: v\n" + kWantsKey),
                   "7:9",
                   "step s calls the workflow v, but does not hand it key, which it needs",
                   "give it in `parameters:`"},
        WrongSuite{
            "ActionWithAPlace",
            suite_with_call(
                "        onSuccess: [{name: next, type: goto, workflowId: v, parameters: "
                "[{name: key, in: query, value: k}]}]\n" +
                kWantsKey),
            "9:74",
            "parameter key of action next is an input of a workflow, `in:` has no meaning there",
            "leave `in:` out"},
        WrongSuite{"ActionWithInputsForAStep",
                   suite_with_call("        onFailure: [{name: again, type: retry, retryLimit: 1, "
                                   "stepId: s, parameters: [{name: key, value: k}]}]\n"),
                   "9:74",
                   "action again hands inputs over, but leads to no workflow",
                   "add `workflowId:`"}),
    WrongSuiteName());

TEST(Lint, OnlyAdvisesWhereTheInputsAreOpen) {
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
