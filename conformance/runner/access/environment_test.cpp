#include "conformance/runner/access/environment.hpp"

#include "conformance/runner/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::runner {
namespace {

using ::testing::ElementsAre;

workflow::Workflow workflow_with(std::vector<workflow::WorkflowInput> inputs) {
    workflow::Workflow workflow;
    workflow.inputs = std::move(inputs);
    return workflow;
}

Environment environment_with(Json inputs) {
    Environment environment;
    environment.inputs = std::make_shared<const Json>(std::move(inputs));
    return environment;
}

TEST(Inputs, AreThoseOfTheUserThenTheEnvironmentThenTheSuite) {
    const auto fallback = std::make_shared<const Json>("default");
    const auto workflow = workflow_with({{"a", true, false, fallback},
                                         {"b", true, false, fallback},
                                         {"c", true, false, fallback},
                                         {"d", false, false, nullptr}});
    const auto inputs =
        inputs_for(workflow, environment_with({{"a", "place"}, {"b", "place"}}), {{"a", "user"}});
    ASSERT_THAT(inputs, IsOk());
    EXPECT_THAT(*inputs, EqualsJson(R"({"a":"user","b":"place","c":"default"})"));
}

TEST(Inputs, UseTheAssistantForSlowRunsWithoutAnotherOne) {
    const auto workflow =
        workflow_with({{"slow_assistant_id", true, false, nullptr},
                       {"slow_input", false, false, std::make_shared<const Json>("default")}});
    const Json agent{{"assistant_id", "agent"}};
    const auto of_agent = inputs_for(workflow, environment_with(agent), {});
    ASSERT_THAT(of_agent, IsOk());
    EXPECT_THAT(*of_agent, EqualsJson(R"({"slow_assistant_id":"agent","slow_input":"default"})"));
    const auto with_input = inputs_for(workflow, environment_with(agent), {{"input", "x"}});
    ASSERT_THAT(with_input, IsOk());
    EXPECT_THAT(*with_input, EqualsJson(R"({"slow_assistant_id":"agent","slow_input":"x"})"));
    const auto of_both = inputs_for(
        workflow, environment_with({{"slow_assistant_id", "slow"}, {"input", "x"}}), agent);
    ASSERT_THAT(of_both, IsOk());
    EXPECT_THAT(*of_both, EqualsJson(R"({"slow_assistant_id":"slow","slow_input":"default"})"));
}

TEST(Inputs, NameAMissingOne) {
    EXPECT_THAT(
        inputs_for(
            workflow_with({{"key", true, true, nullptr}}), environment_with(Json::object()), {}),
        FailsWith("--input key=VALUE"));
}

TEST(Environment, WithoutControlIsTheTarget) {
    Target target = things_target();
    target.credentials = {Secret("k"), "tenant"};
    target.sources = std::make_shared<const Json>(Json{{"git_host", {{"repo_url", "r"}}}});
    target.streaming = std::make_shared<const Json>(Json{{"assistant_id", "agent"}});
    FakeTarget fake;
    const auto environment = open_environment(target, fake.send());
    ASSERT_THAT(environment, IsOk());
    EXPECT_TRUE(fake.sent.empty());
    EXPECT_EQ(environment->base_urls.at("things"), "http://127.0.0.1:1");
    EXPECT_THAT(environment->secrets, ::testing::IsSupersetOf({"k", "tenant"}));
    EXPECT_THAT(
        *environment->inputs,
        EqualsJson(R"({"api_key":"k","tenant_id":"tenant","hosting":"cloud","assistant_id":"agent",
                                                     "git_host":{"repo_url":"r"},"repo_url":"r"})"));
}

TEST(Environment, OfAMockIsAWorkspaceUnderItsPrefix) {
    FakeTarget fake;
    fake.on("POST /_plumbline/workspaces",
            {{201, R"({"id":"w","prefix":"/w/w","tenant_id":"t","api_key":"k",
        "other_tenant":{"tenant_id":"o","api_key":"p"}})"}});
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    target.control_token = Secret("token");
    const auto environment = open_environment(target, fake.send());
    ASSERT_THAT(environment, IsOk());
    EXPECT_EQ(environment->base_urls.at("things"), "http://127.0.0.1:1/w/w");
    EXPECT_EQ(environment->base_urls.at("mock_control"), "http://127.0.0.1:1");
    EXPECT_EQ(*fake.sent[0].request.headers.find("X-Plumbline-Token"), "token");
    EXPECT_THAT(environment->secrets, ElementsAre("k", "p", "t", "o"));
}

TEST(Environment, NamesWhatTheControlInterfaceLacks) {
    FakeTarget fake;
    fake.on("POST /_plumbline/workspaces", {{201, R"({"prefix":"/w/w"})"}});
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    EXPECT_THAT(open_environment(target, fake.send()), FailsWith("id"));
}

TEST(Environment, ExplainsHowToFixARefusal) {
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    FakeTarget fake;
    fake.on("POST /_plumbline/workspaces", {{401, R"({"detail":"wrong token"})"}});
    const auto refused = open_environment(target, fake.send());
    EXPECT_THAT(refused, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(refused, FailsWith("answered 401 where 201 was expected: wrong token"));
    EXPECT_THAT(refused, FailsWith("--control-token-env"));
    fake.on("POST /_plumbline/workspaces", {{429, R"({"detail":"4 workspaces are in use"})"}});
    EXPECT_THAT(open_environment(target, fake.send()), IsErrorCode(ErrorCode::kLimit));
    EXPECT_THAT(open_environment(target, fake.send()), FailsWith("--max-workspaces"));
}

/// Returns the result of one scenario at a mock that refuses the first `times` requests for a
/// workspace.
reports::RunResult played_after_refusals(FakeTarget& fake, std::size_t times) {
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    std::vector<FakeTarget::FakeResponse> responses(times, {429, R"({"detail":"in use"})"});
    responses.push_back({201, R"({"id":"w","prefix":"/w/w"})"});
    fake.on("POST /_plumbline/workspaces", responses);
    fake.on("GET /w/w/things", {{200, "{}"}});
    return play("  - workflowId: list\n    steps: [ { stepId: list, operationId: listThings } ]\n",
                fake,
                {},
                {},
                target);
}

TEST(Environment, WaitsForAWorkspaceForAWhile) {
    FakeTarget fake;
    EXPECT_EQ(played_after_refusals(fake, 3).scenarios.at(0).verdict, reports::Verdict::kPassed);
    FakeTarget busy;
    const auto result = played_after_refusals(busy, 1000);
    EXPECT_EQ(result.scenarios.at(0).verdict, reports::Verdict::kNotRun);
    EXPECT_EQ(busy.sent.size(), 21U);
    EXPECT_DOUBLE_EQ(result.took_ms, 2000);
}

}  // namespace
}  // namespace plumbline::runner
