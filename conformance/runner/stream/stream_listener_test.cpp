#include "conformance/runner/stream/stream_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using reports::Verdict;
using streaming::chunk;
using streaming::event;
using streaming::kStart;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using Then = ScriptedServer::AfterScript;

TEST_F(StreamRunTest, PassesAndRecordsAValidStream) {
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
    ASSERT_THAT(stream.arrivals, SizeIs(2));
    EXPECT_EQ(stream.arrivals[1].mode, "values");
    EXPECT_GE(stream.arrivals[1].at_ms, stream.first_event_ms);
    EXPECT_THAT(stream.excerpts, IsEmpty());
    EXPECT_THAT(step.exchanges.front().curl, HasSubstr("curl -N "));
    EXPECT_THAT(step.exchanges.front().curl, HasSubstr("Accept: text/event-stream"));
    EXPECT_THAT(step.exchanges.front().response_excerpt, HasSubstr("event: metadata\ndata: "));
    EXPECT_THAT(step.verified, Contains("T-FIRST"));
}

TEST_F(StreamRunTest, CountsNoEventsBesideTheOutputOfTheRun) {
    const auto result = play_script(
        stream_script({{chunk(kStart)},
                       {values(1)},
                       {chunk(event("checkpoints", "{}")) + chunk(event("end", "null")) + kEnd}}),
        stream_step("minEvents: 2, maxEvents: 2, events: [{ select: last, criteria: [{ condition: "
                    "'$message.payload#/n == 1' }] }]"));
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
    EXPECT_EQ(step_of(result).exchanges.front().streams.front().events, 4U);
}

TEST_F(StreamRunTest, CountsEveryEventOfAStreamThatTheContractDoesNotDescribe) {
    const std::string steps =
        "      - stepId: s\n        operationId: streamOther\n        x-ct-sse: { minEvents: ";
    const ScriptedServer::ServerScript script{
        "GET /other/stream",
        {{"HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: null\n\n"
          "data: [DONE]\n\n"}},
        Then::kClose};
    const auto result = play_script(script, steps + "2, maxEvents: 2 }\n");
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
    EXPECT_THAT(codes_of(step_of(play_script(script, steps + "3 }\n"))), ElementsAre("criterion"));
}

TEST_F(StreamRunTest, ChecksAStreamWithoutRules) {
    const auto result = play_script(
        stream_script({{chunk(event("metadata", "{}")) + kEnd}}),
        "      - stepId: s\n        operationId: streamIt\n        requestBody: { payload: {} }\n");
    EXPECT_THAT(codes_of(step_of(result)), Contains("E2-first-chunk"));
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kFailed);
}

TEST_F(StreamRunTest, ChecksAResponseThatIsNotAStream) {
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

TEST_F(StreamRunTest, LetsRulesReadEventsByTheirSelection) {
    const std::string rules =
        "events: ["
        "{select: first, criteria: [{condition: $message.payload#/run_id == 'r-1'}]},"
        "{select: last, criteria: [{condition: $message.payload#/n == 3}]},"
        "{select: 1, where: [{condition: $message.header.event == 'values'}],"
        " criteria: [{condition: $message.payload#/n == 2}]},"
        "{select: rest, criteria: [{condition: $message.payload#/n >= 1}]},"
        "{select: every, criteria: [{condition: $statusCode == 200}]},"
        "{select: some, criteria: [{condition: $message.payload#/n == 2}]},"
        "{select: distinct, criteria: [{condition: $message.payload#/n >= 1}]},"
        "{select: 0, where: [{condition: $message.header.mode == 'values'}],"
        " criteria: [{condition: $message.payload#/n == 1}]},"
        "{select: none, criteria: [{condition: $message.header.event == 'error'}]}]";
    const auto result =
        play_script(stream_script({{chunk(kStart)}, {values(1) + values(2)}, {values(3) + kEnd}}),
                    stream_step(rules));
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
}

TEST_F(StreamRunTest, TellsEventsApartByNameAndData) {
    const std::string rule =
        "events: [{select: distinct, criteria: [{condition: $message.payload#/n >= 1}]}]";
    const auto result =
        play_script(stream_script({{chunk(kStart) + values(1) + values(2) + values(1) + kEnd}}),
                    stream_step(rule));
    EXPECT_THAT(step_of(result),
                Finds("criterion", "events that differ in their name or data | values with"));
}

TEST_F(StreamRunTest, RequiresNothingOfAnOptionalStreamThatIsNone) {
    const std::string refusal =
        "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    const auto result = play_script(
        {"POST /runs/stream", {{refusal}}},
        stream_step("optional: true, minEvents: 3",
                    "        successCriteria:\n          - condition: $statusCode == 404\n"));
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
}

