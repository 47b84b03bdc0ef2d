// Scenarios whose preconditions the target does not meet (x-ct-needs).

#include "conformance/runner/stream/stream_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using reports::Verdict;
using std::chrono::milliseconds;
using streaming::chunk;
using streaming::kStart;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Then = ScriptedServer::AfterScript;

std::string step_with_needs(const std::string& needs, const std::string& sse = "end: server") {
    return stream_step(sse,
                       "        successCriteria: [ { condition: $statusCode == 200 } ]\n"
                       "        x-ct-verifies: [T-SUITE]\n"
                       "        x-ct-needs: [ { " +
                           needs + ", provide: another graph } ]\n");
}

const std::string kNextStep = "      - { stepId: next, operationId: listThings }\n";
const std::string kEmptyList =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]";

class PreconditionTest : public StreamRunTest {
  protected:
    /// Plays the steps against a server that streams these events and then lists nothing.
    reports::ScenarioResult play_events(const std::vector<std::string>& events,
                                        const std::string& steps,
                                        const std::string& end = kEnd) {
        std::vector<ScriptedServer::ScriptPart> parts;
        for (const std::string& one : events) parts.push_back({one});
        parts.push_back({end});
        ScriptedServer server({stream_script(parts), {"GET /things", {{kEmptyList}}}});
        return play_against(server, steps).scenarios.front();
    }
};

TEST_F(PreconditionTest, SkipsAScenarioWithTooFewEvents) {
    const auto scenario =
        play_events({chunk(kStart), values(1)}, step_with_needs("events: 6") + kNextStep);
    EXPECT_EQ(scenario.verdict, Verdict::kSkipped);
    EXPECT_EQ(scenario.reason, "step s: needs 6 events, saw 2 events; give another graph");
    EXPECT_THAT(step_ids(scenario), ElementsAre("s"));
    const auto& finding = scenario.steps.front().findings.back();
    EXPECT_EQ(finding.code, "precondition");
    EXPECT_EQ(finding.verdict, Verdict::kSkipped);
    EXPECT_EQ(finding.expected, "6 events");
    EXPECT_EQ(finding.got, "2 events");
    EXPECT_THAT(finding.requirements, ElementsAre("T-SUITE"));
    EXPECT_THAT(scenario.steps.front().verified, testing::Not(testing::Contains("T-SUITE")));
}

TEST_F(PreconditionTest, PlaysOnWithEnoughEvents) {
    const auto scenario =
        play_events({chunk(kStart), values(1)}, step_with_needs("events: 2") + kNextStep);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("s", "next"));
    EXPECT_THAT(scenario.steps.front().verified, testing::Contains("T-SUITE"));
}

TEST_F(PreconditionTest, CountsTheEventsThatItSelects) {
    const std::string of_values =
        "events: 2, what: two states, where: [ { context: $message.header.event, condition: "
        "values, type: regex } ]";
    EXPECT_EQ(play_events({chunk(kStart), values(1)}, step_with_needs(of_values)).reason,
              "step s: needs two states, saw 1 of 2 events; give another graph");
    EXPECT_EQ(
        play_events({chunk(kStart), values(1), values(2)}, step_with_needs(of_values)).verdict,
        Verdict::kPassed);
}

TEST_F(PreconditionTest, SkipsAScenarioWithAnEventThatItDoesNotExpect) {
    const std::string no_error =
        "maxEvents: 0, what: a run without an error, where: [ { context: $message.header.event, "
        "condition: error, type: regex } ]";
    EXPECT_EQ(play_events({chunk(kStart), chunk(streaming::event("error", "{}"))},
                          step_with_needs(no_error))
                  .reason,
              "step s: needs a run without an error, saw 1 of 2 events; give another graph");
    EXPECT_EQ(play_events({chunk(kStart)}, step_with_needs(no_error)).verdict, Verdict::kPassed);
}

TEST_F(PreconditionTest, SkipsAScenarioWithAShortStream) {
    const auto scenario = play_events({chunk(kStart)}, step_with_needs("duration: 60000"));
    EXPECT_EQ(scenario.verdict, Verdict::kSkipped);
    EXPECT_THAT(scenario.reason, HasSubstr("needs a stream of 60000 ms, saw a stream of "));
    EXPECT_EQ(play_events({chunk(kStart)}, step_with_needs("duration: 1")).verdict,
              Verdict::kSkipped);
}

