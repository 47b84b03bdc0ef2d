// The actions after a step: limited retries, and actions that play other workflows.

#include "conformance/runner/cleanup_tracker.hpp"
#include "conformance/runner/player/choose_action.hpp"
#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

/// A workflow that reads the thing `1` until it is DONE, with this retry.
std::string retried_reading(const std::string& retry) {
    return R"(  - workflowId: read
    steps:
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: '1' } ]
        successCriteria: [ { context: $response.body#/status, condition: DONE, type: regex } ]
        onFailure: [ { name: again, type: retry, )" +
           retry + " } ]\n";
}

class ActionFlow : public ::testing::Test {
  protected:
    void SetUp() override {
        fake_.on("GET /things/1", {{200, R"({"id":"1","status":"NEW"})"}});
        target_.polling = Polling{milliseconds(100), milliseconds(1000)};
    }

    reports::RunResult play_reading(const std::string& retry) {
        return play(retried_reading(retry), fake_, {}, {}, target_);
    }

    FakeTarget fake_;
    Target target_ = things_target();
};

TEST_F(ActionFlow, KeepsASmallRetryLimitDespiteTheTargetsPolling) {
    (void)play_reading("retryAfter: 5, retryLimit: 0");
    EXPECT_EQ(fake_.sent.size(), 1U);
    (void)play_reading("retryAfter: 5");
    EXPECT_EQ(fake_.sent.size(), 1U + 2U);
    const auto result = play_reading("retryAfter: 5, retryLimit: 9");
    EXPECT_EQ(fake_.sent.size(), 3U + 10U);
    EXPECT_DOUBLE_EQ(result.took_ms, 45'000);
}

TEST_F(ActionFlow, UsesTheTargetsPollingForPolls) {
    const auto result = play_reading("retryAfter: 5, retryLimit: 10");
    EXPECT_EQ(fake_.sent.size(), 11U);
    EXPECT_DOUBLE_EQ(result.took_ms, 1000);
}

TEST_F(ActionFlow, StopsAPollAtAValueThatTheContractDoesNotKnow) {
    fake_.on("GET /things/1",
             {{200, R"({"id":"1","status":"NEW"})"}, {200, R"({"id":"1","status":"FINISHED"})"}});
    const auto result = play_reading("retryAfter: 5, retryLimit: 10");
    EXPECT_EQ(fake_.sent.size(), 2U);
    const auto& last = result.scenarios.at(0).steps.back();
    EXPECT_EQ(last.verdict, Verdict::kFailed);
    ASSERT_THAT(last.findings, SizeIs(1));
    EXPECT_EQ(last.findings[0].code, "schema");
    EXPECT_THAT(last.findings[0].got, HasSubstr("FINISHED"));
}

TEST_F(ActionFlow, PollsOnIfAnotherValueIsUnknown) {
    fake_.on("GET /things/1", {{200, R"({"id":"1","status":"NEW","kind":"odd"})"}});
    (void)play_reading("retryAfter: 5, retryLimit: 10");
    EXPECT_EQ(fake_.sent.size(), 11U);
}

TEST_F(ActionFlow, SlowsDownAPollThatTakesLong) {
    target_.polling = Polling{milliseconds(1), milliseconds(10'000)};
    const auto result = play_reading("retryAfter: 5, retryLimit: 10");
    EXPECT_LT(fake_.sent.size(), 300U);
    EXPECT_DOUBLE_EQ(result.took_ms, 10'000);
}

TEST_F(ActionFlow, PollsNoLongerThanTheDeadlineDespiteALongerRetryAfter) {
    fake_.on("GET /things/1",
             {{200,
               R"({"id":"1","status":"NEW"})",
               {{"Content-Type", "application/json"}, {"Retry-After", "100000"}}}});
    const auto result = play_reading("retryAfter: 5, retryLimit: 40");
    EXPECT_DOUBLE_EQ(result.took_ms, 1000);
    EXPECT_EQ(fake_.sent.size(), 2U);
}

TEST_F(ActionFlow, WaitsUntilTheDateOfRetryAfter) {
    fake_.on(
        "GET /things/1",
        {{200,
          R"({"id":"1","status":"NEW"})",
          {{"Content-Type", "application/json"}, {"Retry-After", "Thu, 01 Jan 1970 00:00:07 GMT"}}},
         {200, R"({"id":"1","status":"DONE"})"}});
    const auto result = play_reading("retryAfter: 1, retryLimit: 1");
    EXPECT_DOUBLE_EQ(result.took_ms, 7000);
}

TEST_F(ActionFlow, ContinuesIfCriteriaHoldDespiteAContractFinding) {
    fake_.on("GET /things/1", {{200, R"({"id":1,"status":"DONE"})"}});
    fake_.on("GET /things/2", {{200, R"({"id":"2"})"}});
    const auto result = play(retried_reading("retryAfter: 5, retryLimit: 9") + R"(
      - stepId: next
        operationId: getThing
        parameters: [ { name: id, in: path, value: '2' } ]
  - workflowId: after
    dependsOn: [read]
    steps: [ { stepId: look, operationId: getThing, parameters: [ { name: id, in: path, value: '2' } ] } ]
)",
                             fake_,
                             {},
                             {},
                             target_);
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things/1", "GET /things/2", "GET /things/2"));
    ASSERT_THAT(result.scenarios, SizeIs(2));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_EQ(result.scenarios[1].verdict, Verdict::kPassed);
}

/// A workflow that is skipped if the thing `1` is NEW.
constexpr const char* kSkipping = R"(  - workflowId: read
    steps:
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: '1' } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
        onSuccess: [ { name: none, type: end, x-ct-skip: nothing to try, criteria: [ { condition: $response.body#/status == 'NEW' } ] } ]
      - { stepId: next, operationId: getThing, parameters: [ { name: id, in: path, value: '1' } ] }
)";

TEST_F(ActionFlow, IsSkippedByAnAction) {
    fake_.on("GET /things/1", {{200, R"({"id":"1","status":"NEW"})"}});
    const auto result = play(kSkipping, fake_, {}, {}, target_);
    EXPECT_EQ(fake_.sent.size(), 1U);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kSkipped);
    EXPECT_EQ(result.scenarios.at(0).reason, "nothing to try");
}

TEST_F(ActionFlow, IsNotSkippedAfterAFailure) {
    fake_.on("GET /things/1", {{200, R"({"id":1,"status":"NEW"})"}});
    const auto result = play(kSkipping, fake_, {}, {}, target_);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kFailed);
}

TEST_F(ActionFlow, EndsAfterAContractFindingWithoutCriteria) {
    fake_.on("GET /things/1", {{200, R"({"id":1})"}});
    const auto result = play(R"(  - workflowId: read
    steps:
      - { stepId: read, operationId: getThing, parameters: [ { name: id, in: path, value: '1' } ] }
      - { stepId: next, operationId: getThing, parameters: [ { name: id, in: path, value: '1' } ] }
)",
                             fake_,
                             {},
                             {},
                             target_);
    EXPECT_EQ(fake_.sent.size(), 1U);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kFailed);
}

TEST_F(ActionFlow, StopsAPollSoonIfTheTargetIsUnreachable) {
    fake_.on("GET /things/1",
             {{200, R"({"id":"1","status":"NEW"})"},
              {0, "", {}, Error{ErrorCode::kUnreachable, "connection refused", {}, {}}}});
    target_.polling = Polling{milliseconds(1), seconds(1800)};
    const auto result = play_reading("retryAfter: 5, retryLimit: 40");
    EXPECT_EQ(fake_.sent.size(), 1U + 1U + RetryCounters::kMaxUnansweredTries);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kNotRun);
    EXPECT_THAT(finding_codes(result.scenarios.at(0)), ElementsAre("read/transport"));
}

TEST_F(ActionFlow, SendsNothingAfterAnInterruptedRetry) {
    InterruptingClock clock;
    RunOptions options;
    options.stop = &clock.interrupted;
    (void)run_suites(target_,
                     {suite_of(retried_reading("retryAfter: 5, retryLimit: 40"))},
                     {},
                     options,
                     [&] { return fake_.send(); },
                     clock,
                     {});
    EXPECT_EQ(fake_.sent.size(), 1U);
}

/// A workflow whose only step has an action that plays another workflow.
std::string leading(const std::string& actions, const std::string& others) {
    return R"(  - workflowId: first
    steps:
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: '1' } ]
        )" +
           actions + '\n' + others;
}

