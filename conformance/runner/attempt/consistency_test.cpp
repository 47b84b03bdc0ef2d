// Reads from a target that shows a write only after a while.

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kConsistencySuite = R"(
      - { stepId: make, operationId: createThing, successCriteria: [ { condition: $statusCode == 201 } ] }
)";
const std::string kReadBack = R"(
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: a } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)";

const std::string kReadId = R"(
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: a } ]
        successCriteria: [ { condition: $response.body#/id == 'a' } ]
)";
const std::string kListSuite = R"(
      - { stepId: list, operationId: listThings, successCriteria: [ { condition: $statusCode == 200 } ] }
)";
const std::string kRefused = R"(
      - { stepId: make, operationId: createThing, successCriteria: [ { condition: $statusCode == 422 } ] }
)";
/// A write whose result does not matter.
const std::string kTried = R"(
      - stepId: make
        operationId: createThing
        onFailure: [ { name: next, type: goto, stepId: read } ]
)";

std::string steps_reading(const std::string& steps) {
    return "  - workflowId: reading\n    steps:" + steps;
}

class Consistency : public ::testing::Test {
  protected:
    void SetUp() override {
        fake_.on("POST /things", {{201, R"({"id":"a"})"}});
        target_.consistency_wait = milliseconds(1000);
        target_.polling = Polling{milliseconds(400), milliseconds(60'000)};
    }

    reports::ScenarioResult played(const std::string& steps) {
        return play(steps_reading(steps), fake_, {}, {}, target_).scenarios.at(0);
    }

    FakeTarget fake_;
    Target target_ = things_target();
};

TEST_F(Consistency, RepeatsAReadThatMissesAWrite) {
    fake_.on("GET /things/a", {{404, ""}, {404, ""}, {200, R"({"id":"a"})"}});
    const auto scenario = played(kConsistencySuite + kReadBack);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("make", "read", "read", "read"));
    EXPECT_EQ(scenario.steps[1].action, "retry: within consistency_wait");
    EXPECT_EQ(scenario.steps[3].attempt, 3);
    EXPECT_THAT(finding_codes(scenario), IsEmpty());
}

TEST_F(Consistency, ChecksTheReadOnceTheTimeIsOver) {
    fake_.on("GET /things/a", {{404, ""}});
    const auto scenario = played(kConsistencySuite + kReadBack);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    // At 0, 400 and 800 ms, and when the wait is over.
    EXPECT_EQ(scenario.steps.back().attempt, 4);
    EXPECT_EQ(scenario.took_ms, 1000);
    EXPECT_THAT(finding_codes(scenario), ElementsAre("read/criterion"));
}

TEST_F(Consistency, ChecksAnEarlyResponseThatOnlyViolatesTheContract) {
    fake_.on("GET /things/a", {{200, R"({"status":"NEW"})"}, {200, R"({"id":"a"})"}});
    const auto scenario = played(kConsistencySuite + kReadBack);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("make", "read"));
    EXPECT_THAT(finding_codes(scenario), ElementsAre("read/schema"));
}

TEST_F(Consistency, KeepsContractFindingsOfAnEarlyResponse) {
    fake_.on("GET /things/a", {{200, R"({"status":"NEW"})"}, {200, R"({"id":"a"})"}});
    const auto scenario = played(kConsistencySuite + kReadId);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("make", "read", "read"));
    EXPECT_THAT(finding_codes(scenario), ElementsAre("read/schema"));
    EXPECT_EQ(scenario.steps[1].verdict, Verdict::kFailed);
    EXPECT_THAT(scenario.steps[1].findings.at(0).note, HasSubstr("things.openapi.yaml#"));
}

TEST_F(Consistency, KeepsTheWrongMediaTypeOfAnEarlyResponse) {
    fake_.on("GET /things/a",
             {{200, "not yet", {{"Content-Type", "text/plain"}}}, {200, R"({"id":"a"})"}});
    const auto scenario = played(kConsistencySuite + kReadId);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(scenario), ElementsAre("read/content-type"));
}

TEST_F(Consistency, ChecksAServerErrorImmediately) {
    fake_.on("GET /things/a", {{503, ""}, {200, R"({"id":"a"})"}});
    const auto scenario = played(kConsistencySuite + kReadBack);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("make", "read"));
    EXPECT_THAT(finding_codes(scenario), ElementsAre("read/status", "read/criterion"));
}

TEST_F(Consistency, KeepsAnUndeclaredStatusOfAnEarlyResponse) {
    fake_.on("GET /things", {{302, ""}, {200, "[]"}});
    const auto scenario = played(kConsistencySuite + kListSuite);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(scenario), ElementsAre("list/status"));
}

TEST_F(Consistency, ExcusesAnUndeclared404) {
    fake_.on("GET /things", {{404, ""}, {200, "[]"}});
    const auto scenario = played(kConsistencySuite + kListSuite);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("make", "list", "list"));
    EXPECT_THAT(finding_codes(scenario), IsEmpty());
}

