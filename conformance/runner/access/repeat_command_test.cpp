#include "conformance/runner/access/repeat_command.hpp"

#include "conformance/runner/testing.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace plumbline::runner {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr const char* kTwoKeys = R"(  - workflowId: keys
    inputs:
      type: object
      properties: { api_key: { type: string }, other_api_key: { type: string } }
    steps:
      - stepId: own
        operationId: listThings
        parameters: [ { name: X-Api-Key, in: header, value: $inputs.api_key } ]
      - stepId: other
        operationId: listThings
        parameters: [ { name: X-Api-Key, in: header, value: $inputs.other_api_key } ]
      - stepId: none
        operationId: listThings
        parameters: [ { name: X-Api-Key, in: header, value: no-key } ]
)";

Target target_with_keys() {
    Target target = things_target();
    target.credentials = {Secret("key-1"), "t-1", "STAGING_KEY"};
    target.other_credentials = {Secret("key-2"), "t-2", "OTHER_KEY"};
    return target;
}

/// Returns the commands of the steps.
std::vector<std::string> commands(const Target& target, const RunOptions& options) {
    FakeTarget fake;
    fake.on("GET /things", {{200, "[]"}});
    std::vector<std::string> found;
    const auto result = play(kTwoKeys, fake, options, {}, target);
    for (const auto& step : result.scenarios.at(0).steps)
        found.push_back(step.exchanges.at(0).curl);
    return found;
}

TEST(RepeatCommand, NamesTheVariablesOfTheTarget) {
    const auto curl = commands(target_with_keys(), {});
    EXPECT_THAT(curl.at(0), EndsWith(R"(-H "X-Api-Key: $STAGING_KEY")"));
    EXPECT_THAT(curl.at(1), EndsWith(R"(-H "X-Api-Key: $OTHER_KEY")"));
    EXPECT_THAT(curl.at(2), EndsWith(R"(-H "X-Api-Key: $PLUMBLINE_SECRET_1")"));
}

TEST(RepeatCommand, ShowsALiteralOfAPublishedSuite) {
    RunOptions options;
    options.shows_literal_credentials = true;
    EXPECT_THAT(commands(target_with_keys(), options).at(2), EndsWith("-H 'X-Api-Key: no-key'"));
}

TEST(RepeatCommand, RequiresAnInputThatNoVariableHas) {
    RunOptions options;
    options.shows_literal_credentials = true;
    options.inputs = std::make_shared<const Json>(Json{{"api_key", "mine"}});
    EXPECT_THAT(commands(target_with_keys(), options).at(0),
                AllOf(HasSubstr("set it to the secret in the header X-Api-Key"),
                      EndsWith(R"(-H "X-Api-Key: $PLUMBLINE_SECRET_1")")));
}

TEST(RepeatCommand, NamesTheVariableOfAnInput) {
    Target target = target_with_keys();
    RunOptions options;
    options.inputs = std::make_shared<const Json>(Json{{"api_key", "mine"}});
    target.inputs = {options.inputs, {"api_key"}, {{"api_key", "MY_INPUT"}}};
    EXPECT_THAT(commands(target, options).at(0), EndsWith(R"(-H "X-Api-Key: $MY_INPUT")"));
}

TEST(RepeatCommand, NamesTheCertificatesOfTheTarget) {
    Target target = target_with_keys();
    target.base_urls["things"] = "https://127.0.0.1:1";
    target.tls = {"/ca.pem", "/cert.pem", "/key.pem"};
    EXPECT_THAT(commands(target, {}).at(0),
                HasSubstr("--cacert '/ca.pem' --cert '/cert.pem' --key '/key.pem'"));
}

TEST(RepeatCommand, NamesTheKeysOfAWorkspace) {
    const auto variables = workspace_variables({},
                                               Json{{"api_key", "w-1"},
                                                    {"other_api_key", "w-2"},
                                                    {"tenant_id", "t-1"},
                                                    {"hosting", "cloud"}});
    ASSERT_EQ(variables.size(), 3U);
    EXPECT_EQ(variables[0].name, "PLUMBLINE_API_KEY");
    EXPECT_EQ(variables[1].name, "PLUMBLINE_OTHER_API_KEY");
    EXPECT_EQ(variables[1].value.reveal(), "w-2");
    EXPECT_EQ(variables[2].name, "PLUMBLINE_TENANT");
    EXPECT_EQ(variables[2].how, "");
}

TEST(RepeatCommand, RequiresTheTenantOnlyIfTheWorkspaceIsNotDeleted) {
    const auto variables = secret_variables(target_with_keys());
    const auto tenant = std::ranges::find(
        variables, "PLUMBLINE_TENANT", [](const auto& variable) { return variable.name; });
    ASSERT_NE(tenant, variables.end());
    EXPECT_EQ(tenant->how, "set it to the id of the tenant");
}

}  // namespace
}  // namespace plumbline::runner