TEST_F(StreamRunTest, VerifiesByAnOptionalStreamThatIsNoneThatNoEventArrives) {
    const std::string refusal =
        "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    const auto result =
        play_script({"POST /runs/stream", {{refusal}}},
                    stream_step("optional: true, events: [{select: none, verifies: [T-NONE], "
                                "criteria: [{condition: $message.payload#/n >= 1}]}, "
                                "{select: last, verifies: [T-LAST], "
                                "criteria: [{condition: $message.payload#/n >= 1}]}]"));
    EXPECT_THAT(step_of(result).verified, testing::ElementsAre("T-NONE"));
}

struct FailingRule {
    const char* name;
    const char* sse;
    const char* message;
};

void PrintTo(const FailingRule& one, std::ostream* out) {
    *out << one.name;
}

class FailingStreamRules : public StreamRunTest, public testing::WithParamInterface<FailingRule> {};

TEST_P(FailingStreamRules, AreReported) {
    const auto result =
        play_script(stream_script({{chunk(kStart) + values(1) + values(2) + values(3) + kEnd}}),
                    stream_step(GetParam().sse));
    EXPECT_THAT(codes_of(step_of(result)), ElementsAre("criterion"));
    EXPECT_THAT(step_of(result), Finds("criterion", GetParam().message));
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kFailed);
}

