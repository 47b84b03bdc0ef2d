#include "conformance/workflow/shape_table.hpp"
#include "conformance/workflow/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class UnplayableShape : public testing::TestWithParam<WrongSuite> {};

TEST_P(UnplayableShape, IsAnErrorWithPlaceAndMend) {
    const Loaded loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnosis.errors, HasProblem(GetParam()));
    EXPECT_EQ(loaded.suite, nullptr);
}

INSTANTIATE_TEST_SUITE_P(
    Documents,
    UnplayableShape,
    testing::Values(
        WrongSuite{"NoArazzo", "openapi: 3.1.0\n", "1:1", "no Arazzo document", "arazzo: 1.1.0"},
        WrongSuite{
            "VersionAsNumber", "arazzo: 1.1\n", "1:1", "no Arazzo document", "arazzo: 1.1.0"},
        WrongSuite{"LaterVersion", "arazzo: 2.0.0\n", "1:1", "Arazzo 2.0.0", "1.0 and 1.1"},
        WrongSuite{"NoWorkflows",
                   "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions: []\n",
                   "1:1",
                   "document has no workflows",
                   "add `workflows:`"},
        WrongSuite{"NoSources",
                   "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions: []\n",
                   "3:1",
                   "at least one source description",
                   ""},
        WrongSuite{"StepsNoList",
                   suite_with("    steps: {}\n"),
                   "6:5",
                   "steps must be an array, found object {}",
                   ""},
        WrongSuite{"NoSteps", suite_with("    steps: []\n"), "6:5", "at least one step", ""},
        WrongSuite{"StepNoObject",
                   suite_with("    steps: [create]\n"),
                   "6:13",
                   "step must be an object, found string \"create\"",
                   ""},
        WrongSuite{"StepWithoutId",
                   suite_with("    steps:\n      - operationId: listThings\n"),
                   "7:9",
                   "step has no stepId",
                   "add `stepId:`"},
        WrongSuite{"TimeoutNoInteger",
                   suite_with_call("        timeout: 1.5\n"),
                   "9:9",
                   "timeout must be an integer, found number 1.5",
                   ""},
        WrongSuite{"ObservationOfNothing",
                   suite_with_call("        x-ct-observe: [{question: T-1}]\n"),
                   "9:24",
                   "observation has no condition",
                   "or the `value:`"},
        WrongSuite{"ObservationOfTwoThings",
                   suite_with_call(
                       "        x-ct-observe: [{question: T-1, condition: '1 == 1', value: 1}]\n"),
                   "9:24",
                   "one is allowed",
                   ""},
        WrongSuite{"FinallyFalse",
                   suite_with_call("        x-ct-finally: false\n"),
                   "9:9",
                   "x-ct-finally must be true",
                   "leave it out"},
        WrongSuite{"VerifiesNoTexts",
                   suite_with_call("        x-ct-verifies: [1]\n"),
                   "9:25",
                   "an entry of x-ct-verifies must be a string, found integer 1",
                   ""},
        WrongSuite{"ObservationWithoutQuestion",
                   suite_with_call("        x-ct-observe: [{condition: $statusCode == 200}]\n"),
                   "9:24",
                   "observation has no question",
                   "add `question:`"},
        WrongSuite{"OutputNameWithBlank",
                   suite_with_call("        outputs: {'the id': $response.body#/id}\n"),
                   "9:19",
                   "\"the id\" cannot be a name in outputs",
                   "letters, digits"},
        WrongSuite{"InputsNoSchema",
                   suite_with("    inputs: []\n    steps: []\n"),
                   "6:5",
                   "inputs must be a JSON Schema",
                   ""},
        WrongSuite{"MisspeltExtension",
                   suite_with_call("        x-ct-verify: [A-1]\n"),
                   "9:9",
                   "step has the unknown extension x-ct-verify",
                   "did you mean \"x-ct-verifies\"?"},
        WrongSuite{"MisplacedExtension",
                   suite_with("    x-ct-finally: true\n    steps: []\n"),
                   "6:5",
                   "workflow has the misplaced extension x-ct-finally",
                   "it belongs on a step"},
        WrongSuite{"Channels",
                   suite_with_step("        channelPath: [x]\n"),
                   "8:9",
                   "channelPath must be a string",
                   ""},
        WrongSuite{"ActionParameters",
                   suite_with_call(
                       "        onSuccess:\n"
                       "          - {name: a, type: goto, workflowId: w, parameters: {b: 1}}\n"),
                   "10:50",
                   "parameters must be an array",
                   ""}),
    WrongSuiteName());

