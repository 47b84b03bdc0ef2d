// The credentials that steps send by x-security, the base URL of x-serverUrl, and the masking of
// the secrets.

#include "conformance/runner/request/step_credentials.hpp"

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string with_security(const std::string& entry) {
    return R"(  - workflowId: read
    inputs:
      type: object
      properties: { secret: { type: string, default: hidden-one }, who: { type: string, default: me } }
    steps:
      - stepId: list
        operationId: listThings
        x-security: [ )" +
           entry + R"( ]
        successCriteria: [ { condition: $statusCode == 200 } ]
        outputs: { sent: $request.header.Authorization }
)";
}

class StepCredentialsTest : public ::testing::Test {
  protected:
    void SetUp() override {
        fake_.on("GET /things", {{200, R"(["hidden-one"])"}});
        fake_.on("GET /things?k=hidden-one", {{200, R"(["hidden-one"])"}});
    }

    /// Plays a scenario that passes; no report may contain the secret, or its base64 form.
    void play_quietly(const std::string& entry) {
        const auto result = play(with_security(entry), fake_);
        EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kPassed);
        const std::string report = reports::json_text(result);
        EXPECT_THAT(report, Not(HasSubstr("hidden-one")));
        EXPECT_THAT(report, Not(HasSubstr("bWU6aGlkZGVuLW9uZQ==")));
    }

    std::string sent(const std::string& header) {
        return fake_.sent.back().request.headers.joined(header);
    }

    FakeTarget fake_;
};

TEST_F(StepCredentialsTest, SendAKeyInAHeader) {
    play_quietly("{ schemeName: own, values: { apiKey: $inputs.secret } }");
    EXPECT_EQ(sent("X-Own-Token"), "hidden-one");
}

TEST_F(StepCredentialsTest, SendAKeyInTheQuery) {
    play_quietly(
        "{ scheme: { type: apiKey, in: query, name: k }, values: { apiKey: $inputs.secret } }");
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things?k=hidden-one"));
}

TEST_F(StepCredentialsTest, SendACookie) {
    play_quietly(
        "{ scheme: { type: apiKey, in: cookie, name: k }, values: { apiKey: $inputs.secret } }");
    EXPECT_EQ(sent("Cookie"), "k=hidden-one");
}

TEST_F(StepCredentialsTest, SendABearerToken) {
    play_quietly(
        "{ scheme: { type: http, scheme: bearer }, values: { token: '{$inputs.secret}' } }");
    EXPECT_EQ(sent("Authorization"), "Bearer hidden-one");
}

TEST_F(StepCredentialsTest, SendAUserNameAndPassword) {
    play_quietly(
        "{ scheme: { type: http, scheme: basic }, values: { username: $inputs.who, "
        "password: $inputs.secret } }");
    EXPECT_EQ(sent("Authorization"), "Basic bWU6aGlkZGVuLW9uZQ==");
}

TEST_F(StepCredentialsTest, AreNotSentWithoutValueAndRevealNothing) {
    const auto result = play(with_security("{ schemeName: own, values: { apiKey: "
                                           "'{$inputs.secret}{$response.body}' } }"),
                             fake_);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kNotRun);
    EXPECT_TRUE(fake_.sent.empty());
    EXPECT_THAT(reports::json_text(result), Not(HasSubstr("hidden-one")));
}

TEST_F(StepCredentialsTest, RejectAUserNameWithAColon) {
    const auto result =
        play(with_security("{ scheme: { type: http, scheme: basic }, values: { username: 'a:b', "
                           "password: $inputs.secret } }"),
             fake_);
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kNotRun);
    EXPECT_TRUE(fake_.sent.empty());
}

class BaseUrl : public ::testing::Test {
  protected:
    std::string url_of(const std::string& of_suite) {
        const auto suite = suite_of(with_security(""));
        return base_url_of(environment_.urls(), "things", *suite->sources.at(0).api, of_suite);
    }

    Environment environment_;
};

TEST_F(BaseUrl, IsTheSuitesWithoutTheUsers) {
    EXPECT_EQ(url_of("https://suite.test"), "https://suite.test");
    EXPECT_EQ(url_of(""), "");
}

TEST_F(BaseUrl, IsTheUsersFirst) {
    environment_.base_urls["things"] = "https://area.test";
    EXPECT_EQ(url_of("https://suite.test"), "https://area.test");
    environment_.server_urls["things"] = "https://source.test";
    EXPECT_EQ(url_of("https://suite.test"), "https://source.test");
}

}  // namespace
}  // namespace plumbline::runner
