#include "conformance/client/client.hpp"

#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

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

TEST(CurlCommand, UndoesTheContentCodingOfTheResponse) {
    const auto command_after = [](const http::Headers& sent) {
        Exchange exchange = call("GET", sent);
        exchange.response = http::Response{200, {{"Content-Encoding", "gzip"}}, ""};
        return curl_command(exchange);
    };
    EXPECT_THAT(command_after({}), EndsWith(" --compressed -H 'Accept-Encoding: gzip, deflate'"));
    EXPECT_THAT(command_after({{"Accept-Encoding", "gzip"}}),
                EndsWith(" -H 'Accept-Encoding: gzip' --compressed"));
}

TEST(CurlCommand, UsesTheHeadOption) {
    EXPECT_THAT(curl_command(call("HEAD")), HasSubstr("--path-as-is --head 'http"));
}

TEST(CurlCommand, QuotesEverythingForTheShell) {
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

TEST(CurlCommand, NamesAVeryLargeBodyOnly) {
    EXPECT_THAT(curl_command(call("POST", {}, std::string(300'000, 'x'))),
                HasSubstr("--data-binary @body-of-300000-bytes"));
}

TEST(CurlCommand, PrintsABodyThatDoesNotFitIntoAnArgument) {
    const std::string body(20'000, 'x');
    EXPECT_THAT(curl_command(call("POST", {}, body)),
                AllOf(StartsWith("printf '" + body + "' | curl "), EndsWith(" --data-binary @-")));
}

TEST(CurlCommand, PrintsABodyWithBytesThatCannotBePasted) {
    EXPECT_THAT(curl_command(call("POST", {}, std::string("a\0'%\\\xff\r\n\xC3\xBC", 10))),
                StartsWith("printf 'a\\000'\\''%%\\\\\\377\\015\\012\xC3\xBC' | curl "));
    EXPECT_THAT(curl_command(call("GET", {{"X-A", "\xE9"}})),
                HasSubstr(R"x(-H "$(printf 'X-A: \351')")x"));
}

TEST(CurlCommand, UsesTheVariableThatHasTheValue) {
    const std::vector<SecretVariable> variables{{"MY_KEY", Secret("k-1")},
                                                {"OTHER_KEY", Secret("k-12")}};
    const std::string command = curl_command(
        call("POST",
             {{"X-Api-Key", "k-1"}, {"Authorization", "Bearer k-12"}, {"X-Note", "it's k-1x"}},
             R"({"key":"k-1"})"),
        {},
        variables,
        {"k-1", "k-12"});
    EXPECT_THAT(command,
                AllOf(HasSubstr(R"(-H "X-Api-Key: $MY_KEY")"),
                      HasSubstr(R"(-H "Authorization: Bearer $OTHER_KEY")"),
                      HasSubstr(R"(-H 'X-Note: it'\''s '"$MY_KEY"'x')"),
                      HasSubstr(R"(--data-raw '{"key":"'"$MY_KEY"'"}')")));
    EXPECT_THAT(command, StartsWith("curl "));
}

TEST(CurlCommand, WritesAVariableBeforeALetterInBraces) {
    Exchange exchange = call("GET");
    exchange.call.url = "http://h/k-1/k-1x";
    EXPECT_THAT(curl_command(exchange, {}, {{"MY_KEY", Secret("k-1")}}, {}),
                EndsWith(R"( "http://h/$MY_KEY/${MY_KEY}x")"));
}

TEST(CurlCommand, RequiresTheSecretsWithoutAVariable) {
    Exchange exchange = call("POST", {{"Key", "s/1"}, {"X-Api-Key", "other"}}, "a=s/1");
    exchange.call.url = "http://h/s%2F1";
    const std::string command = curl_command(exchange, {}, {}, {"s/1", "s%2F1"});
    EXPECT_THAT(
        command,
        StartsWith(R"(: "${PLUMBLINE_SECRET_1:?set it to the secret in the URL}")"
                   R"( "${PLUMBLINE_SECRET_2:?set it to the secret in the header Key}")"
                   R"( "${PLUMBLINE_SECRET_3:?set it to the secret in the header X-Api-Key}")"
                   R"(; curl )"));
    EXPECT_THAT(command,
                HasSubstr(R"("http://h/$PLUMBLINE_SECRET_1" -H "Key: $PLUMBLINE_SECRET_2")"
                          R"( -H "X-Api-Key: $PLUMBLINE_SECRET_3")"));
    EXPECT_THAT(command, EndsWith(R"( --data-raw "a=$PLUMBLINE_SECRET_2")"));
}

TEST(CurlCommand, ShowsACredentialOfAPublishedSuite) {
    CurlCommandOptions options;
    options.shows_other_credentials = true;
    EXPECT_THAT(curl_command(call("GET", {{"X-Api-Key", "no-key"}}), options),
                HasSubstr("-H 'X-Api-Key: no-key'"));
}

TEST(CurlCommand, RecognizesASecretByTheContractsNameOfItsHeader) {
    Exchange exchange = call("GET", {{"X-Api-Key", "secret"}, {"X-Tenant-Id", "t"}});
    // The sent names are swapped, so that each alone would give the wrong result.
    exchange.wire = std::make_shared<const Exchange>(
        call("GET", {{"X-Tenant-Id", "secret"}, {"X-Api-Key", "t"}}));
    EXPECT_THAT(curl_command(exchange),
                HasSubstr(R"(-H "X-Tenant-Id: $PLUMBLINE_SECRET_1" -H 'X-Api-Key: t')"));
}

TEST(CurlCommand, HidesAdditionalSecretHeaders) {
    CurlCommandOptions options;
    options.secret_headers = {"X-Own-Token"};
    EXPECT_THAT(curl_command(call("GET", {{"x-own-token", "secret"}, {"X-Other", "o"}}), options),
                HasSubstr(R"(-H "x-own-token: $PLUMBLINE_SECRET_1" -H 'X-Other: o')"));
}

TEST(CurlCommand, HidesTextBesideASecretInACredential) {
    const std::vector<SecretVariable> variables{{"KEY", Secret("k")}};
    EXPECT_THAT(curl_command(call("GET", {{"Cookie", "a=k; b=literal"}}), {}, variables),
                HasSubstr(R"(-H "Cookie: $PLUMBLINE_SECRET_1")"));
    EXPECT_THAT(curl_command(call("GET", {{"Cookie", "a=k; b=k"}}), {}, variables),
                HasSubstr(R"(-H "Cookie: a=$KEY; b=$KEY")"));
}

struct Case {
    std::string_view name;
    std::string header;
};
class CurlCommandSecret : public testing::TestWithParam<Case> {};

TEST_P(CurlCommandSecret, IsHidden) {
    const std::string command = curl_command(call("GET", {{GetParam().header, "hidden"}}));
    EXPECT_THAT(command, HasSubstr("-H \"" + GetParam().header + ": $PLUMBLINE_SECRET_1\""));
    EXPECT_THAT(command, Not(HasSubstr("hidden")));
}

INSTANTIATE_TEST_SUITE_P(Table,
                         CurlCommandSecret,
                         testing::Values(Case{"ApiKey", "X-Api-Key"},
                                         Case{"AnyCase", "x-API-key"},
                                         Case{"Authorization", "Authorization"},
                                         Case{"ControlToken", "X-Plumbline-Token"},
                                         Case{"Cookie", "cookie"}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(CurlCommand, NamesTheCertificatesForASecureTarget) {
    CurlCommandOptions options;
    options.tls_options = tls_options_of("/ca's.pem", "/c:1.pem", "/key.pem");
    EXPECT_EQ(options.tls_options,
              R"( --cacert '/ca'\''s.pem' --cert '/c\:1.pem' --key '/key.pem')");
    Exchange secure = call("GET");
    secure.call.url = "https://api.test/";
    EXPECT_THAT(curl_command(secure, options),
                HasSubstr(" --http1.1" + options.tls_options + " 'https://api.test/'"));
    EXPECT_THAT(curl_command(call("GET"), options), Not(HasSubstr("--cacert")));
}

TEST(CurlCommand, AvoidsAProxyOfTheEnvironmentForALoopbackTarget) {
    CurlCommandOptions options;
    options.proxies.http = {"http://proxy:3128", "http_proxy"};
    Exchange local = call("GET");
    local.call.url = "http://127.0.0.1:8080/";
    EXPECT_THAT(curl_command(local, options), HasSubstr(" --noproxy '*' "));
    EXPECT_THAT(curl_command(call("GET"), options), Not(HasSubstr("--noproxy")));
    EXPECT_THAT(curl_command(local), Not(HasSubstr("--noproxy")));
}

TEST(CurlCommand, NamesProxyAndAddressesOfTheProfile) {
    CurlCommandOptions options;
    options.proxies = profile_proxy("http://proxy:3128", {"PROXY_USER", Secret("us:p")});
    options.resolve = {{"h", 80, "192.0.2.7"}, {"other", 80, "192.0.2.8"}};
    const std::string command = curl_command(call("GET"), options);
    EXPECT_THAT(command,
                HasSubstr(" --noproxy '' --proxy 'http://proxy:3128' --proxy-user \"$PROXY_USER\""
                          " --resolve 'h:80:192.0.2.7' 'http"));
}

TEST(CurlCommand, SaysHowToSetAVariableThatTheUserHasNot) {
    const std::string command = curl_command(call("GET", {{"Authorization", "Bearer token-1"}}),
                                             {},
                                             {{"TOKEN", Secret("token-1"), "get one at \\$URL"}});
    EXPECT_THAT(command,
                AllOf(StartsWith(R"(: "${TOKEN:?get one at \$URL}"; curl)"),
                      EndsWith(R"(-H "Authorization: Bearer $TOKEN")")));
}

}  // namespace
}  // namespace plumbline::client