class RefusedShape : public testing::TestWithParam<WrongSuite> {};

TEST_P(RefusedShape, IsAWarningInARunAndAnErrorInLint) {
    const Loaded loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnosis.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnosis.warnings, HasProblem(GetParam()));
    EXPECT_THAT(lint_text(GetParam().yaml).errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Documents,
    RefusedShape,
    testing::Values(
        WrongSuite{"UnknownKey",
                   suite_with_call("        sucessCriteria: []\n"),
                   "9:9",
                   "step has the unknown key \"sucessCriteria\"",
                   "did you mean \"successCriteria\"?"},
        WrongSuite{"SchemaKeyAtTheTop",
                   "$schema: x\n" + suite_with_call(""),
                   "1:1",
                   "document has the unknown key \"$schema\"",
                   ""},
        WrongSuite{"InfoWithoutVersion",
                   "arazzo: 1.1.0\ninfo: {title: t}\n"
                   "sourceDescriptions: [{name: a, type: openapi, url: things.yaml}]\n"
                   "workflows: [{workflowId: w, steps: [{stepId: s, operationId: listThings}]}]\n",
                   "2:1",
                   "info has no version",
                   "add `version:`"},
        WrongSuite{"TitleNoText",
                   "arazzo: 1.1.0\ninfo: {title: 7, version: '1'}\n"
                   "sourceDescriptions: [{name: a, type: openapi, url: things.yaml}]\n"
                   "workflows: [{workflowId: w, steps: [{stepId: s, operationId: listThings}]}]\n",
                   "2:8",
                   "title must be a string, found integer 7",
                   ""},
        WrongSuite{"ActionWithoutName",
                   suite_with_call("        onSuccess: [{type: end}]\n"),
                   "9:21",
                   "success action has no name",
                   "add `name:`"},
        WrongSuite{"OutputAsNumber",
                   suite_with_call("        outputs: {x: 2}\n"),
                   "9:19",
                   "output x must be a string holding an expression, found integer 2",
                   ""},
        WrongSuite{
            "ExtensionOnReusable",
            suite_with("    parameters: [{reference: $components.parameters.p, x-a: 1}]\n"
                       "    steps: [{stepId: s, operationId: listThings}]\n"
                       "components: {parameters: {p: {name: limit, in: query, value: 1}}}\n"),
            "6:56",
            "reusable object has the unknown key \"x-a\"",
            ""},
        WrongSuite{"NewerKeyInOlderDocument",
                   "arazzo: 1.0.1\ninfo: {title: t, version: '1'}\n"
                   "sourceDescriptions: [{name: a, type: openapi, url: things.yaml}]\n"
                   "workflows: [{workflowId: w, steps:\n"
                   "  [{stepId: s, operationId: listThings, timeout: 5}]}]\n",
                   "5:41",
                   "timeout came with Arazzo 1.1",
                   "arazzo: 1.1.0"}),
    WrongSuiteName());

TEST(Shapes, ExtensionsOfOthersAreIgnored) {
    const Loaded loaded = load_text(suite_with_call("        x-other: [1]\n"));
    EXPECT_THAT(loaded.diagnosis.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnosis.warnings, IsEmpty());
}

TEST(Shapes, AllProblemsAreFoundAtOnceInTheOrderOfTheText) {
    const Loaded loaded =
        load_text(suite_with_call("        timeout: x\n"
                                  "        outputs: []\n"
                                  "        onSuccess: 1\n"));
    ASSERT_THAT(loaded.diagnosis.errors, SizeIs(3));
    EXPECT_THAT(loaded.diagnosis.errors[0].message, HasSubstr("timeout"));
    EXPECT_THAT(loaded.diagnosis.errors[1].message, HasSubstr("outputs"));
    EXPECT_THAT(loaded.diagnosis.errors[2].message, HasSubstr("onSuccess"));
}

TEST(Shapes, EveryMemberThatHoldsObjectsNamesAKindInTheTable) {
    for (const ObjectShape& shape : object_shapes()) {
        for (const MemberShape& member : shape.members) {
            const bool nested = member.form == Form::kObject || member.form == Form::kList ||
                                member.form == Form::kMap || member.form == Form::kOutputs;
            EXPECT_EQ(nested, member.kind != Kind::kNone) << shape.noun << '.' << member.key;
        }
    }
}

}  // namespace
}  // namespace plumbline::workflow