INSTANTIATE_TEST_SUITE_P(
    Rules,
    FailingStreamRules,
    testing::Values(
        FailingRule{
            "first",
            "events: [{select: first, criteria: [{condition: $message.payload#/attempt == 2}]}]",
            "in the first event | $message.payload#/attempt is 1 | event 1, byte 4 of the body"},
        FailingRule{"last",
                    "events: [{select: last, criteria: [{condition: $message.payload#/n == 2}]}]",
                    "in the last event | $message.payload#/n is 3 | event 4, "},
        FailingRule{"number",
                    "events: [{select: 2, criteria: [{condition: $message.payload#/n == 9}]}]",
                    "in event 2 (counted from 0) | $message.payload#/n is 2"},
        FailingRule{"number_that_does_not_come",
                    "events: [{select: 7, criteria: [{condition: $message.payload#/n == 9}]}]",
                    "event 7 (counted from 0) to exist | a stream of 4 events"},
        FailingRule{
            "every",
            "events: [{select: every, criteria: [{condition: $message.payload#/n < 3}], where: "
            "[{condition: $message.header.event == 'values'}]}]",
            "in every event | $message.payload#/n is 3 | event 4, "},
        FailingRule{"rest",
                    "events: [{select: rest, criteria: [{condition: $message.payload#/n > 1}]}]",
                    "in every event but the first"},
        FailingRule{"some",
                    "events: [{select: some, criteria: [{condition: $message.payload#/n == 8}]}]",
                    "in some event"},
        FailingRule{"none",
                    "events: [{select: none, criteria: [{condition: $message.payload#/n == 2}]}]",
                    "no event with $message.payload#/n == 2"},
        FailingRule{
            "filtered_away",
            "events: [{select: first, where: [{condition: $message.header.event == 'x'}], "
            "criteria: [{condition: $message.payload#/n == 2}]}]",
            "the first event to exist | a stream of 4 events, of which 0 match the rule's filter"},
        FailingRule{"query",
                    "events: [{select: last, criteria: "
                    "[{context: $message.payload, condition: '$[?@ > 3]', type: jsonpath}]}]",
                    "in the last event | 0 nodes; $message.payload is {\"n\":3} | event 4, "},
        FailingRule{"too_few", "minEvents: 5", "at least 5 events | 4 events"},
        FailingRule{"too_many", "maxEvents: 3", "at most 3 events | 4 events"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST_F(StreamRunTest, ReadsOutputsFromTheFirstEventThatHasThem) {
    ScriptedServer server({stream_script({{chunk(kStart) + values(4) + values(5) + kEnd}}),
                           stream_script({{kEnd}}, Then::kHoldOpen, "GET /runs/4/stream")});
    (void)play_against(
        server,
        stream_step("end: server", "        outputs: { number: $message.payload#/n }\n") +
            "      - stepId: join\n        operationId: joinIt\n"
            "        parameters: [{name: run_id, in: path, value: $steps.s.outputs.number}]\n"
            "        x-ct-sse: {end: server}\n");
    EXPECT_THAT(server.requests(),
                ElementsAre(HasSubstr("POST /runs/stream"), HasSubstr("GET /runs/4/stream")));
}

TEST_F(StreamRunTest, ReadsOutputsFromTheFirstEventWithASelectedValue) {
    ScriptedServer server({stream_script({{chunk(kStart) + values(4) + values(5) + kEnd}}),
                           stream_script({{kEnd}}, Then::kHoldOpen, "GET /runs/5/stream")});
    (void)play_against(server,
                       stream_step("end: server",
                                   "        outputs: {number: {context: $message.payload, "
                                   "selector: '$[?@ > 4]', type: jsonpath}}\n") +
                           "      - stepId: join\n        operationId: joinIt\n"
                           "        parameters: [{name: run_id, in: path, value: "
                           "{context: $steps.s.outputs.number, selector: /0, type: jsonpointer}}]\n"
                           "        x-ct-sse: {end: server}\n");
    EXPECT_THAT(server.requests(),
                ElementsAre(HasSubstr("POST /runs/stream"), HasSubstr("GET /runs/5/stream")));
}

TEST_F(StreamRunTest, ReadsEventsInTheTargetsNames) {
    auto contract = std::make_shared<Contract>();
    contract->documents.push_back(streaming::stream_api());
    vocabulary_ =
        *NameMapping::make(*parse_yaml("fields: { graph_node: node }", "names.yaml"), contract);
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

TEST_F(StreamRunTest, ChecksEventsWithQueries) {
    const auto result = play_script(
        stream_script({{chunk(kStart) + values(1) + values(2) + kEnd}}),
        stream_step(
            "events: [{select: every, where: [{context: $message.payload, condition: $..n, "
            "type: jsonpath}], criteria: [{condition: $message.payload#/n >= 1}]}, "
            "{select: some, criteria: [{context: $message.payload, condition: '$[?@ == 2]', "
            "type: jsonpath}]}]",
            "        x-ct-observe:\n"
            "          - {question: Q-1, context: $message.payload, condition: $..n, "
            "type: jsonpath}\n"
            "          - {question: Q-2, context: $message.payload, condition: $..m, "
            "type: jsonpath}\n"));
    EXPECT_THAT(codes_of(step_of(result)), Not(Contains("criterion")));
    EXPECT_THAT(step_of(result), Finds("observation", "yes: 1 node, $['n']: 1"));
    EXPECT_THAT(step_of(result), Finds("observation", "no: 0 nodes; $message.payload is {"));
}

TEST_F(StreamRunTest, MasksSecretsInItsRecord) {
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
