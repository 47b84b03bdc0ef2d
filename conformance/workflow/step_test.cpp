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

class UnplayableStep : public testing::TestWithParam<WrongSuite> {};

TEST_P(UnplayableStep, IsAnErrorWithPlaceAndMend) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnosis.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Members,
    UnplayableStep,
    testing::Values(
        WrongSuite{
            "BadPointer",
            create("        requestBody: {payload: {}, replacements: [{target: a, value: 1}]}\n"),
            "9:52",
            "a is no JSON pointer",
            "/a/0/b"},
        WrongSuite{"BadExpressionDeepInAPayload",
                   create("        requestBody:\n"
                          "          payload:\n"
                          "            a: [1, {b: $respons.body}]\n"),
                   "11:21",
                   "$respons",
                   ""},
        WrongSuite{"NoTime",
                   suite_with_call("        timeout: 0\n"),
                   "9:9",
                   "timeout is 0",
                   "milliseconds from 1"},
        WrongSuite{"WaitsForALaterStep",
                   suite_with("    steps:\n"
                              "      - {stepId: a, operationId: listThings, dependsOn: [b]}\n"
                              "      - {stepId: b, operationId: listThings}\n"),
                   "7:58",
                   "step a depends on b, which is no earlier step of this workflow",
                   ""},
        WrongSuite{"UnknownInputReference",
                   suite_with("    inputs: {$ref: '#/components/inputs/al'}\n"
                              "    steps: [{stepId: s, operationId: listThings}]\n"
                              "components: {inputs: {all: {type: object}}}\n"),
                   "6:14",
                   "#/components/inputs/al leads nowhere in this document",
                   "did you mean \"#/components/inputs/all\"?"},
        WrongSuite{
            "InputsThatReferToThemselves",
            suite_with(
                "    inputs: {$ref: '#/components/inputs/all'}\n"
                "    steps: [{stepId: s, operationId: listThings}]\n"
                "components: {inputs: {all: {allOf: [{$ref: '#/components/inputs/all'}]}}}\n"),
            "8:23",
            "refers to itself",
            ""}),
    WrongSuiteName());

class DoubtfulStep : public testing::TestWithParam<WrongSuite> {};

TEST_P(DoubtfulStep, IsAWarning) {
    const Loaded loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnosis.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnosis.warnings, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Members,
    DoubtfulStep,
    testing::Values(
        WrongSuite{"OtherContentType",
                   create("        requestBody: {contentType: text/plain, payload: x}\n"),
                   "9:23",
                   "operation createThing does not take text/plain",
                   "application/json"},
        WrongSuite{"BodyNobodyTakes",
                   suite_with_call("        requestBody: {payload: {}}\n"),
                   "9:9",
                   "operation listThings takes no request body",
                   ""},
        WrongSuite{"BodyForAWorkflow",
                   suite_with("    steps:\n"
                              "      - {stepId: s, workflowId: other, requestBody: {payload: {}}}\n"
                              "  - workflowId: other\n"
                              "    steps: [{stepId: s, operationId: listThings}]\n"),
                   "7:40",
                   "sends no request body",
                   "as parameters"},
        WrongSuite{"FixedOutput",
                   suite_with_call("        outputs: {x: response.body}\n"),
                   "9:19",
                   "output x is the fixed text \"response.body\"",
                   "begins with `$`"}),
    WrongSuiteName());

TEST(Bodies, KeepTheirPayloadAndReplacements) {
    const auto suite =
        playable(create("        requestBody:\n"
                        "          contentType: application/json; charset=utf-8\n"
                        "          payload: {name: $inputs.name, tags: [1, 'n-{$inputs.name}']}\n"
                        "          replacements: [{target: /tags/0, value: $inputs.name}]\n"
                        "    inputs: {type: object, properties: {name: {type: string}}}\n"));
    const Body& body = *suite->workflows.at(0).steps.at(0).body;
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

TEST(Bodies, WrittenAsTextAreSentVerbatim) {
    const auto suite = playable(create("        requestBody: {payload: '{\"broken\": '}\n"));
    EXPECT_TRUE(suite->workflows.at(0).steps.at(0).body->is_text);
}

TEST(Bodies, WithoutPayloadAreEmpty) {
    const auto suite = playable(create("        requestBody: {contentType: application/json}\n"));
    const Body& body = *suite->workflows.at(0).steps.at(0).body;
    EXPECT_TRUE(body.is_text);
    EXPECT_THAT(*body.payload.evaluate({}), EqualsJson(R"("")"));
}

TEST(Steps, KeepTimeoutFinallyOutputsAndPlace) {
    const auto suite =
        playable(suite_with_call("        description: lists\n"
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

TEST(Steps, MayWaitForEarlierOnes) {
    const auto suite =
        playable(suite_with("    steps:\n"
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

TEST(Inputs, AreGatheredThroughReferencesAndAllOf) {
    const auto suite = playable(suite_with(kInputs));
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

TEST(Inputs, KeepTheSchemaGivenValuesMustFit) {
    const auto suite = playable(suite_with(kInputs));
    const auto& schema = suite->workflows.at(0).inputs_schema;
    ASSERT_TRUE(schema.has_value());
    EXPECT_THAT(schema->judge(Json{{"api_key", "k"}, {"limit", 4}}), IsEmpty());
    EXPECT_THAT(schema->judge(Json{{"api_key", "k"}, {"limit", 10}}), SizeIs(1));
    EXPECT_THAT(schema->judge(Json{{"limit", 1}}), SizeIs(1));
}

TEST(Inputs, WhoseSchemaCannotBeJudgedAreAWarning) {
    const Loaded loaded =
        load_text(suite_with("    inputs: {type: object, properties: {a: {type: text}}}\n"
                             "    steps: [{stepId: s, operationId: listThings}]\n"));
    EXPECT_THAT(loaded.diagnosis.errors, IsEmpty());
    ASSERT_THAT(loaded.diagnosis.warnings, SizeIs(1));
    EXPECT_THAT(loaded.diagnosis.warnings[0].notes,
                testing::Contains("without it the given inputs are not checked"));
}

}  // namespace
}  // namespace plumbline::workflow
