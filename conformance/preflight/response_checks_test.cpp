#include "conformance/preflight/response_checks.hpp"

#include "spec/base/testing.hpp"
#include "spec/http/date.hpp"

#include <gmock/gmock.h>

namespace plumbline::preflight {
namespace {

using client::ConnectionStage;
using ::testing::HasSubstr;

http::Response response(int status, http::Headers headers = {}) {
    http::Response one;
    one.status = status;
    one.headers = std::move(headers);
    return one;
}

client::Exchange failed_at(ConnectionStage stage) {
    client::Exchange exchange;
    exchange.failure = Error{ErrorCode::kUnreachable, "why", {}, {}};
    client::ConnectionInfo info;
    info.stage = stage;
    exchange.connection = std::make_shared<const client::ConnectionInfo>(info);
    return exchange;
}

TEST(ConnectionChecks, NameTheStageThatFailed) {
    const ManualClock clock;
    for (const auto& [stage, name] : {std::pair(ConnectionStage::kResolve, "dns"),
                                      std::pair(ConnectionStage::kConnect, "tcp"),
                                      std::pair(ConnectionStage::kTls, "tls"),
                                      std::pair(ConnectionStage::kExchange, "http")}) {
        const auto checks = connection_checks(failed_at(stage), "http://h", clock);
        EXPECT_EQ(checks.back().name, name);
        EXPECT_EQ(checks.back().failure, CheckFailure::kUnreachable);
        EXPECT_EQ(checks.back().detail, "why");
    }
}

TEST(ConnectionChecks, WarnOfACertificateThatExpiresSoon) {
    const ManualClock clock;
    client::Exchange exchange;
    exchange.response = response(200);
    for (const auto& [days, outcome] :
         {std::pair(3, CheckOutcome::kWarning), std::pair(90, CheckOutcome::kOk)}) {
        client::ConnectionInfo info;
        info.certificate = {"CN=h", "CN=authority", clock.now() + std::chrono::days(days)};
        exchange.connection = std::make_shared<const client::ConnectionInfo>(info);
        const auto checks = connection_checks(exchange, "https://h", clock);
        ASSERT_EQ(checks.size(), 4U);
        EXPECT_EQ(checks[2].outcome, outcome);
        EXPECT_THAT(checks[2].detail, HasSubstr(std::to_string(days) + " days left"));
    }
}

TEST(RedirectCheck, TellsHttpsLogInAndOtherTargetsApart) {
    const auto remedy = [](const char* location) {
        const auto check = redirect_check(response(302, {{"Location", location}}), "http://h/v2/x");
        return check ? check->remedy : "none";
    };
    EXPECT_THAT(remedy("https://h/v2/x"), HasSubstr("with https"));
    EXPECT_THAT(remedy("https://id.example/login?to=x"), HasSubstr("log-in"));
    EXPECT_THAT(remedy("http://other/v2/x"), HasSubstr("give the URL that it names"));
    EXPECT_FALSE(redirect_check(response(304), "http://h"));
    const auto without = redirect_check(response(302), "http://h/v2/x");
    ASSERT_TRUE(without);
    EXPECT_EQ(without->detail, "http://h/v2/x answers 302 without a Location");
    EXPECT_FALSE(redirect_check(response(200, {{"Location", "http://h"}}), "http://h"));
}

TEST(GatewayCheck, KnowsTheStatusesOfGateways) {
    for (const int status : {502, 503, 504, 520, 530})
        EXPECT_TRUE(gateway_check(response(status))) << status;
    for (const int status : {200, 404, 500, 501}) EXPECT_FALSE(gateway_check(response(status)));
}

TEST(Responses, AreAlikeIfOnlyPathsIdsAndTimesDiffer) {
    const auto json = [](int status, const std::string& body) {
        http::Response one = response(status, {{"Content-Type", "application/json"}});
        one.body = body;
        return one;
    };
    const auto alike = [](const http::Response& one, const http::Response& other) {
        return are_alike(one, "/v2/things", other, "/unknown");
    };
    EXPECT_TRUE(alike(json(404, R"({"error":"no route /v2/things","id":"a7-44"})"),
                      json(404, R"({"error":"no route /unknown","id":"b9-01"})")));
    EXPECT_TRUE(alike(json(200, "[]"), json(200, "[]")));
    EXPECT_FALSE(alike(json(200, "[]"), json(404, "[]")));
    EXPECT_FALSE(
        alike(json(404, R"({"detail":"run not found"})"), json(404, R"({"detail":"Not Found"})")));
    EXPECT_FALSE(alike(json(200, "[]"), response(200, {{"Content-Type", "text/html"}})));
}

TEST(HeaderChecks, WarnOfClockSkewAndRateLimits) {
    const ManualClock clock(*http::parse_http_date("Wed, 25 Nov 2026 11:00:00 GMT"));
    const auto checks = header_checks(
        response(429, {{"Date", "Wed, 25 Nov 2026 11:05:00 GMT"}, {"Retry-After", "7"}}), clock);
    ASSERT_EQ(checks.size(), 2U);
    EXPECT_EQ(checks[0].detail, "the target's clock is 300 s ahead");
    EXPECT_EQ(checks[1].outcome, CheckOutcome::kWarning);
    EXPECT_THAT(checks[1].detail, HasSubstr("429 (Retry-After: 7)"));
    EXPECT_TRUE(header_checks(response(200), clock).empty());
}

}  // namespace
}  // namespace plumbline::preflight