TEST_F(Consistency, ObservesOnlyTheCheckedResponse) {
    fake_.on("GET /things/a", {{404, ""}, {200, R"({"id":"a"})"}});
    const auto scenario = played(kConsistencySuite + kReadBack + R"(        x-ct-observe:
          - { question: OPEN-1, condition: $statusCode == 404 }
)");
    EXPECT_THAT(finding_codes(scenario), ElementsAre("read/observation"));
    EXPECT_EQ(scenario.steps.back().findings.at(0).got.substr(0, 3), "no:");
}

TEST_F(Consistency, ExcusesNoReadAfterARefusedWrite) {
    fake_.on("POST /things", {{422, "{}"}});
    fake_.on("GET /things/a", {{404, ""}, {200, R"({"id":"a"})"}});
    const auto scenario = played(kRefused + kReadBack);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("make", "read"));
}

TEST_F(Consistency, ExcusesAReadAfterAWriteOfUnknownOutcome) {
    fake_.on("POST /things", {{.failure = Error{ErrorCode::kTimeout, "no answer", {}, {}}}});
    fake_.on("GET /things/a", {{404, ""}, {200, R"({"id":"a"})"}});
    const auto scenario = played(kTried + kReadBack);
    EXPECT_THAT(step_ids(scenario), ElementsAre("make", "read", "read"));
    EXPECT_THAT(finding_codes(scenario), ElementsAre("make/transport"));
}

TEST_F(Consistency, ExcusesNoReadAfterAnUnsentWrite) {
    fake_.on("POST /things", {{.failure = Error{ErrorCode::kUnreachable, "refused", {}, {}}}});
    fake_.on("GET /things/a", {{404, ""}, {200, R"({"id":"a"})"}});
    EXPECT_THAT(step_ids(played(kTried + kReadBack)), ElementsAre("make", "read"));
}

TEST_F(Consistency, CountsFromTheTimeAReadIsSent) {
    target_.max_rate = 0.5;  // the read is sent after two seconds
    fake_.on("GET /things/a", {{404, ""}, {200, R"({"id":"a"})"}});
    EXPECT_EQ(played(kConsistencySuite + kReadBack).verdict, Verdict::kFailed);
}

TEST_F(Consistency, CountsTheWritesOfDependencies) {
    fake_.on("GET /things/a", {{404, ""}, {200, R"({"id":"a"})"}});
    const std::string first = "  - workflowId: first\n    steps:" + kConsistencySuite;
    const std::string second =
        "  - workflowId: second\n    dependsOn: [first]\n    steps:" + kListSuite;
    const std::string third =
        "  - workflowId: third\n    dependsOn: [second]\n    steps:" + kReadBack;
    fake_.on("GET /things", {{200, "[]"}});
    const auto result = play(first + second + third, fake_, {}, {}, target_);
    const auto& scenario = result.scenarios.at(2);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("read", "read"));
}

TEST_F(Consistency, PlaysDependentsOfAScenarioWithAnEarlyContractFinding) {
    fake_.on("GET /things/a", {{200, R"({"status":"NEW"})"}, {200, R"({"id":"a"})"}});
    const std::string second =
        "  - workflowId: second\n    dependsOn: [reading]\n    steps:" + kListSuite;
    const auto result =
        play(steps_reading(kConsistencySuite + kReadId) + second, fake_, {}, {}, target_);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kFailed);
    EXPECT_NE(result.scenarios.at(1).verdict, Verdict::kSkipped);
}

TEST_F(Consistency, ExcusesNoReadWithoutAWrite) {
    fake_.on("GET /things/a", {{404, ""}, {200, R"({"id":"a"})"}});
    EXPECT_EQ(played(kReadBack).verdict, Verdict::kFailed);
    EXPECT_EQ(fake_.sent.size(), 1U);
}

TEST_F(Consistency, ExcusesNothingByDefault) {
    target_.consistency_wait = milliseconds(0);
    fake_.on("GET /things/a", {{404, ""}, {200, R"({"id":"a"})"}});
    EXPECT_EQ(played(kConsistencySuite + kReadBack).verdict, Verdict::kFailed);
}

TEST_F(Consistency, KeepsTheLimitsOfAPoll) {
    fake_.on("GET /things/a",
             {{200, R"({"id":"a","status":"NEW"})"}, {200, R"({"id":"a","status":"DONE"})"}});
    const auto scenario = played(kConsistencySuite + R"(
      - stepId: poll
        operationId: getThing
        parameters: [ { name: id, in: path, value: a } ]
        successCriteria: [ { context: $response.body#/status, condition: '^DONE$', type: regex } ]
        onFailure: [ { name: notYet, type: retry, retryAfter: 1, retryLimit: 3 } ]
)");
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_EQ(scenario.steps[1].action, "retry notYet");
}

TEST_F(Consistency, EndsWithAPollIntervalOfZero) {
    target_.polling = Polling{milliseconds(0), milliseconds(1000)};
    fake_.on("GET /things/a", {{404, ""}});
    const auto scenario = played(kConsistencySuite + kReadBack);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_EQ(scenario.steps.back().attempt, 1001);
    EXPECT_LT(scenario.steps.size(), 20U);
}

}  // namespace
}  // namespace plumbline::runner
