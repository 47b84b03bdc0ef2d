#include "benchmarks/load/app/request_headers.hpp"

#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// Returns the headers of requests to the embedded mock.
Result<http::Headers> headers_with(std::vector<std::string> lines) {
    DriveCommand command;
    command.target.headers = std::move(lines);
    return request_headers(command, true);
}

TEST(RequestHeaders, AreReplacedByThoseOfTheOption) {
    const auto plain = headers_with({"X-A: 1", "X-A:2"});
    ASSERT_THAT(plain, IsOk());
    EXPECT_THAT(plain->all(),
                ElementsAre(Pair("Accept", "text/event-stream"),
                            Pair("X-Api-Key", "plumbline-dev-key"),
                            Pair("X-A", "1"),
                            Pair("X-A", "2")));
    const auto replaced = headers_with(
        {"accept: x/y", "Accept: x/z", "Host: other", "Content-Type: text/plain", "x-api-key: k"});
    ASSERT_THAT(replaced, IsOk());
    EXPECT_THAT(replaced->all(),
                ElementsAre(Pair("accept", "x/y"),
                            Pair("Accept", "x/z"),
                            Pair("Host", "other"),
                            Pair("Content-Type", "text/plain"),
                            Pair("x-api-key", "k")));
}

TEST(RequestHeaders, AreRefusedIfTheyCannotBeSent) {
    for (const char* line : {"F oo: bar", "Foo : bar", ": bar", "secret", "", "F\u00F6: 1"})
        EXPECT_THAT(headers_with({line}), FailsWith("--header: expected `Name: value`")) << line;
    EXPECT_THAT(headers_with({"X-A: 1\r\nX-B: 2"}), FailsWith("contains a line break"));
    for (const char* name : {"transfer-encoding", "Content-Length", "Expect", "TE", "Upgrade"})
        EXPECT_THAT(headers_with({std::string(name) + ": 1"}),
                    FailsWith(std::string("--header: found ") + name + ", which this program sets"))
            << name;
    EXPECT_THAT(headers_with({"Connection: close"}), FailsWith("--fresh-connections"));
    EXPECT_THAT(headers_with({"Host: a", "host: b"}), FailsWith("found host twice"));
}

TEST(SecretsOf, AreTheCredentialsOfAnyHeader) {
    http::Headers headers;
    headers.add("Accept", "text/event-stream");
    headers.add("authorization", "Bearer token-1");
    headers.add("X-Api-Key", "key-2");
    headers.add("Cookie", "session=cookie-3; n=1; other=cookie-4");
    EXPECT_THAT(secrets_of(headers),
                testing::UnorderedElementsAre("Bearer token-1",
                                              "token-1",
                                              "key-2",
                                              "session=cookie-3; n=1; other=cookie-4",
                                              "cookie-3",
                                              "cookie-4"));
}

TEST(SecretsOf, HaveNoPartsThatAreInAnyText) {
    http::Headers headers;
    headers.add("Authorization", "Basic dXNlcjpwYXNz==");
    EXPECT_THAT(secrets_of(headers),
                testing::UnorderedElementsAre("Basic dXNlcjpwYXNz==", "dXNlcjpwYXNz=="));
}

}  // namespace
}  // namespace plumbline::load
