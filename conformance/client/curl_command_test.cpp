#include "conformance/client/client.hpp"

#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

using testing::HasSubstr;
using testing::Not;

Exchange call(std::string method, http::Headers headers = {}, std::string body = "") {
    Exchange exchange;
    exchange.call = {.url = "http://h/p?a=[1]&b=2",
                     .request = {std::move(method), "", std::move(headers), std::move(body)}};
    return exchange;
}

TEST(CurlCommand, RepeatsAPlainGet) {
    EXPECT_EQ(curl_command(call("GET")),
              "curl -sS -i --globoff --path-as-is 'http://h/p?a=[1]&b=2'");
}

TEST(CurlCommand, RepeatsAPatchWithItsBody) {
    EXPECT_EQ(curl_command(call("PATCH", {{"Content-Type", "application/json"}}, R"({"a":1})")),
              "curl -sS -i --globoff --path-as-is -X PATCH 'http://h/p?a=[1]&b=2'"
              R"( -H 'Content-Type: application/json' --data-raw '{"a":1}')");
}

TEST(CurlCommand, AsksForTheHeadOnly) {
    EXPECT_THAT(curl_command(call("HEAD")), HasSubstr("--path-as-is --head 'http"));
}

TEST(CurlCommand, LeavesNothingForTheShellToInterpret) {
    EXPECT_THAT(curl_command(call("POST", {{"X-A", "it's $HOME"}}, "a'b\n`c` $d")),
                HasSubstr(R"(-H 'X-A: it'\''s $HOME')"
                          " -H 'Content-Type:'"
                          " --data-raw 'a'\\''b\n`c` $d'"));
}

TEST(CurlCommand, QuotesAnUnusualMethod) {
    EXPECT_THAT(curl_command(call("A|B")), HasSubstr("-X 'A|B'"));
}

TEST(CurlCommand, SendsTheLengthOfAnEmptyBody) {
    EXPECT_THAT(curl_command(call("POST")),
                HasSubstr("-X POST 'http://h/p?a=[1]&b=2'"
                          " -H 'Content-Type:' --data-raw ''"));
}

TEST(CurlCommand, SendsEmptyHeaders) {
    EXPECT_THAT(curl_command(call("GET", {{"X-Api-Key", ""}, {"X-B", " "}})),
                HasSubstr("-H 'X-Api-Key;' -H 'X-B;'"));
}

TEST(CurlCommand, NamesALargeOrUnprintableBodyOnly) {
    EXPECT_THAT(curl_command(call("POST", {}, std::string(20'000, 'x'))),
                HasSubstr("--data-binary @body-of-20000-bytes"));
    EXPECT_THAT(curl_command(call("POST", {}, std::string(3, '\0'))),
                HasSubstr("--data-binary @body-of-3-bytes"));
}

TEST(CurlCommand, KnowsASecretByTheContractsNameOfItsHeader) {
    Exchange exchange = call("GET", {{"X-Api-Key", "hush"}, {"X-Tenant-Id", "t"}});
    // The other way round, so that the name on the wire tells the wrong thing of both.
    exchange.wire = std::make_shared<const Exchange>(
        call("GET", {{"X-Tenant-Id", "hush"}, {"X-Api-Key", "t"}}));
    EXPECT_THAT(curl_command(exchange),
                HasSubstr(R"(-H "X-Tenant-Id: $PLUMBLINE_API_KEY" -H 'X-Api-Key: t')"));
}

TEST(CurlCommand, HidesTheHeadersThatAreSecretHere) {
    const Exchange exchange = call("GET", {{"x-own-token", "hush"}, {"X-Other", "o"}});
    EXPECT_THAT(curl_command(exchange, {"X-Own-Token"}),
                HasSubstr("-H 'x-own-token: ***' -H 'X-Other: o'"));
}

struct Case {
    std::string_view name;
    std::string header;
    std::string_view option;
};
class CurlCommandSecret : public testing::TestWithParam<Case> {};

TEST_P(CurlCommandSecret, BecomesAVariable) {
    const std::string command = curl_command(call("GET", {{GetParam().header, "hush"}}));
    EXPECT_THAT(command, HasSubstr(GetParam().option));
    EXPECT_THAT(command, Not(HasSubstr("hush")));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    CurlCommandSecret,
    testing::Values(
        Case{"ApiKey", "X-Api-Key", R"(-H "X-Api-Key: $PLUMBLINE_API_KEY")"},
        Case{"AnyCase", "x-API-key", R"(-H "x-API-key: $PLUMBLINE_API_KEY")"},
        Case{"Authorization", "Authorization", R"("Authorization: $PLUMBLINE_AUTHORIZATION")"},
        Case{"ControlToken", "X-Plumbline-Token", R"("X-Plumbline-Token: $PLUMBLINE_TOKEN")"},
        Case{"Cookie", "cookie", R"("cookie: $PLUMBLINE_COOKIE")"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace plumbline::client
