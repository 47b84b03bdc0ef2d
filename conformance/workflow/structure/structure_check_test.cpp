#include "conformance/workflow/structure/object_definitions.hpp"
#include "conformance/workflow/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class UnplayableStructure : public testing::TestWithParam<InvalidSuite> {};

TEST_P(UnplayableStructure, IsAnErrorWithPositionAndFix) {
    const SuiteLoadResult loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnostics.errors, HasProblem(GetParam()));
    EXPECT_EQ(loaded.suite, nullptr);
}

INSTANTIATE_TEST_SUITE_P(
    Documents,
    UnplayableStructure,
    testing::Values(
        InvalidSuite{
            "NoArazzo", "openapi: 3.1.0\n", "1:1", "not an Arazzo document", "arazzo: 1.1.0"},
        InvalidSuite{
            "VersionAsNumber", "arazzo: 1.1\n", "1:1", "not an Arazzo document", "arazzo: 1.1.0"},
        InvalidSuite{"LaterVersion", "arazzo: 2.0.0\n", "1:1", "Arazzo 2.0.0", "1.0 and 1.1"},
        InvalidSuite{"NoWorkflows",
                     "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions: []\n",
                     "1:1",
                     "document has no workflows",
                     "add `workflows:`"},
        InvalidSuite{"NoSources",
                     "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions: []\n",
                     "3:1",
                     "at least one source description",
                     ""},
        InvalidSuite{"StepsNoList",
                     suite_with("    steps: {}\n"),
                     "6:5",
                     "steps must be an array, found object {}",
                     ""},
        InvalidSuite{"NoSteps", suite_with("    steps: []\n"), "6:5", "at least one step", ""},
        InvalidSuite{"StepNoObject",
                     suite_with("    steps: [create]\n"),
                     "6:13",
                     "step must be an object, found string \"create\"",
                     ""},
        InvalidSuite{"StepWithoutId",
                     suite_with("    steps:\n      - operationId: listThings\n"),
                     "7:9",
                     "step has no stepId",
                     "add `stepId:`"},
        InvalidSuite{"TimeoutNoInteger",
                     suite_with_call("        timeout: 1.5\n"),
                     "9:9",
                     "timeout must be an integer, found number 1.5",
                     ""},
        InvalidSuite{"ObservationOfNothing",
                     suite_with_call("        x-ct-observe: [{question: T-1}]\n"),
                     "9:24",
                     "observation has no condition",
                     "or a `value:`"},
        InvalidSuite{
            "ObservationOfTwoThings",
            suite_with_call(
                "        x-ct-observe: [{question: T-1, condition: '1 == 1', value: 1}]\n"),
            "9:24",
            "one is allowed",
            ""},
        InvalidSuite{"FinallyFalse",
                     suite_with_call("        x-ct-finally: false\n"),
                     "9:9",
                     "x-ct-finally must be true",
                     "remove it otherwise"},
        InvalidSuite{"VerifiesNoTexts",
                     suite_with_call("        x-ct-verifies: [1]\n"),
                     "9:25",
                     "an entry of x-ct-verifies must be a string, found integer 1",
                     ""},
        InvalidSuite{"ObservationWithoutQuestion",
                     suite_with_call("        x-ct-observe: [{condition: $statusCode == 200}]\n"),
                     "9:24",
                     "observation has no question",
                     "add `question:`"},
        InvalidSuite{"OutputNameWithBlank",
                     suite_with_call("        outputs: {'the id': $response.body#/id}\n"),
                     "9:19",
                     "\"the id\" cannot be a name in outputs",
                     "letters, digits"},
        InvalidSuite{"InputsNoSchema",
                     suite_with("    inputs: []\n    steps: []\n"),
                     "6:5",
                     "inputs must be a JSON Schema",
                     ""},
        InvalidSuite{"MisspeltExtension",
                     suite_with_call("        x-ct-verify: [A-1]\n"),
                     "9:9",
                     "step has the unknown extension x-ct-verify",
                     "did you mean \"x-ct-verifies\"?"},
        InvalidSuite{"MisplacedExtension",
                     suite_with("    x-ct-finally: true\n    steps: []\n"),
                     "6:5",
                     "workflow has the misplaced extension x-ct-finally",
                     "it belongs on a step"},
        InvalidSuite{"Channels",
                     suite_with_step("        channelPath: [x]\n"),
                     "8:9",
                     "channelPath must be a string",
                     ""},
        InvalidSuite{"ActionParameters",
                     suite_with_call(
                         "        onSuccess:\n"
                         "          - {name: a, type: goto, workflowId: w, parameters: {b: 1}}\n"),
                     "10:50",
                     "parameters must be an array",
                     ""}),
    InvalidSuiteName());

