#include "conformance/client/slash_redirect.hpp"

#include "conformance/client/client_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

using testing::ElementsAre;
using testing::Eq;
using testing::Optional;

std::optional<std::string> redirect(int status, const char* location, const char* method = "GET") {
    http::Response response;
    response.status = status;
    response.headers.set("Location", location);
    return slash_redirect("http://h:81/a?q=1", method, response);
}

TEST(SlashRedirect, IsToTheSameUrlWithAnotherEndOfThePath) {
    EXPECT_THAT(redirect(308, "/a/?q=1"), Optional(Eq("http://h:81/a/?q=1")));
    EXPECT_THAT(redirect(307, "http://h:81/a/?q=1", "POST"), Optional(Eq("http://h:81/a/?q=1")));
    EXPECT_THAT(redirect(301, "/a/?q=1"), Optional(Eq("http://h:81/a/?q=1")));
}

TEST(SlashRedirect, IsNothingElse) {
    for (const char* location : {"/a?q=1",
                                 "/a/",
                                 "/b/?q=1",
                                 "//other/a/?q=1",
                                 "http://h/a/?q=1",
                                 "https://h:81/a/?q=1",
                                 "a/?q=1"})
        EXPECT_EQ(redirect(308, location), std::nullopt) << location;
    EXPECT_EQ(redirect(301, "/a/?q=1", "POST"), std::nullopt);
    EXPECT_EQ(redirect(200, "/a/?q=1"), std::nullopt);
}

/// Sends calls to a service that redirects every path to the one with a slash.
class WithSlashRedirects : public testing::Test {
  protected:
    Exchange perform(const HttpCall& call) {
        return with_slash_redirects([&](const HttpCall& sent) {
            sent_.push_back(sent.request.method + ' ' + sent.url + ' ' + sent.request.body);
            Exchange exchange = unsent_exchange(sent, {});
            exchange.failure.reset();
            exchange.started = exchange.ended = Instant(std::chrono::seconds(sent_.size()));
            exchange.response = http::Response{200, {}, "ok"};
            if (!sent.url.ends_with('/'))
                exchange.response = http::Response{308, {{"Location", location_}}, ""};
            return exchange;
        })(call);
    }

    std::string location_ = "/a/";
    std::vector<std::string> sent_;
};

TEST_F(WithSlashRedirects, RepeatsTheCallWithItsBody) {
    const Exchange exchange = perform({.url = "http://h/a", .request = {"POST", "", {}, "{}"}});
    EXPECT_THAT(exchange, RespondsWith(200, "ok"));
    EXPECT_EQ(exchange.call.url, "http://h/a");
    EXPECT_EQ(exchange.wire_exchange().call.url, "http://h/a/");
    EXPECT_EQ(exchange.started, Instant(std::chrono::seconds(1)));
    EXPECT_EQ(exchange.ended, Instant(std::chrono::seconds(2)));
    EXPECT_THAT(sent_, ElementsAre("POST http://h/a {}", "POST http://h/a/ {}"));
}

TEST_F(WithSlashRedirects, LeavesEveryOtherResponse) {
    location_ = "/b/";
    EXPECT_THAT(perform({.url = "http://h/a", .request = {"GET", "", {}, ""}}),
                RespondsWith(308, ""));
    EXPECT_THAT(perform({.url = "http://h/a/", .request = {"GET", "", {}, ""}}),
                RespondsWith(200, "ok"));
    EXPECT_EQ(sent_.size(), 2U);
}

}  // namespace
}  // namespace plumbline::client
