// Bodies, outputs, timeouts and inputs.

#include "conformance/workflow/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::string create(std::string_view members) {
    return suite_with_step("        operationId: createThing\n" + std::string(members));
}

class UnplayableStep : public testing::TestWithParam<InvalidSuite> {};

TEST_P(UnplayableStep, IsAnErrorWithPositionAndFix) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Members,
    UnplayableStep,
    testing::Values(
        InvalidSuite{
            "BadPointer",
            create("        requestBody: {payload: {}, replacements: [{target: a, value: 1}]}\n"),
            "9:52",
            "a is not a JSON pointer",
            "/a/0/b"},
        InvalidSuite{"BadExpressionDeepInAPayload",
                     create("        requestBody:\n"
                            "          payload:\n"
                            "            a: [1, {b: $respons.body}]\n"),
                     "11:21",
                     "$respons",
                     ""},
        InvalidSuite{"NoTime",
                     suite_with_call("        timeout: 0\n"),
                     "9:9",
                     "timeout is 0",
                     "milliseconds from 1"},
        InvalidSuite{"SharedCallOfAnOperation",
                     suite_with_call("        x-ct-shared: read\n"),
                     "9:9",
                     "x-ct-shared is on a step that calls no workflow",
                     "call it with `workflowId:`"},
        InvalidSuite{"TwoSharedCalls",
                     suite_with("    steps:\n"
                                "      - {stepId: a, workflowId: w, x-ct-shared: read}\n"
                                "      - {stepId: b, workflowId: w, x-ct-shared: read}\n"),
                     "8:36",
                     "a second step of the workflow has x-ct-shared",
                     "share one call for each scenario"},
        InvalidSuite{"WaitsForALaterStep",
                     suite_with("    steps:\n"
                                "      - {stepId: a, operationId: listThings, dependsOn: [b]}\n"
                                "      - {stepId: b, operationId: listThings}\n"),
                     "7:58",
                     "step a depends on b, which is not an earlier step of this workflow",
                     ""},
        InvalidSuite{"UnknownInputReference",
                     suite_with("    inputs: {$ref: '#/components/inputs/al'}\n"
                                "    steps: [{stepId: s, operationId: listThings}]\n"
                                "components: {inputs: {all: {type: object}}}\n"),
                     "6:14",
                     "#/components/inputs/al does not exist in this document",
                     "did you mean \"#/components/inputs/all\"?"},
        InvalidSuite{
            "InputsThatReferToThemselves",
            suite_with(
                "    inputs: {$ref: '#/components/inputs/all'}\n"
                "    steps: [{stepId: s, operationId: listThings}]\n"
                "components: {inputs: {all: {allOf: [{$ref: '#/components/inputs/all'}]}}}\n"),
            "8:23",
            "refers to itself",
            ""}),
    InvalidSuiteName());

class DoubtfulStep : public testing::TestWithParam<InvalidSuite> {};

TEST_P(DoubtfulStep, IsAWarning) {
    const SuiteLoadResult loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Members,
    DoubtfulStep,
    testing::Values(
        InvalidSuite{"OtherContentType",
                     create("        requestBody: {contentType: text/plain, payload: x}\n"),
                     "9:23",
                     "operation createThing does not accept text/plain",
                     "application/json"},
        InvalidSuite{"BodyOfAnOperationWithoutBody",
                     suite_with_call("        requestBody: {payload: {}}\n"),
                     "9:9",
                     "operation listThings has no request body",
                     ""},
        InvalidSuite{
            "BodyForAWorkflow",
            suite_with("    steps:\n"
                       "      - {stepId: s, workflowId: other, requestBody: {payload: {}}}\n"
                       "  - workflowId: other\n"
                       "    steps: [{stepId: s, operationId: listThings}]\n"),
            "7:40",
            "sends no request body",
            "as parameters"},
        InvalidSuite{"FixedOutput",
                     suite_with_call("        outputs: {x: response.body}\n"),
                     "9:19",
                     "output x is the fixed text \"response.body\"",
                     "begins with `$`"}),
    InvalidSuiteName());

TEST(Bodies, KeepTheirPayloadAndReplacements) {
    const auto suite = load_playable(
        create("        requestBody:\n"
               "          contentType: application/json; charset=utf-8\n"
               "          payload: {name: $inputs.name, tags: [1, 'n-{$inputs.name}']}\n"
               "          replacements: [{target: /tags/0, value: $inputs.name}]\n"
               "    inputs: {type: object, properties: {name: {type: string}}}\n"));
    const StepBody& body = *suite->workflows.at(0).steps.at(0).body;
    EXPECT_EQ(body.content_type, "application/json; charset=utf-8");
    EXPECT_FALSE(body.is_text);
    const Json inputs{{"name", "x"}};
    expressions::Scope scope;
    scope.inputs = &inputs;
    EXPECT_THAT(*body.payload.evaluate(scope), EqualsJson(R"({"name":"x","tags":[1,"n-x"]})"));
    ASSERT_THAT(body.replacements, SizeIs(1));
    EXPECT_EQ(body.replacements[0].target, "/tags/0");
    EXPECT_THAT(*body.replacements[0].value.evaluate(scope), EqualsJson(R"("x")"));
}

TEST(Bodies, WrittenAsStringsAreSentVerbatim) {
    const auto suite = load_playable(create("        requestBody: {payload: '{\"broken\": '}\n"));
    EXPECT_TRUE(suite->workflows.at(0).steps.at(0).body->is_text);
}

