#include "conformance/runner/cleanup_tracker.hpp"
#include "conformance/runner/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kCreate = R"(
      - stepId: create
        operationId: createThing
        requestBody: { contentType: application/json, payload: { name: $inputs.name } }
        successCriteria: [ { condition: $statusCode == 201 } ]
        outputs: { id: $response.body#/id }
)";
const std::string kPoll = R"(
      - stepId: poll
        operationId: getThing
        parameters: [ { name: id, in: path, value: $steps.create.outputs.id } ]
        successCriteria:
          - { context: $response.body#/status, condition: '^DONE$', type: regex }
        onFailure:
          - { name: notYet, type: retry, retryAfter: 1, retryLimit: 3, criteria: [ { condition: $statusCode == 200 } ] }
          - { name: stop, type: end }
)";
const std::string kCleanup = R"(
      - stepId: cleanup
        operationId: deleteThing
        x-ct-finally: true
        parameters: [ { name: id, in: path, value: $steps.create.outputs.id } ]
        successCriteria: [ { condition: $statusCode == 204 } ]
)";

std::string workflow(const std::string& steps) {
    return "  - workflowId: lifecycle\n    inputs: { type: object, properties: { name: { type: "
           "string } "
           "} }\n    steps:" +
           steps;
}

class Scenario : public ::testing::Test {
  protected:
    void SetUp() override {
        fake_.on("POST /things", {{201, R"({"id":"a/b"})"}});
        fake_.on("GET /things/a%2Fb",
                 {{200, R"({"id":"a/b","status":"NEW"})"},
                  {200, R"({"id":"a/b","status":"NEW"})"},
                  {200, R"({"id":"a/b","status":"DONE"})"}});
        fake_.on("DELETE /things/a%2Fb", {{204, "", {}}});
    }

    FakeTarget fake_;
};

TEST_F(Scenario, PollsUntilTheCriterionHoldsAndKeepsEveryAttempt) {
    const auto result = play(workflow(kCreate + kPoll + kCleanup), fake_);
    ASSERT_EQ(result.scenarios.size(), 1U);
    const auto& scenario = result.scenarios[0];
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_EQ(scenario.name, "things/lifecycle");
    EXPECT_THAT(step_ids(scenario), ElementsAre("create", "poll", "poll", "poll", "cleanup"));
    EXPECT_EQ(scenario.steps[1].action, "retry notYet");
    EXPECT_EQ(scenario.steps[3].attempt, 3);
    EXPECT_THAT(finding_codes(scenario), IsEmpty());
}

TEST_F(Scenario, SendsTheEvaluatedBodyAndEncodesPathParameters) {
    (void)play(workflow(kCreate + kPoll), fake_);
    EXPECT_EQ(fake_.sent[0].request.body,
              R"({"name":")" + record_name({}, "things/lifecycle") + R"("})");
    EXPECT_EQ(*fake_.sent[0].request.headers.find("content-type"), "application/json");
    EXPECT_EQ(fake_.sent[1].url, "http://127.0.0.1:1/things/a%2Fb");
}

TEST_F(Scenario, FailsAfterTheLastPollAndStillCleansUp) {
    fake_.on("GET /things/a%2Fb", {{200, R"({"id":"a/b","status":"NEW"})"}});
    const auto result = play(workflow(kCreate + kPoll + kCleanup), fake_);
    const auto& scenario = result.scenarios[0];
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(step_ids(scenario),
                ElementsAre("create", "poll", "poll", "poll", "poll", "cleanup"));
    EXPECT_THAT(finding_codes(scenario), ElementsAre("poll/criterion"));
    EXPECT_EQ(fake_.calls().back(), "DELETE /things/a%2Fb");
}

TEST_F(Scenario, WaitsForTheTimeOfRetryAfter) {
    fake_.on("GET /things/a%2Fb",
             {{200,
               R"({"id":"a/b","status":"NEW"})",
               {{"Content-Type", "application/json"}, {"Retry-After", "7"}}},
              {200, R"({"id":"a/b","status":"DONE"})"}});
    const auto result = play(workflow(kCreate + kPoll), fake_);
    EXPECT_DOUBLE_EQ(result.took_ms, 7000);
}

