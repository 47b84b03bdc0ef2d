#include "conformance/runner/stream_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using reports::Verdict;
using std::chrono::milliseconds;
using std::chrono::seconds;
using streaming::chunk;
using streaming::event;
using streaming::kStart;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using Then = ScriptedServer::Then;

const std::string kEnd = "0\r\n\r\n";

std::string values(int n) {
    return chunk(event("values", "{\"n\":" + std::to_string(n) + "}"));
}

std::vector<std::string> codes_of(const reports::StepResult& step) {
    std::vector<std::string> codes;
    for (const reports::Finding& finding : step.findings) {
        if (finding.verdict != Verdict::kObserved) codes.push_back(finding.code);
    }
    return codes;
}

TEST_F(StreamRunTest, PassesAndRecordsAGoodStream) {
    const auto result = play_script(stream_script({{chunk(kStart)}, {values(1)}, {kEnd}}),
                                    stream_step("minEvents: 2"));
    const auto& step = step_of(result);
    EXPECT_THAT(codes_of(step), IsEmpty());
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kPassed);
    ASSERT_THAT(step.exchanges, SizeIs(1));
    ASSERT_THAT(step.exchanges.front().streams, SizeIs(1));
    const auto& stream = step.exchanges.front().streams.front();
    EXPECT_EQ(stream.events, 2U);
    EXPECT_EQ(stream.end, "complete");
    EXPECT_GE(stream.first_event_ms, 0);
    EXPECT_THAT(step.exchanges.front().curl, HasSubstr("curl -N "));
    EXPECT_THAT(step.exchanges.front().curl, HasSubstr("Accept: text/event-stream"));
    EXPECT_THAT(step.exchanges.front().response_excerpt, HasSubstr("event: metadata\ndata: "));
    EXPECT_THAT(step.verified, Contains("T-FIRST"));
}

TEST_F(StreamRunTest, JudgesAStreamThatNobodyAsksAnythingOf) {
    const auto result = play_script(
        stream_script({{chunk(event("metadata", "{}")) + kEnd}}),
        "      - stepId: s\n        operationId: streamIt\n        requestBody: { payload: {} }\n");
    EXPECT_THAT(codes_of(step_of(result)), Contains("E2-first-chunk"));
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kFailed);
}

TEST_F(StreamRunTest, JudgesAnAnswerThatIsNoStream) {
    const std::string body = "1e\r\n{\"detail\":\"no such assistant\"}\r\n0\r\n\r\n";
    const auto result = play_script(
        {"POST /runs/stream",
         {{"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\n"
           "Transfer-Encoding: chunked\r\n\r\n" +
           body}}},
        stream_step("end: any",
                    "        successCriteria:\n"
                    "          - condition: $statusCode == 404\n"
                    "          - condition: $response.body#/detail == 'no such assistant'\n"));
    EXPECT_THAT(codes_of(step_of(result)), ElementsAre("criterion"));
    EXPECT_THAT(step_of(result), Finds("criterion", "status 404, Content-Type application/json"));
}

TEST_F(StreamRunTest, LetsRulesSeeEventsAndTheirSelection) {
    const std::string rules =
        "events: ["
        "{select: first, criteria: [{condition: $message.payload#/run_id == 'r-1'}]},"
        "{select: last, criteria: [{condition: $message.payload#/n == 3}]},"
        "{select: 1, where: [{condition: $message.header.event == 'values'}],"
        " criteria: [{condition: $message.payload#/n == 2}]},"
        "{select: rest, criteria: [{condition: $message.payload#/n >= 1}]},"
        "{select: every, criteria: [{condition: $statusCode == 200}]},"
        "{select: some, criteria: [{condition: $message.payload#/n == 2}]},"
        "{select: none, criteria: [{condition: $message.header.event == 'error'}]}]";
    const auto result =
        play_script(stream_script({{chunk(kStart)}, {values(1) + values(2)}, {values(3) + kEnd}}),
                    stream_step(rules));
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
}

struct Broken {
    const char* name;
    const char* sse;
    const char* says;
};

void PrintTo(const Broken& one, std::ostream* out) {
    *out << one.name;
}

class BrokenDemand : public StreamRunTest, public testing::WithParamInterface<Broken> {};

TEST_P(BrokenDemand, IsTold) {
    const auto result =
        play_script(stream_script({{chunk(kStart) + values(1) + values(2) + values(3) + kEnd}}),
                    stream_step(GetParam().sse));
    EXPECT_THAT(codes_of(step_of(result)), ElementsAre("criterion"));
    EXPECT_THAT(step_of(result), Finds("criterion", GetParam().says));
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kFailed);
}

