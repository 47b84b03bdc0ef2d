// Which requirements a stream verifies, and which a failure counts against.

#include "conformance/runner/stream/stream_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using reports::Verdict;
using streaming::chunk;
using streaming::kStart;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using Then = ScriptedServer::AfterScript;

const std::string kFourRules =
    "        x-ct-sse:\n"
    "          minEvents: 3\n"
    "          maxEvents: 4\n"
    "          firstEventWithin: 5000\n"
    "          end: server\n"
    "          verifies: { minEvents: [S-MIN], maxEvents: [S-MAX], firstEventWithin: [S-SOON], "
    "end: "
    "[S-END] }\n"
    "          events:\n"
    "            - { select: every, where: [ { condition: $message.payload#/n > 0 } ], verifies: "
    "[S-EVERY], criteria: [ { condition: $message.payload#/n < 3 } ] }\n"
    "        successCriteria: [ { condition: $statusCode < 300, x-ct-verifies: [S-STATUS] } ]\n";

std::string step_with_rules(const std::string& members) {
    return "      - stepId: s\n        operationId: streamIt\n        timeout: 5000\n"
           "        requestBody: { payload: { stream_mode: values } }\n" +
           members;
}

class StreamRequirements : public StreamRunTest {
  protected:
    reports::StepResult play_rules(std::vector<ScriptedServer::ScriptPart> parts,
                                   Then then = Then::kHoldOpen,
                                   const std::string& rules = kFourRules) {
        return step_of(play_script(stream_script(std::move(parts), then), step_with_rules(rules)));
    }

    /// Returns the requirements that the suite's own findings name.
    static std::vector<std::string> broken_by_suite(const reports::StepResult& step) {
        std::vector<std::string> ids;
        for (const reports::Finding& finding : step.findings) {
            if (finding.code == "criterion")
                ids.insert(ids.end(), finding.requirements.begin(), finding.requirements.end());
        }
        return ids;
    }
};

TEST_F(StreamRequirements, AreVerifiedByTheRulesThatNameThem) {
    const auto step = play_rules({{chunk(kStart)}, {values(1)}, {values(2)}, {kEnd}});
    EXPECT_EQ(step.verdict, Verdict::kObserved);
    for (const char* id : {"S-MIN", "S-MAX", "S-SOON", "S-END", "S-EVERY", "S-STATUS"})
        EXPECT_THAT(step.verified, Contains(id));
}

TEST_F(StreamRequirements, AreViolatedByTheRulesThatNameThem) {
    EXPECT_THAT(broken_by_suite(play_rules({{chunk(kStart)}, {kEnd}})), ElementsAre("S-MIN"));
    EXPECT_THAT(broken_by_suite(play_rules(
                    {{chunk(kStart)}, {values(1)}, {values(1)}, {values(1)}, {values(1)}, {kEnd}})),
                ElementsAre("S-MAX"));
    EXPECT_THAT(broken_by_suite(play_rules({{chunk(kStart)}, {values(1)}, {values(5)}, {kEnd}})),
                ElementsAre("S-EVERY"));
    EXPECT_THAT(
        broken_by_suite(play_rules({{chunk(kStart)}, {values(1)}, {values(1)}}, Then::kReset)),
        ElementsAre("S-END"));
}

TEST_F(StreamRequirements, OfTheEndAreThoseOfTheContractByDefault) {
    const auto step =
        play_rules({{chunk(kStart)}},
                   Then::kReset,
                   "        x-ct-verifies: [S-OTHER]\n        x-ct-sse: { end: server "
                   "}\n        successCriteria: [ { condition: $statusCode < 300 } ]\n");
    EXPECT_THAT(broken_by_suite(step), ElementsAre("T-END"));
}

TEST_F(StreamRequirements, AreNotVerifiedByAStreamWithoutEvents) {
    const auto step =
        play_rules({{kEnd}},
                   Then::kHoldOpen,
                   "        x-ct-verifies: [S-OTHER]\n        x-ct-sse: { end: server "
                   "}\n        successCriteria: [ { condition: $statusCode < 300 } ]\n");
    EXPECT_THAT(codes_of(step), ElementsAre("E2-first-chunk"));
    EXPECT_THAT(step.verified, Not(Contains("S-OTHER")));
    EXPECT_THAT(step.verified, Not(Contains("T-RUNS")));
}

TEST_F(StreamRequirements, OfARefusalAreThoseOfItsStatus) {
    const auto result =
        play_script({"POST /runs/stream",
                     {{"HTTP/1.1 422 Unprocessable Entity\r\nContent-Type: application/json\r\n"
                       "Content-Length: 2\r\n\r\n{}"}}},
                    step_with_rules(kFourRules));
    EXPECT_THAT(broken_by_suite(step_of(result)), ElementsAre("S-STATUS"));
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kFailed);
}

TEST_F(StreamRequirements, OfARefusalWithoutACriterionAreThoseOfTheStep) {
    const auto result =
        play_script({"POST /runs/stream",
                     {{"HTTP/1.1 422 Unprocessable Entity\r\nContent-Type: application/json\r\n"
                       "Content-Length: 2\r\n\r\n{}"}}},
                    step_with_rules("        x-ct-verifies: [S-OTHER]\n        x-ct-sse: {}\n"));
    EXPECT_THAT(broken_by_suite(step_of(result)), ElementsAre("S-OTHER"));
}

}  // namespace
}  // namespace plumbline::runner