const std::string kWantsInput = R"(  - workflowId: other
    inputs: { type: object, required: [wanted], properties: { wanted: { type: string } } }
    steps: [ { stepId: list, operationId: listThings } ]
)";

TEST_F(ActionFlow, ReportsWhyAWorkflowOfAnActionIsNotPlayed) {
    const auto result = play(
        leading("onSuccess: [ { name: onwards, type: goto, workflowId: other } ]", kWantsInput),
        fake_);
    const auto& scenario = result.scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kNotRun);
    ASSERT_THAT(step_ids(scenario), ElementsAre("read", "onwards"));
    const auto& finding = scenario.steps[1].findings.at(0);
    EXPECT_EQ(finding.verdict, Verdict::kNotRun);
    EXPECT_THAT(finding.got, HasSubstr("workflow other: needs the input \"wanted\""));
    EXPECT_THAT(finding.note, HasSubstr("parameters:"));
}

TEST_F(ActionFlow, ReportsAWorkflowThatCallsItselfEndlessly) {
    const auto result =
        play(leading("onSuccess: [ { name: onwards, type: goto, workflowId: first } ]", ""), fake_);
    const auto& scenario = result.scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kNotRun);
    EXPECT_EQ(fake_.sent.size(), 17U);
    EXPECT_THAT(scenario.steps.back().findings.at(0).got, HasSubstr("16 levels deep"));
}

