// Sequences of JSON texts, to which the rules of x-ct-sse apply as to events.

#include "conformance/runner/stream/stream_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using reports::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Then = ScriptedServer::AfterScript;

/// Returns a step that reads lines; `sse` are the members of its x-ct-sse.
std::string lines_step(const std::string& sse, int timeout_ms = 5000) {
    return "      - stepId: s\n        operationId: readLines\n        timeout: " +
           std::to_string(timeout_ms) + "\n        x-ct-sse: { " + sse +
           " }\n        outputs: { last: '$message.payload#/last' }\n";
}

ScriptedServer::ServerScript lines_script(std::vector<ScriptedServer::ScriptPart> parts,
                                          Then then = Then::kClose) {
    parts.insert(parts.begin(), {"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n"});
    return {"GET /lines", std::move(parts), then};
}

TEST_F(StreamRunTest, AppliesEventRulesToJsonLines) {
    const auto result = play_script(
        lines_script({{"{\"n\":1}\n{\"n\""}, {":2}\n"}, {"{\"last\":3}"}}),
        lines_step("minEvents: 3, maxEvents: 3, events: [{ select: first, criteria: [{ condition: "
                   "'$message.payload#/n == 1' }] }, { select: last, criteria: [{ condition: "
                   "'$message.payload#/last == 3' }] }]"));
    const auto& step = step_of(result);
    EXPECT_THAT(codes_of(step), IsEmpty());
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kPassed);
    EXPECT_EQ(step.exchanges.front().streams.front().events, 3U);
    EXPECT_THAT(step.exchanges.front().curl, HasSubstr("Accept: application/x-ndjson"));
}

TEST_F(StreamRunTest, JudgesJsonLines) {
    const auto broken = play_script(lines_script({{"{\"n\":1}\n{\"n\":\n"}}), lines_step(""));
    EXPECT_THAT(codes_of(step_of(broken)), ElementsAre("J3-item-json"));
    const auto missing = play_script(lines_script({{"{\"n\":1}\n"}}), lines_step("minEvents: 2"));
    EXPECT_THAT(codes_of(step_of(missing)), ElementsAre("criterion"));
}

TEST_F(StreamRunTest, ComparesLinesThatAreNotUtf8) {
    const auto broken = play_script(
        lines_script({{"{\"n\":1}\n\"\xff\"\n\"\xff\"\n"}}),
        lines_step(
            "events: [{ select: distinct, criteria: [{ condition: $statusCode == 200 }] }]"));
    EXPECT_THAT(codes_of(step_of(broken)), ElementsAre("J3-item-json", "criterion"));
}

TEST_F(StreamRunTest, EndsAnEndlessSequence) {
    const auto result = play_script(lines_script({{"{\"n\":1}\n{\"n\":2}\n"}}, Then::kHoldOpen),
                                    lines_step("disconnectAfterEvents: 2", 60'000));
    EXPECT_THAT(codes_of(step_of(result)), IsEmpty());
    EXPECT_THAT(duration_, testing::Lt(std::chrono::seconds(30)));
}

}  // namespace
}  // namespace plumbline::runner