TEST(Bodies, WithoutPayloadAreEmpty) {
    const auto suite =
        load_playable(create("        requestBody: {contentType: application/json}\n"));
    const StepBody& body = *suite->workflows.at(0).steps.at(0).body;
    EXPECT_TRUE(body.is_text);
    EXPECT_THAT(*body.payload.evaluate({}), EqualsJson(R"("")"));
}

TEST(Steps, KeepTimeoutFinallyOutputsAndPosition) {
    const auto suite =
        load_playable(suite_with_call("        description: lists\n"
                                      "        timeout: 1500\n"
                                      "        x-ct-finally: true\n"
                                      "        outputs: {first: $response.body#/0}\n"));
    const Step& step = suite->workflows.at(0).steps.at(0);
    EXPECT_EQ(step.id, "s");
    EXPECT_EQ(step.description, "lists");
    EXPECT_EQ(step.timeout, std::chrono::milliseconds(1500));
    EXPECT_TRUE(step.finally);
    ASSERT_THAT(step.outputs, SizeIs(1));
    EXPECT_EQ(step.outputs[0].name, "first");
    EXPECT_EQ(to_text(step.where), "test.arazzo.yaml:7:9");
}

TEST(Steps, MayDependOnEarlierOnes) {
    const auto suite =
        load_playable(suite_with("    steps:\n"
                                 "      - {stepId: a, operationId: listThings}\n"
                                 "      - {stepId: b, operationId: listThings, dependsOn: [a]}\n"));
    EXPECT_EQ(suite->workflows.at(0).steps.size(), 2U);
}

constexpr std::string_view kInputs =
    "    inputs:\n"
    "      $ref: '#/components/inputs/base'\n"
    "    steps: [{stepId: s, operationId: listThings}]\n"
    "components:\n"
    "  inputs:\n"
    "    base:\n"
    "      allOf:\n"
    "        - type: object\n"
    "          required: [api_key]\n"
    "          properties: {api_key: {$ref: '#/components/inputs/secret'}}\n"
    "      properties:\n"
    "        limit: {type: integer, default: 3, maximum: 9}\n"
    "    secret: {type: string, format: password}\n";

TEST(Inputs, HaveSecretMembers) {
    const auto suite = load_playable(
        suite_with("    inputs: {type: object, properties: {\n"
                   "        all: {type: array, items: {$ref: '#/components/inputs/login'}},\n"
                   "        keys: {type: object, additionalProperties: {format: password}},\n"
                   "        plain: {type: object, properties: {a: {type: string}}}}}\n"
                   "    steps: [{stepId: s, operationId: listThings}]\n"
                   "components:\n  inputs:\n"
                   "    login: {type: object, properties: {user: {type: string},\n"
                   "            pin: {type: string, format: password},\n"
                   "            next: {$ref: '#/components/inputs/login'}}}\n"));
    const auto& inputs = suite->workflows.at(0).inputs;
    ASSERT_THAT(inputs, SizeIs(3));
    EXPECT_FALSE(inputs[0].secret);
    EXPECT_THAT(inputs[0].secret_members, ElementsAre("pin"));
    EXPECT_TRUE(inputs[1].secret);
    EXPECT_FALSE(inputs[2].secret);
    EXPECT_THAT(inputs[2].secret_members, IsEmpty());
}

TEST(Inputs, AreCollectedThroughReferencesAndAllOf) {
    const auto suite = load_playable(suite_with(kInputs));
    const auto& inputs = suite->workflows.at(0).inputs;
    ASSERT_THAT(inputs, SizeIs(2));
    EXPECT_EQ(inputs[0].name, "api_key");
    EXPECT_TRUE(inputs[0].required);
    EXPECT_TRUE(inputs[0].secret);
    EXPECT_EQ(inputs[0].default_value, nullptr);
    EXPECT_EQ(inputs[1].name, "limit");
    EXPECT_FALSE(inputs[1].required);
    EXPECT_FALSE(inputs[1].secret);
    ASSERT_NE(inputs[1].default_value, nullptr);
    EXPECT_EQ(*inputs[1].default_value, 3);
}

TEST(Inputs, KeepTheSchemaThatValidatesThem) {
    const auto suite = load_playable(suite_with(kInputs));
    const auto& schema = suite->workflows.at(0).inputs_schema;
    ASSERT_TRUE(schema.has_value());
    EXPECT_THAT(schema->evaluate(Json{{"api_key", "k"}, {"limit", 4}}), IsEmpty());
    EXPECT_THAT(schema->evaluate(Json{{"api_key", "k"}, {"limit", 10}}), SizeIs(1));
    EXPECT_THAT(schema->evaluate(Json{{"limit", 1}}), SizeIs(1));
}

TEST(Inputs, WithAnInvalidSchemaAreAWarning) {
    const SuiteLoadResult loaded =
        load_text(suite_with("    inputs: {type: object, properties: {a: {type: text}}}\n"
                             "    steps: [{stepId: s, operationId: listThings}]\n"));
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    ASSERT_THAT(loaded.diagnostics.warnings, SizeIs(1));
    EXPECT_THAT(loaded.diagnostics.warnings[0].notes,
                testing::Contains("the given inputs are not validated with it"));
}

}  // namespace
}  // namespace plumbline::workflow