TEST_F(ActionFlow, ChecksTheWorkflowOfARetry) {
    const std::string retry =
        "successCriteria: [ { condition: $statusCode == 201 } ]\n"
        "        onFailure: [ { name: again, type: retry, retryLimit: 3, workflowId: other } ]";
    const auto lacking = play(leading(retry, kWantsInput), fake_).scenarios.at(0);
    EXPECT_EQ(lacking.verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(lacking), ElementsAre("read/criterion", "again/request"));
    fake_.sent.clear();
    fake_.on("GET /things", {{500, "{}"}});
    const std::string plain = R"(  - workflowId: other
    steps: [ { stepId: list, operationId: listThings } ]
)";
    RunOptions first;
    first.only = {"things/first"};
    const auto failing = play(leading(retry, plain), fake_, first).scenarios.at(0);
    EXPECT_EQ(failing.verdict, Verdict::kFailed);
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things/1", "GET /things"));
    EXPECT_EQ(failing.steps.at(0).verdict, Verdict::kFailed);
    EXPECT_EQ(failing.steps.at(0).action, "retry again -> other");
}

TEST_F(ActionFlow, DropsFindingsOfARetriedAttempt) {
    fake_.on("GET /things", {{200, "[]"}});
    fake_.on("GET /things/1", {{200, R"({"id":"1"})"}, {200, R"({"id":"1","status":"DONE"})"}});
    const std::string other = R"(  - workflowId: other
    steps: [ { stepId: list, operationId: listThings } ]
)";
    const auto scenario =
        play(leading("successCriteria: [ { condition: $response.body#/status == 'DONE' } ]\n"
                     "        x-ct-observe: [ { question: OPEN-1, condition: "
                     "$response.body#/status == 'NEW' } ]\n"
                     "        onFailure: [ { name: again, type: retry, workflowId: other } ]",
                     other),
             fake_)
            .scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    ASSERT_THAT(step_ids(scenario), ElementsAre("read", "again/list", "read"));
    EXPECT_EQ(scenario.steps[0].action, "retry again -> other");
    // An observation before the last attempt does not answer the question.
    EXPECT_TRUE(scenario.steps[0].findings.empty());
    EXPECT_THAT(finding_codes(scenario), ElementsAre("read/observation"));
}

TEST_F(ActionFlow, PassesTheUsersInputsToTheWorkflowOfAnAction) {
    const std::string other = R"(  - workflowId: other
    inputs: { type: object, required: [wanted], properties: { wanted: { type: string }, name: { type: string } } }
    steps:
      - stepId: make
        operationId: createThing
        requestBody: { payload: { name: $inputs.name, wanted: $inputs.wanted } }
)";
    fake_.on("POST /things", {{201, R"({"id":"1"})"}});
    RunOptions options;
    options.only = {"things/first"};
    options.seed = 5;
    options.inputs = std::make_shared<const Json>(Json{{"wanted", "mine"}});
    const auto result =
        play(leading("onSuccess: [ { name: onwards, type: goto, workflowId: other } ]", other),
             fake_,
             options);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kPassed);
    EXPECT_EQ(fake_.sent.back().request.body,
              R"({"name":")" + record_name(options, "things/first") + R"(","wanted":"mine"})");
}

TEST_F(ActionFlow, CleansUpAfterAScenarioWithoutAnEnd) {
    const auto result = play(R"(  - workflowId: first
    steps:
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: '1' } ]
        onSuccess: [ { name: back, type: goto, stepId: read } ]
      - stepId: remove
        operationId: deleteThing
        x-ct-finally: true
        parameters: [ { name: id, in: path, value: '1' } ]
)",
                             fake_);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kFailed);
    EXPECT_EQ(fake_.calls().back(), "DELETE /things/1");
}

TEST_F(ActionFlow, EndsACycleOfCleanUpSteps) {
    const auto result = play(R"(  - workflowId: first
    steps:
      - stepId: read
        operationId: getThing
        x-ct-finally: true
        parameters: [ { name: id, in: path, value: '1' } ]
        onSuccess: [ { name: back, type: goto, stepId: read } ]
)",
                             fake_);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kFailed);
}

TEST_F(ActionFlow, ReadsTheFieldsAndOperationsOfASource) {
    for (const char* condition : {"$sourceDescriptions.things.url == 'http://127.0.0.1:1'",
                                  "$sourceDescriptions.things.type == 'openapi'",
                                  "$sourceDescriptions.things.name == 'things'",
                                  "$sourceDescriptions.things.getThing == 'getThing'"}) {
        const auto result = play(
            leading("successCriteria: [ { condition: \"" + std::string(condition) + "\" } ]", ""),
            fake_);
        EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kPassed) << condition;
    }
}

}  // namespace
}  // namespace plumbline::runner