TEST_F(PreconditionTest, MeasuresAStreamToItsLastEvent) {
    ScriptedServer late_end({stream_script({{chunk(kStart)}, {kEnd, milliseconds(60)}})});
    EXPECT_EQ(play_against(late_end, step_with_needs("duration: 50")).scenarios.front().verdict,
              Verdict::kSkipped);
    // A busy machine may read the first event late, which shortens the stream.
    ScriptedServer late_event(
        {stream_script({{chunk(kStart)}, {values(1), milliseconds(500)}, {kEnd}})});
    EXPECT_EQ(play_against(late_event, step_with_needs("duration: 50")).scenarios.front().verdict,
              Verdict::kPassed);
}

TEST_F(PreconditionTest, ExplainsEventsThatAreMissing) {
    const std::string rules =
        "minEvents: 9, events: [ { select: 7, criteria: [ { condition: $message.payload#/n > 0 } ] "
        "}, { select: some, criteria: [ { condition: $message.payload#/n == 7 } ] } ]";
    const auto scenario =
        play_events({chunk(kStart), values(1)}, step_with_needs("events: 6", rules));
    EXPECT_EQ(scenario.verdict, Verdict::kSkipped);
    EXPECT_THAT(codes_of(scenario.steps.front()), ElementsAre("precondition"));
    const auto enough =
        play_events({chunk(kStart), values(1)}, step_with_needs("events: 2", rules));
    EXPECT_EQ(enough.verdict, Verdict::kFailed);
}

TEST_F(PreconditionTest, DoesNotHideAFailureOfTheContract) {
    const auto scenario = play_events({chunk(kStart), chunk(streaming::event("values", "7"))},
                                      step_with_needs("events: 6"));
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(codes_of(scenario.steps.front()), ElementsAre("E8-item", "precondition"));
}

TEST_F(PreconditionTest, DoesNotHideAViolatedEventRule) {
    const auto scenario = play_events(
        {chunk(kStart), values(1)},
        step_with_needs("events: 6",
                        "events: [ { select: every, criteria: [ { condition: "
                        "$message.payload#/n != 1 } ], where: [ { condition: $message.payload#/n "
                        "> 0 } ] } ]"));
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
}

TEST_F(PreconditionTest, IsNotBlamedForAStreamThatIsCut) {
    const auto scenario = play_events({chunk(kStart)}, step_with_needs("events: 6"), "zz\r\n");
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(codes_of(scenario.steps.front()), testing::Not(testing::Contains("precondition")));
}

TEST_F(PreconditionTest, IsNotBlamedForARefusal) {
    ScriptedServer server(
        {{"POST /runs/stream",
          {{"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: "
            "2\r\n\r\n{}"}}}});
    const auto result = play_against(server, step_with_needs("events: 6"));
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kFailed);
}

const std::string kTokenRule =
    "events: [ { select: 1, criteria: [ { condition: $message.payload#/n == 1 } ], needs: [ { "
    "events: 2, provide: a model } ] } ]";

TEST_F(PreconditionTest, SkipsAnEventRuleWithoutItsEvent) {
    const auto scenario = play_events({chunk(kStart)}, stream_step(kTokenRule) + kNextStep);
    EXPECT_EQ(scenario.verdict, Verdict::kSkipped);
    EXPECT_EQ(scenario.reason, "step s: needs 2 events, saw 1 event; give a model");
    EXPECT_THAT(step_ids(scenario), ElementsAre("s"));
}

TEST_F(PreconditionTest, FailsAnEventRuleWhosePreconditionIsMet) {
    EXPECT_EQ(play_events({chunk(kStart), values(2)}, stream_step(kTokenRule)).verdict,
              Verdict::kFailed);
    EXPECT_EQ(play_events({chunk(kStart), values(1)}, stream_step(kTokenRule)).verdict,
              Verdict::kPassed);
}

TEST_F(PreconditionTest, SkipsABackgroundStepAndDropsTheCriteriaOfLaterOnes) {
    const std::string run = step_with_needs("events: 6") +
                            "        x-ct-background: { releaseAfterEvents: 1 }\n"
                            "        outputs: { run: $message.payload#/run_id }\n";
    const std::string join =
        "      - stepId: join\n        operationId: joinIt\n"
        "        x-ct-background: {}\n"
        "        parameters: [ { name: run_id, in: path, value: $steps.s.outputs.run } ]\n"
        "        x-ct-sse: { minEvents: 3 }\n";
    const std::string after =
        "      - { stepId: next, operationId: listThings, dependsOn: [s, join] }\n";
    ScriptedServer server({stream_script({{chunk(kStart)}, {values(1)}, {kEnd}}),
                           stream_script({{kEnd}}, Then::kHoldOpen, "GET /runs/r-1/stream"),
                           {"GET /things", {{kEmptyList}}}});
    const auto scenario = play_against(server, run + join + after).scenarios.front();
    EXPECT_EQ(scenario.verdict, Verdict::kSkipped);
    EXPECT_THAT(step_ids(scenario), ElementsAre("s", "join"));
    EXPECT_THAT(codes_of(scenario.steps.back()), testing::Not(testing::Contains("criterion")));
}