class NonconformingStructure : public testing::TestWithParam<InvalidSuite> {};

TEST_P(NonconformingStructure, IsAWarningInARunAndAnErrorInLint) {
    const SuiteLoadResult loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, HasProblem(GetParam()));
    EXPECT_THAT(lint_text(GetParam().yaml).errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Documents,
    NonconformingStructure,
    testing::Values(
        InvalidSuite{"UnknownKey",
                     suite_with_call("        sucessCriteria: []\n"),
                     "9:9",
                     "step has the unknown key \"sucessCriteria\"",
                     "did you mean \"successCriteria\"?"},
        InvalidSuite{"SchemaKeyAtTheTop",
                     "$schema: x\n" + suite_with_call(""),
                     "1:1",
                     "document has the unknown key \"$schema\"",
                     ""},
        InvalidSuite{
            "InfoWithoutVersion",
            "arazzo: 1.1.0\ninfo: {title: t}\n"
            "sourceDescriptions: [{name: a, type: openapi, url: things.yaml}]\n"
            "workflows: [{workflowId: w, steps: [{stepId: s, operationId: listThings}]}]\n",
            "2:1",
            "info has no version",
            "add `version:`"},
        InvalidSuite{
            "TitleNoText",
            "arazzo: 1.1.0\ninfo: {title: 7, version: '1'}\n"
            "sourceDescriptions: [{name: a, type: openapi, url: things.yaml}]\n"
            "workflows: [{workflowId: w, steps: [{stepId: s, operationId: listThings}]}]\n",
            "2:8",
            "title must be a string, found integer 7",
            ""},
        InvalidSuite{"ActionWithoutName",
                     suite_with_call("        onSuccess: [{type: end}]\n"),
                     "9:21",
                     "success action has no name",
                     "add `name:`"},
        InvalidSuite{"OutputAsNumber",
                     suite_with_call("        outputs: {x: 2}\n"),
                     "9:19",
                     "output x must be a string with an expression, found integer 2",
                     ""},
        InvalidSuite{
            "ExtensionOnReusable",
            suite_with("    parameters: [{reference: $components.parameters.p, x-a: 1}]\n"
                       "    steps: [{stepId: s, operationId: listThings}]\n"
                       "components: {parameters: {p: {name: limit, in: query, value: 1}}}\n"),
            "6:56",
            "reusable object has the unknown key \"x-a\"",
            ""},
        InvalidSuite{"NewerKeyInOlderDocument",
                     "arazzo: 1.0.1\ninfo: {title: t, version: '1'}\n"
                     "sourceDescriptions: [{name: a, type: openapi, url: things.yaml}]\n"
                     "workflows: [{workflowId: w, steps:\n"
                     "  [{stepId: s, operationId: listThings, timeout: 5}]}]\n",
                     "5:41",
                     "timeout requires Arazzo 1.1",
                     "arazzo: 1.1.0"}),
    InvalidSuiteName());

TEST(StructureCheck, IgnoresForeignExtensions) {
    const SuiteLoadResult loaded = load_text(suite_with_call("        x-other: [1]\n"));
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, IsEmpty());
}

TEST(StructureCheck, ReportsAllProblemsInTheOrderOfTheText) {
    const SuiteLoadResult loaded =
        load_text(suite_with_call("        timeout: x\n"
                                  "        outputs: []\n"
                                  "        onSuccess: 1\n"));
    ASSERT_THAT(loaded.diagnostics.errors, SizeIs(3));
    EXPECT_THAT(loaded.diagnostics.errors[0].message, HasSubstr("timeout"));
    EXPECT_THAT(loaded.diagnostics.errors[1].message, HasSubstr("outputs"));
    EXPECT_THAT(loaded.diagnostics.errors[2].message, HasSubstr("onSuccess"));
}

TEST(ObjectDefinitions, NameATypeForEveryMemberWithObjects) {
    for (const ObjectDefinition& shape : object_definitions()) {
        for (const MemberDefinition& member : shape.members) {
            const bool nested =
                member.type == MemberType::kObject || member.type == MemberType::kList ||
                member.type == MemberType::kMap || member.type == MemberType::kOutputs;
            EXPECT_EQ(nested, !member.object.empty()) << shape.noun << '.' << member.key;
        }
    }
}

}  // namespace
}  // namespace plumbline::workflow
