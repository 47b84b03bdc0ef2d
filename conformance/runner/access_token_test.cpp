#include "conformance/runner/access_token.hpp"

#include "conformance/runner/testing.hpp"

#include <thread>

namespace plumbline::runner {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr const char* kTokenCall = "POST /token";

/// A target with OAuth2; its token endpoint is `tokens`, its service `service`.
class AccessTokens : public ::testing::Test {
  protected:
    void SetUp() override {
        target_.base_urls["control_plane"] = "http://api.test";
        target_.credentials = {Secret(kTokenPlaceholder), ""};
        target_.oauth2 = {.token_url = "http://login.test/token",
                          .client_id = Secret("the-client"),
                          .client_secret = Secret("the secret"),
                          .client_id_variable = "ID",
                          .client_secret_variable = "SECRET",
                          .scope = "read write",
                          .audience = ""};
        tokens.clock = &clock_;
        answer_tokens({token("token-1", 3600), token("token-2", 3600)});
        service.on("GET /v2", {{200, "{}"}});
    }

    static FakeTarget::FakeResponse token(const std::string& text, int expires_in) {
        return {200,
                R"({"access_token":")" + text + R"(","token_type":"bearer","expires_in":)" +
                    std::to_string(expires_in) + "}"};
    }

    void answer_tokens(std::vector<FakeTarget::FakeResponse> responses) {
        tokens.on(kTokenCall, std::move(responses));
        target_.tokens =
            std::make_shared<AccessTokenSource>(*target_.oauth2, tokens.send(), clock_);
    }

    client::Exchange call(http::Headers headers, const std::string& area = "control_plane") {
        client::HttpCall call;
        call.url = "http://api.test/v2";
        call.area = area;
        call.request = {"GET", "", std::move(headers), ""};
        return with_access_token(service.send(), target_)(call);
    }
    client::Exchange call_with_key() { return call({{"X-Api-Key", kTokenPlaceholder}}); }

    /// Returns the Authorization of every request to the service, `-` without one.
    [[nodiscard]] std::vector<std::string> authorizations() const {
        std::vector<std::string> values;
        for (const client::HttpCall& one : service.sent) {
            const std::string* value = one.request.headers.find("Authorization");
            values.push_back(value ? *value : "-");
        }
        return values;
    }

