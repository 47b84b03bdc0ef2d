#include "conformance/runner/stream/stream_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using reports::Verdict;
using std::chrono::milliseconds;
using std::chrono::seconds;
using streaming::chunk;
using streaming::kStart;
using testing::ElementsAre;
using testing::HasSubstr;
using Then = ScriptedServer::AfterScript;

const std::string kJson =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

const std::string kRunBeside = stream_step("minEvents: 1",
                                           "        x-ct-background: { releaseAfterEvents: 1 }\n"
                                           "        outputs: { run: $message.payload#/run_id }\n");
const std::string kJoinIt =
    "      - stepId: join\n        operationId: joinIt\n"
    "        parameters: [{name: run_id, in: path, value: $steps.s.outputs.run}]\n"
    "        x-ct-sse: { minEvents: 1, disconnectAfterEvents: 1 }\n";
const std::string kOther = "      - stepId: list\n        operationId: listThings\n";

/// A run that continues while it is joined: its gate opens with the join.
ScriptedServer::ServerScript gated_run(Then then = Then::kHoldOpen) {
    return stream_script({{chunk(kStart)}, {values(1), milliseconds(0), "go"}, {kEnd}}, then);
}

TEST_F(StreamRunTest, JoinsARunThatIsInProgress) {
    ScriptedServer server({gated_run(),
                           stream_script({{values(1)}}, Then::kHoldOpen, "GET /runs/r-1/stream"),
                           {"GET /things", {{kJson}}}});
    std::jthread opener([&] {
        server.wait_for_requests(2);
        server.open("go");
    });
    const auto result =
        play_against(server, kRunBeside + kJoinIt + kOther + "        dependsOn: [s]\n");
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kPassed);
    EXPECT_THAT(step_ids(result.scenarios.front()), ElementsAre("join", "s", "list"));
    EXPECT_THAT(
        server.requests(),
        ElementsAre(HasSubstr("POST"), HasSubstr("/runs/r-1/stream"), HasSubstr("/things")));
}

TEST_F(StreamRunTest, JoinsBackgroundStepsAtTheEndOfTheWorkflow) {
    ScriptedServer server({stream_script({{chunk(kStart)}, {values(1), milliseconds(20)}, {kEnd}}),
                           {"GET /things", {{kJson}}}});
    const auto result = play_against(server, kRunBeside + kOther);
    EXPECT_THAT(step_ids(result.scenarios.front()), ElementsAre("list", "s"));
    EXPECT_EQ(step_of(result).exchanges.front().streams.front().end, "complete");
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kPassed);
}

TEST_F(StreamRunTest, SetsTheBackgroundVerdictWhenItIsJoined) {
    ScriptedServer server({stream_script({{chunk(kStart)}, {"zz\r\n", milliseconds(20)}}),
                           {"GET /things", {{kJson}}}});
    const auto result = play_against(server, kRunBeside + kOther + "        dependsOn: [s]\n");
    EXPECT_THAT(step_ids(result.scenarios.front()), ElementsAre("s"));
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kFailed);
}

TEST_F(StreamRunTest, VerifiesNothingBesideABackgroundStepWithAnUnmetPrecondition) {
    const std::string other =
        "      - stepId: list\n        operationId: listThings\n        x-ct-verifies: [S-OTHER]\n"
        "        successCriteria: [ { condition: $statusCode == 200 } ]\n";
    const auto play_needing = [&](const std::string& needs) {
        ScriptedServer server(
            {stream_script({{chunk(kStart)}, {values(1)}, {kEnd}}), {"GET /things", {{kJson}}}});
        return play_against(server,
                            stream_step("minEvents: 1",
                                        "        x-ct-background: { releaseAfterEvents: 1 }\n"
                                        "        x-ct-needs: [ { " +
                                            needs + ", provide: a longer run } ]\n") +
                                other);
    };
    EXPECT_THAT(step_of(play_needing("events: 2"), "list").verified, ElementsAre("S-OTHER"));
    const auto result = play_needing("events: 9");
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kSkipped);
    EXPECT_THAT(step_of(result, "list").verified, ElementsAre());
    EXPECT_THAT(step_of(result).verified, ElementsAre());
}

TEST_F(StreamRunTest, ContinuesAfterAKnownDeviationOfABackgroundStep) {
    const std::string too_many =
        stream_step("minEvents: 5",
                    "        x-ct-background: { releaseAfterEvents: 1 }\n"
                    "        outputs: { run: $message.payload#/run_id }\n");
    ScriptedServer server({stream_script({{chunk(kStart)}, {values(1), milliseconds(20)}, {kEnd}}),
                           {"GET /things", {{kJson}}}});
    RunOptions options;
    reports::DeviationEntry& entry = options.deviations.emplace_back();
    entry.code = "criterion";
    entry.reason = "streams are short";
    const auto result =
        play_against(server, too_many + kOther + "        dependsOn: [s]\n", options);
    EXPECT_THAT(step_ids(result.scenarios.front()), ElementsAre("s", "list"));
    EXPECT_EQ(step_of(result).verdict, Verdict::kDeviated);
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kDeviated);
}

