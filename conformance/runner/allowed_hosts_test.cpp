#include "conformance/runner/access/secrets.hpp"
#include "conformance/runner/call_wrappers.hpp"
#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A target with several kinds of hosts, and the calls that are sent.
class AllowedHosts : public ::testing::Test {
  protected:
    void SetUp() override {
        target_.base_urls["control_plane"] = "https://api.example/base";
        target_.server_urls["control_plane_eu"] = "https://eu.example";
        target_.control_url = "http://127.0.0.1:9";
        target_.allowed_hosts = {"https://storage.example"};
    }

    client::Exchange call(const std::string& url, const std::string& key = "") {
        client::HttpCall call;
        call.url = url;
        call.request = {"GET", "", {}, ""};
        if (!key.empty()) call.request.headers.add("X-Api-Key", key);
        const Send send = [&](const client::HttpCall& seen) {
            reached_.push_back(seen.url);
            client::Exchange exchange;
            exchange.response = http::Response{200, {}, ""};
            return exchange;
        };
        std::vector<std::string> secrets;
        add_secret("the-key", secrets);
        add_secret("a/b\"c", secrets);
        return with_allowed_hosts(send, target_, secrets)(call);
    }

    Target target_;
    std::vector<std::string> reached_;
};

TEST_F(AllowedHosts, PassesCallsToTheTargetsHosts) {
    for (const char* url : {"https://api.example/else?q=1",
                            "https://API.example:443/",
                            "https://eu.example/v2",
                            "http://127.0.0.1:9/_plumbline/health"}) {
        EXPECT_FALSE(call(url, "the-key").failure) << url;
    }
}

TEST_F(AllowedHosts, RefusesEveryOtherHostSchemeAndPort) {
    for (const char* url : {"https://other.example/",
                            "http://api.example/",
                            "https://api.example:444/",
                            "https://api.example.evil/",
                            "https://user@api.example/"}) {
        const auto exchange = call(url);
        ASSERT_TRUE(exchange.failure) << url;
        EXPECT_EQ(exchange.failure->code, ErrorCode::kUsage);
        EXPECT_FALSE(exchange.response);
    }
    EXPECT_THAT(reached_, IsEmpty());
    EXPECT_THAT(call("https://other.example/").failure->message,
                HasSubstr("https://other.example is not a host of the target: nothing was sent"));
}

TEST_F(AllowedHosts, RefusesACredentialForAnAllowedHost) {
    EXPECT_FALSE(call("https://storage.example/bucket").failure);
    EXPECT_FALSE(call("https://storage.example/bucket", "another").failure);
    EXPECT_THAT(call("https://storage.example/bucket", "the-key").failure->message,
                HasSubstr("a credential would be sent to https://storage.example"));
    EXPECT_TRUE(call("https://storage.example/bucket?key=the-key").failure);
    EXPECT_EQ(reached_.size(), 2U);
}

TEST_F(AllowedHosts, RecognizesACredentialInEveryEncoding) {
    const std::string storage = "https://storage.example/bucket";
    EXPECT_TRUE(call(storage, "Bearer a/b\"c").failure);
    EXPECT_TRUE(call(storage, R"({"key":"a/b\"c"})").failure);
    EXPECT_TRUE(call(storage + "?key=a%2Fb%22c").failure);
    EXPECT_TRUE(call(storage + "?key=a%2fb%22c").failure);
    EXPECT_THAT(reached_, IsEmpty());
}

/// A suite with a source whose document names its own server.
std::shared_ptr<const workflow::Suite> suite_with_foreign_source() {
    const std::string text = R"(
arazzo: 1.1.0
info: { title: t, version: '1' }
sourceDescriptions: [ { name: foreign, type: openapi, url: foreign.openapi.yaml } ]
workflows:
  - workflowId: look
    steps:
      - { stepId: read, operationId: getThing, parameters: [ { name: id, in: path, value: a } ],
          successCriteria: [ { condition: $statusCode == 200 } ] }
)";
    auto document = parse_yaml(text, "foreign.arazzo.yaml");
    EXPECT_THAT(document, IsOk());
    auto loaded = workflow::load_suite(
        *document,
        [](const std::string& name,
           const std::string&,
           const std::string&) -> Result<std::shared_ptr<const ApiDocument>> {
            auto api = parse_yaml(
                std::string("servers: [ { url: 'https://foreign.example/v1/' } ]") + kThingsApi,
                "foreign.openapi.yaml");
            if (!api) return fail(api.error());
            return ApiDocument::load(name, *api);
        });
    for (const Error& error : loaded.diagnostics.errors) ADD_FAILURE() << to_text(error);
    return loaded.suite;
}

reports::RunResult play_foreign(const Target& target, FakeTarget& fake) {
    ManualClock clock;
    return run_suites(target,
                      {suite_with_foreign_source()},
                      Ledger{},
                      RunOptions{},
                      [&fake] { return fake.send(); },
                      clock,
                      {});
}

TEST(ExternalSource, IsNotCalledUnlessItsHostIsAllowed) {
    FakeTarget fake;
    fake.on("GET /v1/things/a", {{200, R"({"id":"a"})"}});
    Target target = things_target();
    const auto refused = play_foreign(target, fake);
    EXPECT_THAT(fake.sent, IsEmpty());
    EXPECT_EQ(refused.scenarios[0].verdict, reports::Verdict::kNotRun);
    EXPECT_THAT(refused.scenarios[0].steps[0].findings.at(0).got,
                HasSubstr("https://foreign.example is not a host of the target"));
    target.allowed_hosts = {"https://foreign.example"};
    EXPECT_EQ(play_foreign(target, fake).scenarios[0].verdict, reports::Verdict::kPassed);
}

TEST(ExternalSource, IsCalledAtTheUsersUrl) {
    FakeTarget fake;
    fake.on("GET /mine/things/a", {{200, R"({"id":"a"})"}});
    Target target = things_target();
    target.server_urls["foreign"] = "https://own.example/mine";
    EXPECT_EQ(play_foreign(target, fake).scenarios[0].verdict, reports::Verdict::kPassed);
    EXPECT_EQ(fake.sent.at(0).url, "https://own.example/mine/things/a");
}

}  // namespace
}  // namespace plumbline::runner
