#include "conformance/runner/stream/stream_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using streaming::chunk;
using streaming::event;
using streaming::kStart;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using Then = ScriptedServer::AfterScript;

class StreamEndTest : public StreamRunTest {};

TEST_F(StreamEndTest, DisconnectsFromAnEndlessStreamAfterACountOfEvents) {
    const auto result = play_script(
        stream_script({{chunk(kStart)}, {values(1), milliseconds(1)}}, Then::kRepeatLast),
        stream_step("disconnectAfterEvents: 10, minEvents: 10, maxEvents: 10"));
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
    EXPECT_EQ(step_of(result).exchanges.front().streams.front().end, "stopped");
    EXPECT_LT(duration_, seconds(3));
}

TEST_F(StreamEndTest, DisconnectsFromAnEndlessStreamAtAnEvent) {
    const auto result = play_script(
        stream_script({{chunk(kStart)}, {values(1)}, {values(2)}, {values(3), milliseconds(1)}},
                      Then::kRepeatLast),
        stream_step("disconnectWhen: [{condition: $message.payload#/n == 2}], maxEvents: 3"));
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
}

TEST_F(StreamEndTest, DisconnectsFromAnEndlessResponseThatIsNotAStream) {
    const auto result =
        play_script({"POST /runs/stream",
                     {{"HTTP/1.1 404 Not Found\r\nContent-Type: text/event-stream\r\n"
                       "Transfer-Encoding: chunked\r\n\r\n"},
                      {values(1), milliseconds(1)}},
                     Then::kRepeatLast},
                    stream_step("end: server",
                                "        successCriteria:\n"
                                "          - condition: $statusCode == 200\n"));
    EXPECT_THAT(step_of(result), Finds("criterion", "$statusCode is 404"));
    EXPECT_LT(duration_, seconds(4));
}

TEST_F(StreamEndTest, EndsAnEndlessStreamAtItsDeadline) {
    const std::string steps = stream_step("end: any", "", 200);
    const auto result = play_script(
        stream_script({{chunk(kStart)}, {values(1), milliseconds(5)}}, Then::kRepeatLast), steps);
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
    EXPECT_EQ(step_of(result).exchanges.front().streams.front().end, "deadline");
    EXPECT_LT(duration_, seconds(3));
}

TEST_F(StreamEndTest, ReportsAStreamThatDoesNotEndInTime) {
    const std::string steps = stream_step("minEvents: 1", "", 200);
    const auto result = play_script(
        stream_script({{chunk(kStart)}, {values(1), milliseconds(5)}}, Then::kRepeatLast), steps);
    EXPECT_THAT(codes_of(step_of(result)), ElementsAre("C4-terminator", "criterion"));
    EXPECT_THAT(step_of(result), Finds("criterion", "no end before the deadline"));
}

TEST_F(StreamEndTest, EndsAStreamAfterSilence) {
    const auto result =
        play_script(stream_script({{chunk(kStart)}}), stream_step("end: any, idleWithin: 100"));
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
    EXPECT_LT(duration_, seconds(3));
}

TEST_F(StreamEndTest, ReportsAStreamThatStalls) {
    const auto result =
        play_script(stream_script({{chunk(kStart)}}), stream_step("idleWithin: 500"));
    EXPECT_THAT(step_of(result), Finds("criterion", "no silence of 500 ms before it"));
    EXPECT_LT(duration_, seconds(3));
}

TEST_F(StreamEndTest, ReportsAMissingFirstEvent) {
    const auto result = play_script(stream_script({{}}), stream_step("firstEventWithin: 100"));
    EXPECT_THAT(step_of(result), Finds("criterion", "the first event within 100 ms | none in 1"));
    EXPECT_LT(duration_, seconds(3));
}

TEST_F(StreamEndTest, ReportsAFirstEventThatArrivesTooSlowly) {
    std::vector<ScriptedServer::ScriptPart> parts;
    for (const char byte : chunk(kStart)) parts.push_back({std::string(1, byte), milliseconds(30)});
    const auto result = play_script(stream_script(std::move(parts)),
                                    stream_step("firstEventWithin: 150, idleWithin: 2000"));
    EXPECT_THAT(step_of(result), Finds("criterion", "the first event within 150 ms"));
    EXPECT_LT(duration_, seconds(3));
}

TEST_F(StreamEndTest, ReportsAConnectionThatIsClosedWithinAChunk) {
    const auto result = play_script(
        stream_script({{chunk(kStart)}, {"ff\r\nevent: values\ndata: {"}}, Then::kClose),
        stream_step("minEvents: 1"));
    EXPECT_THAT(codes_of(step_of(result)), ElementsAre("C10-truncated", "S1-last-event"));
    EXPECT_THAT(step_of(result), Finds("C10-truncated", "event 1, byte "));
    EXPECT_EQ(step_of(result).exchanges.front().streams.front().end, "closed");
}

TEST_F(StreamEndTest, BlamesAMissingLastChunkOnTheChunksAlone) {
    const auto result = play_script(stream_script({{chunk(kStart)}, {values(1)}}, Then::kClose),
                                    stream_step("minEvents: 1"));
    EXPECT_THAT(codes_of(step_of(result)), ElementsAre("C4-terminator"));
}