TEST_F(Scenario, ChecksEveryResponseAgainstTheContract) {
    fake_.on("GET /things/a%2Fb", {{200, R"({"id":1,"status":"DONE"})"}});
    const auto result = play(workflow(kCreate + kPoll + kCleanup), fake_);
    const auto& scenario = result.scenarios[0];
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    const auto& finding = scenario.steps.at(1).findings.at(0);
    EXPECT_EQ(finding.code, "schema");
    EXPECT_THAT(finding.expected, HasSubstr("/id"));
    EXPECT_EQ(finding.got, "/id is 1");
    EXPECT_EQ(finding.where.file, "things.arazzo.yaml");
}

TEST_F(Scenario, KeepsContractFindingsOfARetriedResponse) {
    fake_.on("GET /things/a%2Fb",
             {{200, R"({"id":"a/b","status":"ODD"})"}, {200, R"({"id":"a/b","status":"DONE"})"}});
    const auto result = play(workflow(kCreate + kPoll), fake_);
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(result.scenarios[0]), ElementsAre("poll/schema"));
}

TEST_F(Scenario, FailsOnAnUndeclaredStatus) {
    fake_.on("POST /things", {{500, R"({"id":"a/b"})"}});
    const auto result = play(workflow(kCreate), fake_);
    EXPECT_THAT(finding_codes(result.scenarios[0]),
                ElementsAre("create/status", "create/criterion"));
}

TEST_F(Scenario, IsNotRunIfTheTargetIsUnreachable) {
    FakeTarget silent;
    const auto result = play(workflow(kCreate + kPoll + kCleanup), silent);
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kNotRun);
    EXPECT_THAT(finding_codes(result.scenarios[0]), ElementsAre("create/transport"));
    EXPECT_EQ(result.exit_code(), 1);
}

TEST_F(Scenario, DoesNotCleanUpWhatWasNeverCreated) {
    fake_.on("POST /things", {{422, "{}"}});
    (void)play(workflow(kCreate + kCleanup), fake_);
    EXPECT_THAT(fake_.calls(), ElementsAre("POST /things"));
}

TEST_F(Scenario, OnlyWarnsIfTheCleanUpFails) {
    fake_.on("DELETE /things/a%2Fb", {{404, "{}"}});
    const auto result = play(workflow(kCreate + kCleanup), fake_);
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kWarned);
    EXPECT_EQ(result.exit_code(), 0);
}

TEST_F(Scenario, JumpsToTheStepOfAnAction) {
    const std::string steps = R"(
      - stepId: create
        operationId: createThing
        successCriteria: [ { condition: $statusCode == 201 } ]
        outputs: { id: $response.body#/id }
        onSuccess: [ { name: over, type: goto, stepId: last } ]
      - stepId: skipped
        operationId: createThing
      - stepId: last
        operationId: createThing
        onSuccess: [ { name: done, type: end } ]
      - stepId: never
        operationId: createThing
)";
    const auto result = play(workflow(steps), fake_);
    EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("create", "last"));
    EXPECT_EQ(result.scenarios[0].steps[0].action, "goto over -> last");
}

TEST_F(Scenario, EndsALoopWithoutAnExit) {
    const std::string steps = R"(
      - stepId: again
        operationId: createThing
        onSuccess: [ { name: again, type: goto, stepId: again } ]
)";
    const auto result = play(workflow(steps), fake_);
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_EQ(fake_.sent.size(), 2000U);
    EXPECT_EQ(result.scenarios[0].steps.back().findings.at(0).code, "steps");
}

