// Inputs that actions pass to workflows.

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A workflow that creates a thing with a given name.
constexpr const char* kMakesOne = R"(  - workflowId: other
    inputs: { type: object, required: [wanted], properties: { wanted: { type: string } } }
    steps:
      - stepId: make
        operationId: createThing
        requestBody: { payload: { wanted: $inputs.wanted } }
)";

/// A workflow whose only step has an action with these members that plays that one.
std::string by_action(const std::string& members) {
    return R"(  - workflowId: first
    steps:
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: '1' } ]
        )" +
           members + '\n' + kMakesOne;
}

class WorkflowInputs : public ::testing::Test {
  protected:
    void SetUp() override {
        fake_.on("GET /things/1", {{200, R"({"id":"1","status":"NEW"})"}});
        fake_.on("POST /things", {{201, R"({"id":"1"})"}});
    }

    FakeTarget fake_;
};

TEST_F(WorkflowInputs, AreTheParametersOfAGoto) {
    RunOptions options;
    options.only = {"things/first"};
    options.inputs = std::make_shared<const Json>(Json{{"wanted", "another"}});
    const auto result =
        play(by_action("onSuccess: [ { name: onwards, type: goto, workflowId: other, "
                       "parameters: [ { name: wanted, value: "
                       "'{$response.body#/id}-{$statusCode}' } ] } ]"),
             fake_,
             options);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kPassed);
    EXPECT_EQ(fake_.sent.back().request.body, R"({"wanted":"1-200"})");
}

TEST_F(WorkflowInputs, AreTheParametersOfARetry) {
    fake_.on("GET /things/1", {{200, R"({"id":"1"})"}, {200, R"({"id":"1","status":"DONE"})"}});
    const auto result =
        play(by_action("successCriteria: [ { condition: $response.body#/status == 'DONE' } ]\n"
                       "        onFailure: [ { name: again, type: retry, workflowId: other, "
                       "parameters: [ { name: wanted, value: $response.body#/id } ] } ]"),
             fake_);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kPassed);
    ASSERT_EQ(fake_.sent.size(), 3U);
    EXPECT_EQ(fake_.sent[1].request.body, R"({"wanted":"1"})");
}

TEST_F(WorkflowInputs, NameAParameterWithoutValue) {
    const auto result =
        play(by_action("onSuccess: [ { name: onwards, type: goto, workflowId: other, "
                       "parameters: [ { name: wanted, value: "
                       "$response.body#/none } ] } ]"),
             fake_);
    const auto& scenario = result.scenarios.at(0);
    EXPECT_EQ(scenario.verdict, Verdict::kNotRun);
    ASSERT_THAT(step_ids(scenario), ElementsAre("read", "onwards"));
    EXPECT_THAT(scenario.steps[1].findings.at(0).got, HasSubstr("$response.body#/none"));
}

}  // namespace
}  // namespace plumbline::runner