INSTANTIATE_TEST_SUITE_P(
    Rules,
    BrokenDemand,
    testing::Values(
        Broken{"first",
               "events: [{select: first, criteria: [{condition: $message.payload#/attempt == 2}]}]",
               "in the first event | $message.payload#/attempt is 1 | event 1, byte 4 of the body"},
        Broken{"last",
               "events: [{select: last, criteria: [{condition: $message.payload#/n == 2}]}]",
               "in the last event | $message.payload#/n is 3 | event 4, "},
        Broken{"number",
               "events: [{select: 2, criteria: [{condition: $message.payload#/n == 9}]}]",
               "in event 2 (counted from 0) | $message.payload#/n is 2"},
        Broken{"number_that_does_not_come",
               "events: [{select: 7, criteria: [{condition: $message.payload#/n == 9}]}]",
               "event 7 (counted from 0) to be there | a stream of 4 events"},
        Broken{"every",
               "events: [{select: every, criteria: [{condition: $message.payload#/n < 3}], where: "
               "[{condition: $message.header.event == 'values'}]}]",
               "in every event | $message.payload#/n is 3 | event 4, "},
        Broken{"rest",
               "events: [{select: rest, criteria: [{condition: $message.payload#/n > 1}]}]",
               "in every event but the first"},
        Broken{"some",
               "events: [{select: some, criteria: [{condition: $message.payload#/n == 8}]}]",
               "in some event"},
        Broken{"none",
               "events: [{select: none, criteria: [{condition: $message.payload#/n == 2}]}]",
               "no event with $message.payload#/n == 2"},
        Broken{"filtered_away",
               "events: [{select: first, where: [{condition: $message.header.event == 'x'}], "
               "criteria: [{condition: $message.payload#/n == 2}]}]",
               "the first event to be there | a stream of 4 events, of which the rule looks at 0"},
        Broken{"too_few", "minEvents: 5", "at least 5 events | 4 events"},
        Broken{"too_many", "maxEvents: 3", "at most 3 events | 4 events"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST_F(StreamRunTest, KeepsOutputsOfTheFirstEventThatHasThem) {
    ScriptedServer server({stream_script({{chunk(kStart) + values(4) + values(5) + kEnd}}),
                           stream_script({{kEnd}}, Then::kHold, "GET /runs/4/stream")});
    (void)play_against(
        server,
        stream_step("end: server", "        outputs: { number: $message.payload#/n }\n") +
            "      - stepId: join\n        operationId: joinIt\n"
            "        parameters: [{name: run_id, in: path, value: $steps.s.outputs.number}]\n"
            "        x-ct-sse: {end: server}\n");
    EXPECT_THAT(server.requests(),
                ElementsAre(HasSubstr("POST /runs/stream"), HasSubstr("GET /runs/4/stream")));
}

TEST_F(StreamRunTest, ReadsEventsInTheNamesOfTheTarget) {
    auto contract = std::make_shared<Contract>();
    contract->documents.push_back(streaming::stream_api());
    vocabulary_ =
        *Naming::make(*parse_yaml("fields: { graph_node: node }", "names.yaml"), contract);
    const std::string pair = R"([{"content":"a"},{"node":"agent"}])";
    const auto result =
        play_script(stream_script({{chunk(kStart) + chunk(event("messages", pair)) + kEnd}}),
                    "      - stepId: s\n        operationId: streamIt\n"
                    "        requestBody: { payload: { stream_mode: messages-tuple } }\n"
                    "        x-ct-sse: { events: [{select: last, criteria: "
                    "[{condition: $message.payload#/1/graph_node == 'agent'}]}] }\n");
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
    EXPECT_THAT(step_of(result).verified, Contains("T-PAIR"));
}

TEST_F(StreamRunTest, AnswersQuestionsByEvents) {
    const auto result = play_script(
        stream_script({{chunk(kStart) + values(1) + kEnd}}),
        stream_step("end: server",
                    "        x-ct-observe:\n"
                    "          - {question: Q-1, condition: $message.payload#/n == 1}\n"
                    "          - {question: Q-2, condition: $message.header.event == 'end'}\n"));
    EXPECT_THAT(step_of(result), Finds("observation", "yes: "));
    EXPECT_THAT(step_of(result), Finds("observation", "no: "));
}

// Streams that do not end as they should, each within its deadline.

TEST_F(StreamRunTest, LeavesAStreamThatNeverEndsAfterSoManyEvents) {
    const auto result =
        play_script(stream_script({{chunk(kStart)}, {values(1), milliseconds(1)}}, Then::kRepeat),
                    stream_step("disconnectAfterEvents: 10, minEvents: 10, maxEvents: 10"));
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
    EXPECT_EQ(step_of(result).exchanges.front().streams.front().end, "left");
    EXPECT_LT(took_, seconds(3));
}

TEST_F(StreamRunTest, LeavesAStreamThatNeverEndsAtAnEvent) {
    const auto result = play_script(
        stream_script({{chunk(kStart)}, {values(1)}, {values(2)}, {values(3), milliseconds(1)}},
                      Then::kRepeat),
        stream_step("disconnectWhen: [{condition: $message.payload#/n == 2}], maxEvents: 3"));
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
}

TEST_F(StreamRunTest, LeavesWhatNeverEndsInPlaceOfAStream) {
    const auto result =
        play_script({"POST /runs/stream",
                     {{"HTTP/1.1 404 Not Found\r\nContent-Type: text/event-stream\r\n"
                       "Transfer-Encoding: chunked\r\n\r\n"},
                      {values(1), milliseconds(1)}},
                     Then::kRepeat},
                    stream_step("end: server",
                                "        successCriteria:\n"
                                "          - condition: $statusCode == 200\n"));
    EXPECT_THAT(step_of(result), Finds("criterion", "$statusCode is 404"));
    EXPECT_LT(took_, seconds(4));
}

TEST_F(StreamRunTest, EndsAStreamThatNeverEndsByTime) {
    const std::string steps =
        "      - stepId: s\n        operationId: streamIt\n        timeout: 200\n"
        "        requestBody: { payload: { stream_mode: values } }\n        x-ct-sse: { end: any "
        "}\n";
    const auto result = play_script(
        stream_script({{chunk(kStart)}, {values(1), milliseconds(5)}}, Then::kRepeat), steps);
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
    EXPECT_EQ(step_of(result).exchanges.front().streams.front().end, "deadline");
    EXPECT_LT(took_, seconds(3));
}

TEST_F(StreamRunTest, TellsAStreamThatDoesNotEndInItsTime) {
    const std::string steps =
        "      - stepId: s\n        operationId: streamIt\n        timeout: 200\n"
        "        requestBody: { payload: { stream_mode: values } }\n        x-ct-sse: { minEvents: "
        "1 }\n";
    const auto result = play_script(
        stream_script({{chunk(kStart)}, {values(1), milliseconds(5)}}, Then::kRepeat), steps);
    EXPECT_THAT(codes_of(step_of(result)), ElementsAre("C4-terminator", "criterion"));
    EXPECT_THAT(step_of(result), Finds("criterion", "no end before the deadline"));
}

TEST_F(StreamRunTest, EndsAStreamBySilence) {
    const auto result =
        play_script(stream_script({{chunk(kStart)}}), stream_step("end: any, idleWithin: 100"));
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
    EXPECT_LT(took_, seconds(3));
}

TEST_F(StreamRunTest, TellsAStreamThatStalls) {
    const auto result =
        play_script(stream_script({{chunk(kStart)}}), stream_step("idleWithin: 100"));
    EXPECT_THAT(step_of(result), Finds("criterion", "no silence of 100 ms before it"));
    EXPECT_LT(took_, seconds(3));
}

TEST_F(StreamRunTest, TellsAFirstEventThatDoesNotCome) {
    const auto result = play_script(stream_script({{}}), stream_step("firstEventWithin: 100"));
    EXPECT_THAT(step_of(result), Finds("criterion", "the first event within 100 ms | none in 1"));
    EXPECT_LT(took_, seconds(3));
}

TEST_F(StreamRunTest, TellsAFirstEventThatTricklesIn) {
    std::vector<ScriptedServer::Part> parts;
    for (const char byte : chunk(kStart)) parts.push_back({std::string(1, byte), milliseconds(30)});
    const auto result = play_script(stream_script(std::move(parts)),
                                    stream_step("firstEventWithin: 150, idleWithin: 2000"));
    EXPECT_THAT(step_of(result), Finds("criterion", "the first event within 150 ms"));
    EXPECT_LT(took_, seconds(3));
}

TEST_F(StreamRunTest, TellsAConnectionThatIsClosedWithinAChunk) {
    const auto result = play_script(
        stream_script({{chunk(kStart)}, {"ff\r\nevent: values\ndata: {"}}, Then::kClose),
        stream_step("minEvents: 1"));
    EXPECT_THAT(codes_of(step_of(result)),
                ElementsAre("C10-truncated", "S1-last-event", "criterion"));
    EXPECT_THAT(step_of(result), Finds("C10-truncated", "event 1, byte "));
    EXPECT_EQ(step_of(result).exchanges.front().streams.front().end, "closed");
}

TEST_F(StreamRunTest, TellsAReset) {
    const auto result = play_script(stream_script({{chunk(kStart)}, {values(1)}}, Then::kReset),
                                    stream_step("minEvents: 1"));
    EXPECT_THAT(codes_of(step_of(result)), Contains("C10-truncated"));
    EXPECT_EQ(step_of(result).exchanges.front().streams.front().end, "reset");
}

TEST_F(StreamRunTest, TellsGarbage) {
    const auto result =
        play_script(stream_script({{chunk(kStart)}, {"zz\r\n"}}), stream_step("minEvents: 1"));
    EXPECT_THAT(step_of(result), Finds("C1-chunk-size", ">>zz"));
    EXPECT_LT(took_, seconds(3));
}

TEST_F(StreamRunTest, KeepsSecretsOutOfWhatItShows) {
    RunOptions options;
    options.inputs = std::make_shared<const Json>(json_of(R"({"api_key": "open-sesame-77"})"));
    // The excerpt is cut within the secret.
    const std::string padding(52, '.');
    ScriptedServer server(
        {stream_script({{chunk(kStart)}, {"zz" + padding + "open-sesame-77\r\n"}})});
    const auto result = play_against(server, stream_step("minEvents: 1"), options);
    EXPECT_THAT(step_of(result), Finds("C1-chunk-size", ">>zz" + padding));
    EXPECT_THAT(step_of(result), Not(Finds("C1-chunk-size", "open")));
}

}  // namespace
}  // namespace plumbline::runner
