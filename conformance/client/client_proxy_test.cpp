// Calls through a proxy: a server of these tests at a loopback address, for a target that is not.
#include "conformance/client/client_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Then = CannedServer::AfterResponse;

constexpr const char* kTarget = "http://api.test/x";
constexpr const char* kSecureTarget = "https://api.test/x";

/// Returns the origin with a user name and a password.
std::string with_user(std::string origin) {
    return origin.insert(std::string_view("http://").size(), "user:pass@");
}

class ClientProxyTest : public ClientTest {
  protected:
    Exchange perform_through(const std::string& proxy, const std::string& url) {
        ClientOptions options;
        options.connection.proxies.http = {proxy, "http_proxy"};
        options.connection.proxies.https = {proxy, "HTTPS_PROXY"};
        Client client(options, clock_);
        return client.perform({.url = url, .request = request("GET")});
    }
};

TEST_F(ClientProxyTest, SendsAPlainRequestThroughTheProxy) {
    CannedServer proxy({{{kOk}}});
    EXPECT_THAT(perform_through(with_user(proxy.url("")), kTarget), RespondsWith(200, "ok"));
    EXPECT_THAT(proxy.requests(),
                ElementsAre(AllOf(StartsWith("GET http://api.test/x HTTP/1.1\r\n"),
                                  HasSubstr("Proxy-Authorization: Basic dXNlcjpwYXNz\r\n"))));
}

TEST_F(ClientProxyTest, ReadsNoEnvironmentItself) {
    CannedServer server({{{kOk}}});
    ::setenv("http_proxy", server.url("").c_str(), 1);
    const Exchange exchange = perform({.url = "http://host.invalid/", .request = request("GET")});
    ::unsetenv("http_proxy");
    EXPECT_THAT(exchange, FailsAs(ErrorCode::kUnreachable, "the host name is unknown"));
    EXPECT_THAT(server.requests(), ElementsAre());
}

TEST_F(ClientProxyTest, UsesNoProxyForALoopbackTarget) {
    CannedServer server({{{kOk}}});
    EXPECT_THAT(perform_through("http://127.0.0.1:1", server.url()), RespondsWith(200, "ok"));
}

TEST_F(ClientProxyTest, ReportsAMissingProxy) {
    const Descriptor bound = bound_socket();
    const Exchange exchange = perform_through(with_user(origin_of(bound)), kTarget);
    EXPECT_THAT(exchange, FailsAs(ErrorCode::kUnreachable, "there is no connection to the proxy"));
    EXPECT_THAT(
        exchange,
        FailsAs(ErrorCode::kUnreachable,
                "GET http://api.test/x through the proxy " + origin_of(bound) + " (http_proxy): "));
    EXPECT_THAT(exchange.failure->message, Not(HasSubstr("pass@")));
}

TEST_F(ClientProxyTest, ReportsAProxyWithAnUnknownName) {
    EXPECT_THAT(perform_through("http://proxy.invalid:3128", kTarget),
                FailsAs(ErrorCode::kUnreachable, "the proxy's host name is unknown"));
}

TEST_F(ClientProxyTest, HidesThePasswordOfAProxyThatLibcurlRefuses) {
    const Exchange exchange = perform_through("gopher://user:pass@127.0.0.1:1", kTarget);
    EXPECT_THAT(exchange, FailsAs(ErrorCode::kUnreachable, "gopher://127.0.0.1:1 (http_proxy)"));
    EXPECT_THAT(exchange.failure->message, Not(HasSubstr("pass")));
}

struct RefusingProxyCase {
    std::string_view name;
    const char* url;
    const char* response;
    const char* part;
};
class RefusingProxyTest : public ClientProxyTest,
                          public testing::WithParamInterface<RefusingProxyCase> {};

TEST_P(RefusingProxyTest, IsReportedAsTheProxys) {
    CannedServer proxy({{{GetParam().response, Then::kClose}}});
    const Exchange exchange = perform_through(proxy.url(""), GetParam().url);
    EXPECT_THAT(exchange, FailsAs(ErrorCode::kUnreachable, GetParam().part));
    EXPECT_FALSE(exchange.response);
    EXPECT_TRUE(was_not_sent(*exchange.failure));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    RefusingProxyTest,
    testing::Values(
        RefusingProxyCase{"CredentialsForARequest",
                          kTarget,
                          "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
                          "the proxy requires credentials (status 407)"},
        RefusingProxyCase{"CredentialsForATunnel",
                          kSecureTarget,
                          "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
                          "the proxy requires credentials (status 407)"},
        RefusingProxyCase{"ForbiddenTunnel",
                          kSecureTarget,
                          "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n",
                          "the proxy did not connect to the target (status 403)"},
        RefusingProxyCase{"UnreachableTarget",
                          kSecureTarget,
                          "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
                          "the proxy did not connect to the target (status 502)"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST_F(ClientProxyTest, JudgesAStatus407OfATargetWithoutAProxy) {
    CannedServer server({{{"HTTP/1.1 407 X\r\nContent-Length: 0\r\n\r\n"}}});
    EXPECT_THAT(get(server), RespondsWith(407, ""));
}

}  // namespace
}  // namespace plumbline::client
