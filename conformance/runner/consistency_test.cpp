// Reads on a target that shows a write only after a while.

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using std::chrono::milliseconds;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

const std::string kMake = R"(
      - { stepId: make, operationId: createThing, successCriteria: [ { condition: $statusCode == 201 } ] }
)";
const std::string kReadBack = R"(
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: a } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)";

std::string reading(const std::string& steps) {
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
        return play(reading(steps), fake_, {}, {}, target_).scenarios.at(0);
    }

    FakeTarget fake_;
    Target target_ = things_target();
};

TEST_F(Consistency, RepeatsAReadThatMissesAWrite) {
    fake_.on("GET /things/a", {{404, ""}, {404, ""}, {200, R"({"id":"a"})"}});
    const auto scenario = played(kMake + kReadBack);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(step_ids(scenario), ElementsAre("make", "read", "read", "read"));
    EXPECT_EQ(scenario.steps[1].action, "again: within consistency_wait");
    EXPECT_EQ(scenario.steps[3].attempt, 3);
    EXPECT_THAT(finding_codes(scenario), IsEmpty());
}

TEST_F(Consistency, JudgesTheReadOnceTheTimeIsOver) {
    fake_.on("GET /things/a", {{404, ""}});
    const auto scenario = played(kMake + kReadBack);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    // At 0, 400 and 800 ms, and when the wait is over.
    EXPECT_EQ(scenario.steps.back().attempt, 4);
    EXPECT_EQ(scenario.took_ms, 1000);
    EXPECT_THAT(finding_codes(scenario), ElementsAre("read/criterion"));
}

TEST_F(Consistency, OnlyObservesWhatBrokeTheContractMeanwhile) {
    fake_.on("GET /things/a", {{200, R"({"status":"NEW"})"}, {200, R"({"id":"a"})"}});
    const auto scenario = played(kMake + kReadBack);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(finding_codes(scenario), ElementsAre("read/schema"));
    EXPECT_THAT(scenario.steps[1].findings,
                Each(Field(&reports::Finding::verdict, Verdict::kObserved)));
}

TEST_F(Consistency, ExcusesNoReadWithoutAWriteBefore) {
    fake_.on("GET /things/a", {{404, ""}, {200, R"({"id":"a"})"}});
    EXPECT_EQ(played(kReadBack).verdict, Verdict::kFailed);
    EXPECT_EQ(fake_.sent.size(), 1U);
}

TEST_F(Consistency, ExcusesNothingByDefault) {
    target_.consistency_wait = milliseconds(0);
    fake_.on("GET /things/a", {{404, ""}, {200, R"({"id":"a"})"}});
    EXPECT_EQ(played(kMake + kReadBack).verdict, Verdict::kFailed);
}

TEST_F(Consistency, LeavesAPollItsOwnTerms) {
    fake_.on("GET /things/a",
             {{200, R"({"id":"a","status":"NEW"})"}, {200, R"({"id":"a","status":"DONE"})"}});
    const auto scenario = played(kMake + R"(
      - stepId: poll
        operationId: getThing
        parameters: [ { name: id, in: path, value: a } ]
        successCriteria: [ { context: $response.body#/status, condition: '^DONE$', type: regex } ]
        onFailure: [ { name: notYet, type: retry, retryAfter: 1, retryLimit: 3 } ]
)");
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_EQ(scenario.steps[1].action, "retry notYet");
}

TEST_F(Consistency, EndsWithAPollIntervalOfNothing) {
    target_.polling = Polling{milliseconds(0), milliseconds(1000)};
    fake_.on("GET /things/a", {{404, ""}});
    const auto scenario = played(kMake + kReadBack);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_EQ(scenario.steps.back().attempt, 1001);
    EXPECT_LT(scenario.steps.size(), 20U);
}

}  // namespace
}  // namespace plumbline::runner