TEST_F(Scenario, CallsAnotherWorkflowAndReadsItsOutputs) {
    const std::string workflows = R"(  - workflowId: make
    inputs: { type: object, required: [wanted], properties: { wanted: { type: string } } }
    steps:
      - stepId: create
        operationId: createThing
        requestBody: { contentType: application/json, payload: { name: $inputs.wanted } }
        successCriteria: [ { condition: $statusCode == 201 } ]
        outputs: { id: $response.body#/id }
    outputs: { made: $steps.create.outputs.id }
  - workflowId: use
    steps:
      - stepId: call
        workflowId: make
        parameters: [ { name: wanted, value: special } ]
        successCriteria: [ { condition: $outputs.made == 'a/b' } ]
        outputs: { made: $outputs.made }
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: $steps.call.outputs.made } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)";
    const auto result = play(workflows, fake_);
    ASSERT_EQ(result.scenarios.size(), 1U);
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
    EXPECT_THAT(step_ids(result.scenarios[0]), ElementsAre("call/create", "call", "read"));
    EXPECT_EQ(fake_.sent[0].request.body, R"({"name":"special"})");
}

TEST_F(Scenario, NamesTheRequirementThatACriterionBreaks) {
    Ledger ledger;
    ledger.requirements.push_back(
        {"T-1", "things", "s", "It is made", Basis::kStated, Checkability::kBlackBox, "", {}});
    ledger.requirements.push_back(
        {"T-2", "things", "s", "Guessed", Basis::kAssumed, Checkability::kBlackBox, "", {}});
    const std::string steps = R"(
      - stepId: create
        operationId: createThing
        x-ct-verifies: [T-1]
        successCriteria:
          - condition: $statusCode == 201
          - { condition: $response.body#/id == 'other', x-ct-verifies: [T-2] }
)";
    const auto result = play(workflow(steps), fake_, {}, ledger);
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kWarned);
    EXPECT_THAT(result.scenarios[0].steps[0].findings.at(0).requirements, ElementsAre("T-2"));
    RunOptions strict;
    strict.severity.strict = true;
    EXPECT_EQ(play(workflow(steps), fake_, strict, ledger).scenarios[0].verdict, Verdict::kFailed);
}

TEST_F(Scenario, CountsACalledWorkflowForTheRequirementsOfItsCaller) {
    Ledger ledger;
    ledger.requirements.push_back(
        {"T-1", "things", "s", "It is refused", Basis::kStated, Checkability::kBlackBox, "", {}});
    const std::string workflows = R"(  - workflowId: try
    inputs: { type: object, required: [wanted], properties: { wanted: { type: string } } }
    steps:
      - stepId: create
        operationId: createThing
        requestBody: { contentType: application/json, payload: { name: $inputs.wanted } }
        successCriteria: [ { condition: $statusCode >= 400 } ]
  - workflowId: table
    steps:
      - stepId: row
        workflowId: try
        x-ct-verifies: [T-1]
        parameters: [ { name: wanted, value: special } ]
)";
    const auto broken = play(workflows, fake_, {}, ledger).scenarios.at(0);
    EXPECT_EQ(broken.verdict, Verdict::kFailed);
    ASSERT_THAT(step_ids(broken), ElementsAre("row/create", "row"));
    EXPECT_THAT(broken.steps[0].findings.at(0).requirements, ElementsAre("T-1"));
    EXPECT_THAT(broken.steps[1].verified, IsEmpty());

    fake_.on("POST /things", {{422, "{}"}});
    const auto kept = play(workflows, fake_, {}, ledger).scenarios.at(0);
    EXPECT_EQ(kept.verdict, Verdict::kPassed);
    EXPECT_THAT(kept.steps[1].verified, ElementsAre("T-1"));
}

TEST_F(Scenario, RecordsOpenQuestionsWithoutFailing) {
    const std::string steps = R"(
      - stepId: create
        operationId: createThing
        successCriteria: [ { condition: $statusCode == 201 } ]
        x-ct-observe: [ { question: OQ-1, condition: $statusCode == 200 } ]
)";
    const auto result = play(workflow(steps), fake_);
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
    const auto& finding = result.scenarios[0].steps[0].findings.at(0);
    EXPECT_EQ(finding.verdict, Verdict::kObserved);
    EXPECT_EQ(finding.got, "no: $statusCode is 201");
}

}  // namespace
}  // namespace plumbline::runner
