// Actions that lead to other steps and workflows, and what expressions read of the document.

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using std::chrono::milliseconds;
using ::testing::ElementsAre;

const std::string kFree = R"(  - workflowId: free
    steps:
      - { stepId: list, operationId: listThings, successCriteria: [ { condition: $statusCode == 200 } ] }
)";

std::string reading(const std::string& actions) {
    return R"(  - workflowId: life
    steps:
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: a } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)" + actions;
}

class WorkflowPlayerTest : public ::testing::Test {
  protected:
    void SetUp() override {
        fake_.on("GET /things/a", {{404, "{}"}, {200, R"({"id":"a"})"}});
        fake_.on("GET /things", {{200, "[]"}});
        fake_.on("POST /things", {{201, R"({"id":"a"})"}});
    }

    reports::ScenarioResult played(const std::string& workflows) {
        RunOptions options;
        options.only = {"things/life"};
        const auto result = play(workflows, fake_, options);
        return result.scenarios.back();
    }

    FakeTarget fake_;
};

TEST_F(WorkflowPlayerTest, PlaysAStepBeforeARetry) {
    const auto scenario = played(reading(R"(        onFailure:
          - { name: make, type: retry, retryAfter: 0, retryLimit: 2, stepId: create }
        onSuccess: [ { name: done, type: end } ]
      - { stepId: create, operationId: createThing, successCriteria: [ { condition: $statusCode == 201 } ] }
)"));
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things/a", "POST /things", "GET /things/a"));
    EXPECT_EQ(scenario.steps[0].action, "retry make -> create");
}

TEST_F(WorkflowPlayerTest, PlaysAWorkflowBeforeARetry) {
    const auto scenario = played(reading(R"(        onFailure:
          - { name: look, type: retry, retryAfter: 0, retryLimit: 2, workflowId: free }
)") + kFree);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("read", "look/list", "read"));
}

TEST_F(WorkflowPlayerTest, RetriesOnceWithoutALimit) {
    fake_.on("GET /things/a", {{404, "{}"}});
    const auto scenario =
        played(reading("        onFailure: [ { name: again, type: retry, retryAfter: 0 } ]\n"));
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_EQ(fake_.sent.size(), 2U);
}

TEST_F(WorkflowPlayerTest, GoesToAnotherWorkflowAndDoesNotReturn) {
    fake_.on("GET /things/a", {{200, R"({"id":"a"})"}});
    const auto scenario =
        played(reading(R"(        onSuccess: [ { name: away, type: goto, workflowId: free } ]
      - { stepId: never, operationId: createThing }
)") + kFree);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("read", "away/list"));
}

TEST_F(WorkflowPlayerTest, FailsIfTheWorkflowItGoesToFails) {
    fake_.on("GET /things/a", {{200, R"({"id":"a"})"}});
    fake_.on("GET /things", {{500, ""}});
    const auto scenario = played(
        reading("        onSuccess: [ { name: away, type: goto, workflowId: free } ]\n") + kFree);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
}

TEST_F(WorkflowPlayerTest, StopsAtAFailureWithoutAnAction) {
    const auto scenario = played(reading("      - { stepId: never, operationId: createThing }\n"));
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things/a"));
}

TEST_F(WorkflowPlayerTest, PassesOutputsToDependents) {
    const auto scenario = played(R"(  - workflowId: first
    inputs: { type: object, properties: { kind: { type: string, default: plain } } }
    steps:
      - stepId: make
        operationId: createThing
        outputs: { id: $response.body#/id }
    outputs: { id: $steps.make.outputs.id }
  - workflowId: life
    dependsOn: [first]
    steps:
      - stepId: make
        operationId: createThing
        requestBody:
          contentType: application/json
          payload: { of: $workflows.first.outputs.id, kind: $workflows.first.inputs.kind }
)");
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_EQ(fake_.sent.back().request.body, R"({"kind":"plain","of":"a"})");
}

TEST_F(WorkflowPlayerTest, LetsExpressionsReadTheDocument) {
    const auto scenario = played(R"(  - workflowId: life
    steps:
      - stepId: make
        operationId: createThing
        requestBody:
          contentType: application/json
          payload:
            self: $self
            place: $components.parameters.key#/in
            url: $sourceDescriptions.things.url
            type: $sourceDescriptions.things.type
$self: https://suites.example/things
components:
  parameters: { key: { name: X-Key, in: header, value: k } }
)");
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_EQ(fake_.sent.back().request.body,
              R"({"place":"header","self":"https://suites.example/things",)"
              R"("type":"openapi","url":"http://127.0.0.1:1"})");
}

TEST_F(WorkflowPlayerTest, SetsTheTimeoutOfTheStepForItsCall) {
    (void)played(R"(  - workflowId: life
    steps: [ { stepId: make, operationId: createThing, timeout: 1234 } ]
)");
    EXPECT_EQ(fake_.sent.back().timeout, milliseconds(1234));
}

}  // namespace
}  // namespace plumbline::runner