// Responses that are not streams.

const std::string kExports = R"(  - workflowId: life
    steps:
      - stepId: list
        operationId: listThings
        successCriteria:
          - condition: $statusCode == 200
          - condition: $response.body#/0/status == 'DONE'
            x-ct-needs: [ { condition: $response.body#/0 != null, what: a thing, provide: a thing } ]
      - stepId: remove
        operationId: deleteThing
        x-ct-finally: true
        parameters: [ { name: id, in: path, value: '1' } ]
)";

TEST(Precondition, SkipsACriterionAndStillCleansUp) {
    FakeTarget fake;
    fake.on("GET /things", {{200, "[]"}});
    fake.on("DELETE /things/1", {{204, ""}});
    const auto scenario = play(kExports, fake).scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kSkipped);
    EXPECT_THAT(scenario.reason, HasSubstr("step list: needs a thing, saw "));
    EXPECT_THAT(scenario.reason, HasSubstr("; give a thing"));
    EXPECT_THAT(fake.calls(), ElementsAre("GET /things", "DELETE /things/1"));
}

TEST(Precondition, FailsACriterionIfItIsMetOrTheStatusIsNoSuccess) {
    FakeTarget fake;
    fake.on("GET /things", {{200, R"([{"status":"NEW"}])"}});
    fake.on("DELETE /things/1", {{204, ""}});
    EXPECT_EQ(play(kExports, fake).scenarios.at(0).verdict, Verdict::kFailed);
    fake.on("GET /things", {{404, "[]"}});
    EXPECT_EQ(play(kExports, fake).scenarios.at(0).verdict, Verdict::kFailed);
    fake.on("GET /things", {{200, R"([{"status":"DONE"}])"}});
    EXPECT_EQ(play(kExports, fake).scenarios.at(0).verdict, Verdict::kPassed);
}

TEST(Precondition, KeepsAnEarlierFailure) {
    FakeTarget fake;
    fake.on("GET /things/a", {{200, R"({"id":7})"}});
    fake.on("GET /things", {{200, "[]"}});
    const auto scenario = play(R"(  - workflowId: life
    steps:
      - { stepId: read, operationId: getThing, parameters: [ { name: id, in: path, value: a } ], successCriteria: [ { condition: $statusCode == 200 } ] }
      - stepId: list
        operationId: listThings
        x-ct-needs: [ { condition: $response.body#/0 != null, what: a thing, provide: a thing } ]
)",
                               fake)
                              .scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(scenario), ElementsAre("read/schema", "list/precondition"));
}

TEST(Precondition, IsCheckedOnceNoRetryFollows) {
    FakeTarget fake;
    fake.on("GET /things", {{200, "[]"}, {200, "[1]"}});
    const auto scenario = play(R"(  - workflowId: life
    steps:
      - stepId: list
        operationId: listThings
        x-ct-needs: [ { condition: $response.body#/0 != null, what: a thing, provide: a thing } ]
        onFailure: [ { name: notYet, type: retry, retryAfter: 0, retryLimit: 2 } ]
)",
                               fake)
                              .scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(finding_codes(scenario), IsEmpty());
}

TEST(Precondition, SkipsTheScenarioThatCallsItsWorkflow) {
    FakeTarget fake;
    fake.on("GET /things", {{200, "[]"}});
    RunOptions options;
    options.only = {"things/life"};
    const auto result = play(R"(  - workflowId: life
    steps:
      - { stepId: call, workflowId: inner }
      - { stepId: again, operationId: listThings }
  - workflowId: inner
    inputs: { type: object, required: [given], properties: { given: { default: 1 } } }
    steps:
      - stepId: list
        operationId: listThings
        x-ct-needs: [ { condition: $response.body#/0 != null, what: a thing, provide: a thing } ]
)",
                             fake,
                             options);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kSkipped);
    EXPECT_THAT(result.scenarios.at(0).reason, HasSubstr("step call/list: needs a thing"));
    EXPECT_THAT(fake.calls(), ElementsAre("GET /things"));
}

}  // namespace
}  // namespace plumbline::runner