TEST_F(StreamEndTest, ReportsAReset) {
    const auto result = play_script(stream_script({{chunk(kStart)}, {values(1)}}, Then::kReset),
                                    stream_step("minEvents: 1"));
    EXPECT_THAT(codes_of(step_of(result)), Contains("C10-truncated"));
    EXPECT_EQ(step_of(result).exchanges.front().streams.front().end, "reset");
}

/// Returns the verdict on the rule that `text` describes.
reports::Verdict verdict_on(const reports::StepResult& step, const std::string& text) {
    for (const reports::Finding& finding : step.findings) {
        if (finding.expected.find(text) != std::string::npos) return finding.verdict;
    }
    return reports::Verdict::kPassed;
}

const std::string kManyRules =
    "minEvents: 5, maxEvents: 9, verifies: {minEvents: [T-MIN], maxEvents: [T-MAX]}, events: ["
    "{select: some, verifies: [T-SOME], criteria: [{condition: $message.payload#/n == 9}]}, "
    "{select: last, verifies: [T-LAST], criteria: [{condition: $message.payload#/n == 1}]}, "
    "{select: none, verifies: [T-NONE], criteria: [{condition: $message.payload#/n == 7}]}, "
    "{select: every, where: [{condition: $message.payload#/n > 0}], verifies: [T-EVERY], "
    "criteria: [{condition: $message.payload#/n >= 1}]}]";

TEST_F(StreamEndTest, DoesNotChargeTheTargetWithEventsThatACutStreamLacks) {
    struct Cut {
        Then then;
        const char* cause;
        const char* violated;  ///< the rule that the cut itself violates
    };
    for (const auto& [then, cause, violated] :
         {Cut{Then::kClose, "closed within", "a last chunk"},
          Cut{Then::kReset, "reset within", "a clean end"},
          Cut{Then::kHoldOpen, "no end before the deadline", "a clean end"}}) {
        const auto result = play_script(stream_script({{chunk(kStart)}, {values(1)}}, then),
                                        stream_step(kManyRules, "", 300));
        const reports::StepResult& step = step_of(result);
        EXPECT_EQ(verdict_on(step, "at least 5 events"), reports::Verdict::kNotRun);
        EXPECT_EQ(verdict_on(step, "$message.payload#/n == 9"), reports::Verdict::kNotRun);
        EXPECT_THAT(step, Finds("criterion", cause));
        EXPECT_EQ(verdict_on(step, violated), reports::Verdict::kFailed);
        for (const char* id : {"T-MIN", "T-MAX", "T-SOME", "T-LAST", "T-NONE"})
            EXPECT_THAT(step.verified, Not(Contains(id))) << id;
    }
}

TEST_F(StreamEndTest, VerifiesByACutStreamOnlyWhatItsEventsShow) {
    const auto result = play_script(
        stream_script({{chunk(kStart)}, {values(1)}}, Then::kClose),
        stream_step("end: any, maxEvents: 9, verifies: {maxEvents: [T-MAX]}, events: ["
                    "{select: last, verifies: [T-LAST], criteria: [{condition: "
                    "$message.payload#/n == 1}]}, "
                    "{select: none, verifies: [T-NONE], criteria: [{condition: "
                    "$message.payload#/n == 7}]}, "
                    "{select: every, where: [{condition: $message.payload#/n > 0}], "
                    "verifies: [T-EVERY], criteria: [{condition: $message.payload#/n == 1}]}]"));
    const auto& verified = step_of(result).verified;
    EXPECT_THAT(verified, Contains("T-EVERY"));
    for (const char* id : {"T-MAX", "T-LAST", "T-NONE"}) EXPECT_THAT(verified, Not(Contains(id)));
}

TEST_F(StreamEndTest, ChargesTheTargetWithEventsThatACompleteStreamLacks) {
    for (const auto& [sse, end] : {std::pair(kManyRules, kEnd),
                                   std::pair(kManyRules + ", idleWithin: 100", std::string())}) {
        const auto result =
            play_script(stream_script({{chunk(kStart)}, {values(1)}, {end}}), stream_step(sse));
        EXPECT_EQ(verdict_on(step_of(result), "at least 5 events"), reports::Verdict::kFailed);
    }
}

TEST_F(StreamEndTest, DoesNotJudgeACutResponseThatIsNoStream) {
    const auto result = play_script({"POST /runs/stream",
                                     {{"HTTP/1.1 422 Unprocessable Entity\r\nContent-Type: "
                                       "application/json\r\nContent-Length: 20\r\n\r\n{\"det"}},
                                     Then::kClose},
                                    stream_step("end: server"));
    EXPECT_THAT(codes_of(step_of(result)), ElementsAre("transport"));
    EXPECT_EQ(step_of(result).verdict, reports::Verdict::kNotRun);
    EXPECT_EQ(step_of(result).exchanges.front().status, 422);
}

TEST_F(StreamEndTest, ReportsMalformedBytes) {
    const auto result =
        play_script(stream_script({{chunk(kStart)}, {"zz\r\n"}}), stream_step("minEvents: 1"));
    EXPECT_THAT(step_of(result), Finds("C1-chunk-size", ">>zz"));
    const auto& excerpts = step_of(result).exchanges.front().streams.front().excerpts;
    ASSERT_THAT(excerpts, testing::SizeIs(1));
    EXPECT_EQ(excerpts.front().hex.substr(2 * (excerpts.front().offset - excerpts.front().begin)),
              reports::hex_of("zz\r\n"));
    EXPECT_LT(duration_, seconds(3));
}

}  // namespace
}  // namespace plumbline::runner
