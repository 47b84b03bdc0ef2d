// The record of one attempt in the result.

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::ElementsAre;

std::string with_step(const std::string& members) {
    return "  - workflowId: one\n    steps:\n      - stepId: make\n        operationId: "
           "createThing\n" +
           members;
}

reports::StepResult only_step(const std::string& members, FakeTarget& fake) {
    return play(with_step(members), fake).scenarios.at(0).steps.at(0);
}

TEST(Attempt, KeepsEveryNoteOfAFailure) {
    FakeTarget fake;
    fake.on("POST /things",
            {{.failure = Error{ErrorCode::kIo, "cut off", {}, {"10 bytes came", "then nothing"}}}});
    EXPECT_EQ(only_step("", fake).findings.at(0).note, "10 bytes came; then nothing");
}

TEST(Attempt, AddsToTheNotesOfACleanUp) {
    FakeTarget fake;
    fake.on("POST /things", {{.failure = Error{ErrorCode::kIo, "cut off", {}, {"10 bytes came"}}}});
    EXPECT_EQ(only_step("        x-ct-finally: true\n", fake).findings.at(0).note,
              "10 bytes came; clean-up: resources may be left at the target");
}

TEST(Attempt, LimitsTheLengthOfItsNotes) {
    FakeTarget fake;
    const std::vector<std::string> notes(50, std::string(90, 'x'));
    fake.on("POST /things", {{.failure = Error{ErrorCode::kIo, "cut off", {}, notes}}});
    const std::string note = only_step("", fake).findings.at(0).note;
    EXPECT_GT(note.size(), 900U);
    EXPECT_LT(note.size(), 1100U);
}

TEST(Attempt, VerifiesNothingThatNoCriterionChecks) {
    FakeTarget fake;
    fake.on("POST /things", {{201, R"({"id":"a"})"}});
    const auto step = only_step(R"(        x-ct-verifies: [T-1]
        successCriteria: [ { condition: $statusCode == 201, x-ct-verifies: [T-2] } ]
)",
                                fake);
    EXPECT_EQ(step.verdict, Verdict::kPassed);
    EXPECT_THAT(step.verified, ElementsAre("T-2"));
}

TEST(Attempt, VerifiesWhatOneOfItsCriteriaChecks) {
    FakeTarget fake;
    fake.on("POST /things", {{201, R"({"id":"a"})"}});
    const auto step = only_step(R"(        x-ct-verifies: [T-1]
        successCriteria:
          - { condition: $statusCode == 201, x-ct-verifies: [T-2] }
          - { condition: $response.body#/id != null }
)",
                                fake);
    EXPECT_THAT(step.verified, ElementsAre("T-1", "T-2"));
}

/// Returns the step of a suite that lists things after something else has happened.
reports::StepResult listing_step(const FakeTarget::FakeResponse& response) {
    FakeTarget fake;
    fake.on("GET /things", {response});
    return play(R"(  - workflowId: one
    steps:
      - stepId: list
        operationId: listThings
        x-ct-verifies: [T-OTHER]
        successCriteria: [ { condition: $statusCode == 200 } ]
)",
                fake)
        .scenarios.at(0)
        .steps.at(0);
}

TEST(Attempt, ChargesAnotherSuccessToTheStatusAlone) {
    const reports::StepResult step = listing_step({202, "[]"});
    EXPECT_EQ(step.verdict, Verdict::kFailed);
    EXPECT_THAT(step.findings, ::testing::SizeIs(2));
    for (const reports::Finding& finding : step.findings)
        EXPECT_THAT(finding.requirements, ElementsAre("T-200")) << finding.code;
    EXPECT_THAT(step.verified, ::testing::IsEmpty());
}

TEST(Attempt, VerifiesNothingByABodyOfAnotherType) {
    FakeTarget fake;
    fake.on("POST /things", {{201, "[]"}});
    const auto step = only_step(R"(        successCriteria:
          - { condition: $statusCode == 201, x-ct-verifies: [T-2] }
)",
                                fake);
    EXPECT_EQ(step.verdict, Verdict::kFailed);
    EXPECT_THAT(step.verified, ::testing::IsEmpty());
}

TEST(Attempt, VerifiesNothingByASuccessThatTheStepDoesNotExpect) {
    FakeTarget fake;
    fake.on("GET /things", {{200, R"([{"id":"a"}])"}});
    const auto steps = [&](const char* status) {
        return play(std::string(R"(  - workflowId: one
    steps:
      - stepId: list
        operationId: listThings
        successCriteria:
          - { condition: $statusCode == )") +
                        status + R"( }
          - { condition: $response.body#/0/id != null, x-ct-verifies: [T-OTHER] }
)",
                    fake)
            .scenarios.at(0)
            .steps;
    };
    EXPECT_THAT(steps("404").at(0).verified, ::testing::IsEmpty());
    EXPECT_THAT(steps("200").at(0).verified, ::testing::Contains("T-OTHER"));
}

TEST(Attempt, ChargesARefusalToWhatTheStepShows) {
    const reports::StepResult step = listing_step({404, "{}"});
    EXPECT_THAT(step.findings.back().requirements, ElementsAre("T-OTHER"));
}

}  // namespace
}  // namespace plumbline::runner
