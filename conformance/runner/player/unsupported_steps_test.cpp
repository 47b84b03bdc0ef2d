// Steps that use an unsupported feature are skipped, together with what would have followed.

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A workflow whose second step uses XPath.
std::string with_xpath(const std::string& more = "") {
    return R"(  - workflowId: first
    steps:
      - { stepId: list, operationId: listThings }
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: '1' } ]
        successCriteria: [ { context: $response.body, condition: //a, type: xpath } ]
        onFailure: [ { name: back, type: goto, stepId: list } ]
      - { stepId: never, operationId: getThing, parameters: [ { name: id, in: path, value: '2' } ] }
)" + more;
}

/// A workflow of a first step with these members, and a step `read` that uses XPath.
std::string before_xpath(const std::string& members) {
    return R"(  - workflowId: first
    steps:
      - { stepId: list, operationId: listThings, )" +
           members + R"( }
      - stepId: read
        operationId: listThings
        successCriteria: [ { context: $response.body, condition: //a, type: xpath } ]
)";
}

class UnsupportedSteps : public ::testing::Test {
  protected:
    void SetUp() override {
        fake_.on("GET /things", {{200, "[]"}});
        fake_.on("GET /things/1", {{200, R"({"id":"1"})"}});
        fake_.on("DELETE /things/1", {{204, ""}});
    }

    FakeTarget fake_;
};

TEST_F(UnsupportedSteps, AreReportedAndEndTheirScenario) {
    const auto scenario = play(with_xpath(), fake_).scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kSkipped);
    EXPECT_EQ(scenario.reason, "step read: XPath is not supported: //a");
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things"));
    EXPECT_THAT(finding_codes(scenario), ElementsAre("read/unsupported"));
    const auto& finding = scenario.steps.back().findings.at(0);
    EXPECT_EQ(finding.verdict, Verdict::kSkipped);
    EXPECT_EQ(finding.got, "XPath is not supported: //a");
    EXPECT_EQ(finding.where.line, 12);
}

TEST_F(UnsupportedSteps, KeepCleanUpSteps) {
    const auto result = play(with_xpath(R"(      - stepId: remove
        operationId: deleteThing
        x-ct-finally: true
        parameters: [ { name: id, in: path, value: '1' } ]
)"),
                             fake_);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kSkipped);
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things", "DELETE /things/1"));
}

TEST_F(UnsupportedSteps, KeepEarlierFailures) {
    fake_.on("GET /things", {{500, "{}"}});
    const auto scenario =
        play(before_xpath("onFailure: [ { name: onwards, type: goto, stepId: read } ]"), fake_)
            .scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
}

TEST_F(UnsupportedSteps, EndTheScenarioThatCallsTheirWorkflow) {
    RunOptions options;
    options.only = {"things/caller"};
    const auto scenario = play(R"(  - workflowId: caller
    steps:
      - stepId: call
        workflowId: first
        successCriteria: [ { condition: $outputs.a == 1 } ]
        onFailure: [ { name: onwards, type: goto, stepId: after } ]
      - { stepId: after, operationId: listThings }
)" + with_xpath(),
                               fake_,
                               options)
                              .scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kSkipped);
    EXPECT_EQ(scenario.reason, "step call/read: XPath is not supported: //a");
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things"));
    EXPECT_THAT(step_ids(scenario), ElementsAre("call/list", "call/read", "call"));
}

TEST_F(UnsupportedSteps, EndARetryThatPlaysTheirWorkflow) {
    RunOptions options;
    options.only = {"things/caller"};
    const auto scenario = play(R"(  - workflowId: caller
    steps:
      - stepId: list
        operationId: listThings
        successCriteria: [ { condition: $statusCode == 201 } ]
        onFailure: [ { name: again, type: retry, workflowId: first } ]
)" + with_xpath(),
                               fake_,
                               options)
                              .scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kSkipped);
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things", "GET /things"));
}

TEST_F(UnsupportedSteps, SkipDependentsOfTheirWorkflow) {
    const auto result = play(with_xpath(R"(  - workflowId: second
    dependsOn: [ first ]
    steps: [ { stepId: list, operationId: listThings } ]
)"),
                             fake_);
    EXPECT_EQ(result.scenarios.at(1).verdict, Verdict::kSkipped);
}

TEST_F(UnsupportedSteps, AreIgnoredIfNotReached) {
    const auto scenario =
        play(before_xpath("onSuccess: [ { name: done, type: end } ]"), fake_).scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(finding_codes(scenario), IsEmpty());
}

}  // namespace
}  // namespace plumbline::runner
