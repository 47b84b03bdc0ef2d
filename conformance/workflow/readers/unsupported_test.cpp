// Steps that use known but unsupported features: their suite loads, and the steps record the
// reason.

#include "conformance/workflow/testing.hpp"
#include "spec/base/row_name.hpp"

namespace plumbline::workflow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kXPath = "XPath is not supported: //a";

std::vector<std::string> reasons_of(const Step& step) {
    std::vector<std::string> reasons;
    for (const Error& error : step.unsupported) {
        EXPECT_EQ(error.code, ErrorCode::kUnsupported);
        EXPECT_EQ(error.where.file, "test.arazzo.yaml");
        reasons.push_back(error.message);
    }
    return reasons;
}

struct XPathCase {
    const char* name;
    const char* members;  ///< of a step
};

void PrintTo(const XPathCase& row, std::ostream* out) {
    *out << row.name;
}

class StepWithXPath : public testing::TestWithParam<XPathCase> {};

TEST_P(StepWithXPath, LoadsAsUnsupported) {
    const std::string yaml = suite_with_call("        " + std::string(GetParam().members) + '\n');
    const auto suite = load_playable(yaml);
    ASSERT_NE(suite, nullptr);
    const Step& step = suite->workflows.at(0).steps.at(0);
    EXPECT_THAT(reasons_of(step), ElementsAre(kXPath));
    EXPECT_EQ(step.unsupported.at(0).where.line, 9);
    ASSERT_THAT(suite->warnings, SizeIs(1));
    EXPECT_EQ(suite->warnings[0].message, kXPath);
    EXPECT_THAT(to_text(suite->warnings[0]), HasSubstr("such a step is skipped"));
    EXPECT_THAT(lint_text(yaml).errors, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Places,
    StepWithXPath,
    testing::Values(
        XPathCase{"Criterion",
                  "successCriteria: [{context: $response.body, condition: //a, type: xpath}]"},
        XPathCase{"CriterionWithVersion",
                  "successCriteria: [{context: $response.body, condition: //a, type: {type: xpath, "
                  "version: xpath-31}}]"},
        XPathCase{"CriterionOfAnAction",
                  "onFailure: [{name: a, type: end, criteria: [{context: $response.body, "
                  "condition: //a, type: xpath}]}]"},
        XPathCase{"Observation",
                  "x-ct-observe: [{question: q, context: $response.body, condition: //a, "
                  "type: xpath}]"},
        XPathCase{"Output", "outputs: {a: {context: $response.body, selector: //a, type: xpath}}"},
        XPathCase{"Parameter",
                  "parameters: [{name: Trace-Id, in: header, value: {context: $url, "
                  "selector: //a, type: xpath}}]"}),
    RowName());

TEST(UnsupportedParts, OfAWorkflowBelongToItsSteps) {
    const auto suite = load_playable(
        suite_with("    failureActions: [{name: a, type: end, criteria: [{context: $response.body, "
                   "condition: //a, type: xpath}]}]\n"
                   "    steps: [{stepId: s, operationId: listThings}, "
                   "{stepId: t, operationId: listThings}]\n"));
    for (const Step& step : suite->workflows.at(0).steps)
        EXPECT_THAT(reasons_of(step), ElementsAre(kXPath));
    EXPECT_THAT(suite->warnings, SizeIs(1));
}

TEST(UnsupportedParts, OfWorkflowOutputsOnlyRemoveTheirValue) {
    const auto suite =
        load_playable(suite_with("    steps: [{stepId: s, operationId: listThings, outputs: {o: "
                                 "$response.body}}]\n"
                                 "    outputs: {a: {context: $steps.s.outputs.o, selector: //a, "
                                 "type: xpath}}\n"));
    EXPECT_THAT(suite->workflows.at(0).steps.at(0).unsupported, IsEmpty());
    ASSERT_THAT(suite->warnings, SizeIs(1));
    EXPECT_THAT(to_text(suite->warnings[0]), HasSubstr("has no value"));
}

TEST(UnsupportedParts, OfAReplacementBelongToItsStep) {
    const auto suite = load_playable(
        suite_with_step("        operationId: createThing\n"
                        "        requestBody:\n"
                        "          payload: {}\n"
                        "          replacements: [{target: //a, targetSelectorType: xpath, value: "
                        "1}]\n"));
    EXPECT_THAT(reasons_of(suite->workflows.at(0).steps.at(0)), ElementsAre(kXPath));
}

TEST(UnsupportedParts, IncludeWaitingForStepsOfOtherWorkflows) {
    for (const char* step : {"$workflows.w.steps.s", "$sourceDescriptions.others.v.steps.s"}) {
        const auto suite =
            load_playable(suite_with_call("        dependsOn: [" + std::string(step) + "]\n"));
        const Step& waiting = suite->workflows.at(0).steps.at(0);
        ASSERT_THAT(waiting.unsupported, SizeIs(1)) << step;
        EXPECT_THAT(waiting.unsupported[0].message, HasSubstr(step));
        EXPECT_THAT(waiting.depends_on, IsEmpty());
    }
    EXPECT_THAT(
        load_text(suite_with_call("        dependsOn: [$workflows.v]\n")).diagnostics.errors,
        SizeIs(1));
}

std::string with_bus(std::string_view members) {
    return "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions:\n"
           "  - {name: api, type: openapi, url: things.yaml}\n"
           "  - {name: bus, type: asyncapi, url: bus.yaml}\n"
           "workflows:\n  - workflowId: w\n    inputs: {type: object, properties: {id: {}}}\n"
           "    steps:\n      - stepId: s\n        " +
           std::string(members) + '\n';
}

class MessageStep : public testing::TestWithParam<const char*> {};

TEST_P(MessageStep, LoadsAsUnsupported) {
    const auto suite = load_playable(with_bus(GetParam()));
    ASSERT_NE(suite, nullptr);
    const Step& step = suite->workflows.at(0).steps.at(0);
    EXPECT_EQ(step.operation, nullptr);
    EXPECT_THAT(reasons_of(step),
                ElementsAre("messages are not supported: source description bus is of type "
                            "asyncapi"));
    EXPECT_THAT(suite->warnings, SizeIs(1));
    EXPECT_THAT(lint_text(with_bus(GetParam())).errors, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Forms,
    MessageStep,
    testing::Values(
        "operationId: $sourceDescriptions.bus.place",
        "operationId: place",
        "operationPath: '{$sourceDescriptions.bus.url}#/operations/place'",
        "channelPath: '{$sourceDescriptions.bus.url}#/channels/orders'\n        action: send",
        "operationId: $sourceDescriptions.bus.place\n        action: send\n"
        "        requestBody: {payload: {id: $inputs.id}}",
        "operationId: $sourceDescriptions.bus.done\n        action: receive\n        "
        "timeout: 6000\n"
        "        correlationId: $inputs.id\n"
        "        successCriteria: [{condition: $message.payload#/a == 1}]\n"
        "        outputs: {o: $message.payload.orderId}"));

TEST(MessageKeys, AreRejectedByLintIfTheSchemaRejectsThem) {
    const auto errors_with = [](const std::string& members) {
        return lint_text(with_bus(members)).errors;
    };
    const std::string channel = "channelPath: '{$sourceDescriptions.bus.url}#/channels/a'";
    EXPECT_THAT(errors_with(channel), SizeIs(1));
    EXPECT_THAT(errors_with(channel + "\n        action: receive"), IsEmpty());
    const std::string sends = channel + "\n        action: send";
    EXPECT_THAT(errors_with(sends + "\n        correlationId: a"), SizeIs(1));
    // A step that calls an operation may have them: the type of its source is not part of the
    // schema.
    EXPECT_THAT(errors_with("operationId: listThings\n        action: send"), IsEmpty());
    EXPECT_THAT(errors_with("workflowId: w\n        action: send"), SizeIs(1));
}

class InvalidMessageStep : public testing::TestWithParam<InvalidSuite> {};

TEST_P(InvalidMessageStep, IsReported) {
    const SuiteLoadResult loaded = load_text(GetParam().yaml);
    std::vector<Error> noted = loaded.diagnostics.errors;
    noted.insert(
        noted.end(), loaded.diagnostics.warnings.begin(), loaded.diagnostics.warnings.end());
    EXPECT_THAT(noted, HasProblem(GetParam()));
}

const std::string kReceives = "operationId: $sourceDescriptions.bus.a\n        ";

INSTANTIATE_TEST_SUITE_P(
    Keys,
    InvalidMessageStep,
    testing::Values(InvalidSuite{"UnknownAction",
                                 with_bus(kReceives + "action: recieve"),
                                 "12:9",
                                 "unknown action of a step: recieve",
                                 "did you mean \"receive\"?"},
                    InvalidSuite{"CorrelationOfASender",
                                 with_bus(kReceives + "action: send\n        correlationId: a"),
                                 "13:9",
                                 "only steps that receive use a correlationId",
                                 "action: receive"},
                    InvalidSuite{"ActionOfACall",
                                 with_bus("operationId: listThings\n        action: send"),
                                 "12:9",
                                 "action is not allowed in step s",
                                 "asyncapi"},
                    InvalidSuite{"UnknownInput",
                                 with_bus(kReceives + "requestBody: {payload: {id: $inputs.ids}}"),
                                 "12:9",
                                 "$inputs.ids: workflow w declares no such input",
                                 "did you mean \"id\"?"}),
    InvalidSuiteName());

}  // namespace
}  // namespace plumbline::workflow