    ManualClock clock_;
    Target target_;
    FakeTarget tokens;
    FakeTarget service;
};

TEST_F(AccessTokens, AreRequestedAsRfc6749Says) {
    EXPECT_FALSE(call_with_key().failure);
    const http::Request& request = tokens.sent.at(0).request;
    EXPECT_EQ(request.body, "grant_type=client_credentials&scope=read+write");
    // the-client:the+secret
    EXPECT_EQ(*request.headers.find("Authorization"), "Basic dGhlLWNsaWVudDp0aGUrc2VjcmV0");
}

TEST_F(AccessTokens, ReplaceTheKeyThatTheTargetHasNot) {
    const auto exchange = call_with_key();
    EXPECT_THAT(exchange.call.request.headers.all(),
                ElementsAre(std::pair("Authorization", "Bearer token-1")));
    (void)call({{"Authorization", std::string("Bearer ") + kTokenPlaceholder}});
    EXPECT_THAT(authorizations(), ElementsAre("Bearer token-1", "Bearer token-1"));
    EXPECT_THAT(tokens.sent, SizeIs(1));
}

TEST_F(AccessTokens, AccompanyAKey) {
    target_.credentials.api_key = Secret("k-1");
    const auto exchange = call({{"X-Api-Key", "k-1"}});
    EXPECT_EQ(*exchange.call.request.headers.find("X-Api-Key"), "k-1");
    EXPECT_THAT(authorizations(), ElementsAre("Bearer token-1"));
}

TEST_F(AccessTokens, StayAwayFromCallsThatTestOtherCredentials) {
    (void)call({});
    (void)call({{"X-Api-Key", "wrong"}});
    (void)call({{"Authorization", "Bearer wrong"}});
    EXPECT_THAT(authorizations(), ElementsAre("-", "-", "Bearer wrong"));
}

TEST_F(AccessTokens, GoToEveryCallOfAnotherApi) {
    (void)call({}, "things");
    (void)call({{"Authorization", "Basic eA=="}}, "things");
    EXPECT_THAT(authorizations(), ElementsAre("Bearer token-1", "Basic eA=="));
}

TEST_F(AccessTokens, GoToNoOtherHost) {
    client::HttpCall foreign;
    foreign.url = "http://other.test/v2";
    foreign.request = {"GET", "", {{"X-Api-Key", kTokenPlaceholder}}, ""};
    (void)with_access_token(service.send(), target_)(foreign);
    EXPECT_THAT(authorizations(), ElementsAre("-"));
}

TEST_F(AccessTokens, AreRenewedBeforeTheyExpire) {
    answer_tokens({token("token-1", 100), token("token-2", 3600)});
    (void)call_with_key();
    clock_.wait(seconds(74));  // a quarter of the lifetime is the margin
    (void)call_with_key();
    clock_.wait(seconds(1));
    (void)call_with_key();
    clock_.wait(seconds(3539));  // a minute at most
    (void)call_with_key();
    EXPECT_THAT(
        authorizations(),
        ElementsAre("Bearer token-1", "Bearer token-1", "Bearer token-2", "Bearer token-2"));
    clock_.wait(seconds(1));
    (void)call_with_key();
    EXPECT_THAT(tokens.sent, SizeIs(3));
}

TEST_F(AccessTokens, AreRenewedOnceAfterA401) {
    service.on("GET /v2", {{200, "{}"}, {401, "{}"}, {200, "{}"}, {401, "{}"}});
    (void)call_with_key();
    EXPECT_EQ(call_with_key().response->status, 200);
    EXPECT_THAT(authorizations(),
                ElementsAre("Bearer token-1", "Bearer token-1", "Bearer token-2"));
    // The new token was never accepted: the refusal has another cause.
    EXPECT_EQ(call_with_key().response->status, 401);
    EXPECT_THAT(tokens.sent, SizeIs(2));
}

TEST_F(AccessTokens, AreNotRenewedIfTheFirstIsRefused) {
    service.on("GET /v2", {{401, "{}"}});
    EXPECT_EQ(call_with_key().response->status, 401);
    EXPECT_THAT(tokens.sent, SizeIs(1));
}

TEST_F(AccessTokens, AreFetchedOnceForAllJobs) {
    std::vector<std::jthread> jobs;
    for (int i = 0; i < 8; ++i) jobs.emplace_back([this] { (void)target_.tokens->token(); });
    jobs.clear();
    EXPECT_THAT(tokens.sent, SizeIs(1));
}

TEST_F(AccessTokens, NameWhatTheTokenEndpointAnswered) {
    answer_tokens({{401, R"({"error":"invalid_client","error_description":"not the secret"})"}});
    const auto refused = target_.tokens->token();
    EXPECT_THAT(refused, IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(refused,
                FailsWith("the token endpoint http://login.test/token answered 401: "
                          "invalid_client, not ***, expected 200"));
    EXPECT_THAT(refused, FailsWith("SECRET"));
    answer_tokens({{200, R"({"access_token":"t","token_type":"mac"})"}});
    EXPECT_THAT(target_.tokens->token(), FailsWith("of the type Bearer"));
}

TEST_F(AccessTokens, KeepCallsFromBeingSentWithoutOne) {
    tokens.on(kTokenCall, {{0, "", {}, Error{ErrorCode::kIo, "closed", {}, {}}}});
    const auto exchange = call_with_key();
    EXPECT_EQ(exchange.failure->code, ErrorCode::kUnreachable);
    EXPECT_THAT(service.sent, SizeIs(0));
    for (int i = 0; i < 9; ++i) (void)call_with_key();
    EXPECT_THAT(tokens.sent, SizeIs(3)) << "an endpoint that fails must not delay every call";
}

TEST_F(AccessTokens, AreSecretAndAVariableThatSaysHowToSetIt) {
    (void)call_with_key();
    EXPECT_THAT(target_.tokens->secrets(),
                AllOf(Contains("token-1"), Contains("the-client"), Contains("the+secret")));
    const auto variable = target_.tokens->variables().at(0);
    EXPECT_EQ(variable.name, "PLUMBLINE_TOKEN");
    EXPECT_THAT(variable.how,
                AllOf(HasSubstr(R"(curl -sS -u \$ID:\$SECRET -d grant_type=client_credentials )"
                                "-d scope=read+write http://login.test/token"),
                      Not(HasSubstr("the secret"))));
}

}  // namespace
}  // namespace plumbline::runner
