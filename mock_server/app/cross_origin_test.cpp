#include "mock_server/app/cross_origin.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

constexpr const char* kPage = "http://localhost:3000";

/// Returns the response of a mock that has GET and POST at /a, to a page at `origin`.
EngineResponse response_to(const std::string& method,
                           const std::string& origin,
                           std::vector<std::string> allowed,
                           http::Headers headers = {},
                           const std::string& target = "/a") {
    const auto engine = [](const http::Request& request) {
        if (request.method == "GET") return detail_response(401, "no key");
        if (request.target != "/a") return detail_response(404, "Not Found");
        EngineResponse refusal = detail_response(405, "Method Not Allowed");
        refusal.headers.set("Allow", "GET, POST");
        return refusal;
    };
    headers.set("Origin", origin);
    return with_allowed_origins(engine, std::move(allowed))({method, target, headers, ""});
}

TEST(AllowedOrigins, ReadEveryResponse) {
    const EngineResponse response = response_to("GET", kPage, {kPage});
    EXPECT_EQ(response.status, 401);
    EXPECT_EQ(response.headers.joined("Access-Control-Allow-Origin"), kPage);
    EXPECT_EQ(response.headers.joined("Access-Control-Expose-Headers"),
              "*, Content-Location, Location, Retry-After");
    EXPECT_EQ(response.headers.joined("Vary"), "Origin");
    EXPECT_NE(response.body, nullptr);
}

TEST(AllowedOrigins, SendThePreflightRequestOfABrowser) {
    const EngineResponse response =
        response_to("OPTIONS",
                    kPage,
                    {kPage},
                    {{"Access-Control-Request-Method", "POST"},
                     {"Access-Control-Request-Headers", "content-type,x-api-key"}});
    EXPECT_EQ(response.status, 204);
    EXPECT_EQ(response.headers.joined("Access-Control-Allow-Origin"), kPage);
    EXPECT_EQ(response.headers.joined("Access-Control-Allow-Methods"), "GET, POST");
    EXPECT_EQ(response.headers.joined("Access-Control-Allow-Headers"), "content-type,x-api-key");
    EXPECT_EQ(response.headers.joined("Allow"), "");
    EXPECT_EQ(response.body, nullptr);
}

TEST(AllowedOrigins, MayBeAll) {
    const EngineResponse response = response_to("GET", "https://any.example", {"*"});
    EXPECT_EQ(response.headers.joined("Access-Control-Allow-Origin"), "*");
    EXPECT_FALSE(response.headers.has("Vary"));
}

TEST(AllowedOrigins, AreTheOnlyOnes) {
    for (const std::string method : {"GET", "OPTIONS"}) {
        const EngineResponse response = response_to(
            method, "https://other.example", {kPage}, {{"Access-Control-Request-Method", "POST"}});
        EXPECT_GE(response.status, 400);
        EXPECT_FALSE(response.headers.has("Access-Control-Allow-Origin"));
        EXPECT_EQ(response.headers.joined("Vary"), "Origin");
    }
}

TEST(AllowedOrigins, GetPermissionWithoutCredentialsAndForEachPath) {
    const EngineResponse response =
        response_to("OPTIONS", kPage, {"*"}, {{"Access-Control-Request-Method", "POST"}}, "/b");
    EXPECT_EQ(response.status, 204);
    EXPECT_EQ(response.headers.joined("Access-Control-Allow-Methods"), "POST");
}

TEST(AllowedOrigins, OfTheControlInterfaceAreNamed) {
    for (const char* target : {"/_plumbline/workspaces", "/%5fplumbline/workspaces"}) {
        const auto header = [&](std::vector<std::string> allowed) {
            return response_to("GET", kPage, std::move(allowed), {}, target)
                .headers.joined("Access-Control-Allow-Origin");
        };
        EXPECT_EQ(header({"*"}), "") << target;
        EXPECT_EQ(header({kPage, "*"}), kPage) << target;
    }
}

TEST(AllowedOrigins, DoNotChangeOtherRequests) {
    EXPECT_EQ(response_to("OPTIONS", kPage, {"*"}).status, 405) << "no preflight request";
}

}  // namespace
}  // namespace plumbline::mock
