#include "conformance/client/slash_redirect.hpp"

#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

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

}  // namespace
}  // namespace plumbline::client