TEST_F(StreamRunTest, EndsWhereADeviatingBackgroundStepGivesNoValue) {
    const std::string without_id = chunk(streaming::event("metadata", "{}"));
    ScriptedServer server({stream_script({{without_id}, {values(1), milliseconds(0), "never"}})});
    RunOptions options;
    reports::DeviationEntry& entry = options.deviations.emplace_back();
    entry.code = "E2-first-chunk";
    entry.reason = "streams begin without their id";
    EXPECT_EQ(play_against(server, kRunBeside + kJoinIt).scenarios.front().verdict,
              Verdict::kFailed);
    ScriptedServer again({stream_script({{without_id}, {values(1), milliseconds(0), "never"}})});
    const auto result = play_against(again, kRunBeside + kJoinIt, options);
    EXPECT_THAT(step_ids(result.scenarios.front()), ElementsAre("s", "join"));
    EXPECT_EQ(step_of(result).verdict, Verdict::kDeviated);
    EXPECT_EQ(step_of(result, "join").verdict, Verdict::kSkipped);
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kDeviated);
}

TEST_F(StreamRunTest, ChecksAllDependenciesOfAStepEvenIfOneFails) {
    const std::string join_beside =
        "      - stepId: join\n        operationId: joinIt\n"
        "        parameters: [{name: run_id, in: path, value: $steps.s.outputs.run}]\n"
        "        x-ct-sse: { minEvents: 2 }\n"
        "        x-ct-background: { releaseAfterEvents: 0 }\n";
    ScriptedServer server(
        {stream_script({{chunk(kStart)}, {"zz\r\n", milliseconds(20)}}),
         stream_script({{values(1)}, {kEnd}}, Then::kHoldOpen, "GET /runs/r-1/stream"),
         {"GET /things", {{kJson}}}});
    const auto result =
        play_against(server, kRunBeside + join_beside + kOther + "        dependsOn: [s, join]\n");
    EXPECT_THAT(step_ids(result.scenarios.front()), ElementsAre("s", "join"));
    EXPECT_THAT(step_of(result, "join"), Finds("criterion", "1"));
    EXPECT_EQ(step_of(result, "join").verdict, Verdict::kFailed);
}

TEST_F(StreamRunTest, EndsIfTheBackgroundFailsBeforeItsRelease) {
    ScriptedServer server({stream_script({{"zz\r\n"}}), {"GET /things", {{kJson}}}});
    const auto result = play_against(server, kRunBeside + kOther);
    EXPECT_THAT(step_ids(result.scenarios.front()), ElementsAre("s"));
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kFailed);
}

TEST_F(StreamRunTest, ReleasesAfterTheHeadAlone) {
    ScriptedServer server({stream_script({{chunk(kStart), milliseconds(0), "go"}, {kEnd}}),
                           {"GET /things", {{kJson}}}});
    std::jthread opener([&] {
        server.wait_for_requests(2);
        server.open("go");
    });
    const auto result =
        play_against(server, stream_step("minEvents: 1", "        x-ct-background: {}\n") + kOther);
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kPassed);
}

TEST_F(StreamRunTest, StopsTheBackgroundIfTheWorkflowFails) {
    ScriptedServer server(
        {stream_script({{chunk(kStart)}, {values(1), milliseconds(1)}}, Then::kRepeatLast),
         {"GET /things", {{kJson}}}});
    const auto result = play_against(
        server,
        kRunBeside + kOther + "        successCriteria: [{condition: $statusCode == 500}]\n");
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kFailed);
    EXPECT_THAT(step_of(result, "list"), Finds("criterion", "$statusCode"));
    EXPECT_EQ(step_of(result).verdict, Verdict::kObserved)
        << "the stop does not count against the run";
    EXPECT_EQ(step_of(result).exchanges.front().streams.front().end, "stopped");
    EXPECT_LT(duration_, seconds(3));
}

TEST_F(StreamRunTest, LimitsTheBackgroundByItsTimeout) {
    const std::string run = stream_step("end: server", "        x-ct-background: {}\n", 200);
    ScriptedServer server({stream_script({{chunk(kStart)}}), {"GET /things", {{kJson}}}});
    const auto result = play_against(server, run + kOther);
    EXPECT_THAT(step_of(result), Finds("criterion", "no end before the deadline"));
    EXPECT_LT(duration_, seconds(3));
}

}  // namespace
}  // namespace plumbline::runner
