#include "mock_server/transport/head_rules.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

struct HeadCase {
    std::string name;
    std::string target;
    http::Headers headers;
    int minor_version = 1;
    int status = 0;  ///< 0: accepted
};

class HeadRules : public ::testing::TestWithParam<HeadCase> {};

TEST_P(HeadRules, ReturnTheExpectedStatus) {
    const HeadCase& tested = GetParam();
    const auto refusal =
        check_head({"GET", tested.target, tested.headers, ""}, tested.minor_version);
    EXPECT_EQ(refusal ? refusal->status : 0, tested.status);
}

const std::pair<std::string, std::string> kHost{"Host", "a"};

INSTANTIATE_TEST_SUITE_P(
    Hosts,
    HeadRules,
    ::testing::Values(HeadCase{"OneHost", "/", {kHost}},
                      HeadCase{"AnyCase", "/", {{"HOST", "a"}}},
                      HeadCase{"OddPort", "/", {{"Host", "x:99999"}}},
                      HeadCase{"EmptyHost", "/", {{"Host", ""}}},
                      HeadCase{"Address", "/", {{"Host", "127.0.0.1:80"}}},
                      HeadCase{"Ipv6", "/", {{"Host", "[::1]:80"}}},
                      HeadCase{"Escaped", "/", {{"Host", "a%20b"}}},
                      HeadCase{"OpenBracket", "/", {{"Host", "[::1"}}, 1, 400},
                      HeadCase{"TextBehindBracket", "/", {{"Host", "[::1]x"}}, 1, 400},
                      HeadCase{"Path", "/", {{"Host", "x/y"}}, 1, 400},
                      HeadCase{"UserInfo", "/", {{"Host", "u@x"}}, 1, 400},
                      HeadCase{"Space", "/", {{"Host", "x y"}}, 1, 400},
                      HeadCase{"List", "/", {{"Host", "a, b"}}, 1, 400},
                      HeadCase{"NoPort", "/", {{"Host", "a:b"}}, 1, 400},
                      HeadCase{"NoHost", "/", {}, 1, 400},
                      HeadCase{"NoHostInOldVersion", "/", {}, 0},
                      HeadCase{"TwoHosts", "/", {kHost, kHost}, 1, 400},
                      HeadCase{"TwoHostsInOldVersion", "/", {kHost, kHost}, 0, 400}),
    [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(Targets,
                         HeadRules,
                         ::testing::Values(HeadCase{"Absolute", "http://b/c?d=e", {kHost}},
                                           HeadCase{"RawUtf8", "/\xC3\xA9", {kHost}},
                                           HeadCase{"Asterisk", "*", {kHost}, 1, 400},
                                           HeadCase{"Authority", "a:80", {kHost}, 1, 400},
                                           HeadCase{"BrokenEscape", "/%4", {kHost}, 1, 400},
                                           HeadCase{"BrokenQuery", "/?a=%zz", {kHost}, 1, 400}),
                         [](const auto& tested) { return tested.param.name; });

HeadCase twice(std::string name) {
    std::string test = name;
    std::erase(test, '-');
    return {test, "/", {kHost, {name, "a"}, {"X-A", "a"}, {name, "a"}}, 1, 400};
}

INSTANTIATE_TEST_SUITE_P(
    SeveralFields,
    HeadRules,
    ::testing::Values(twice("Authorization"),
                      twice("content-type"),
                      twice("Last-Event-ID"),
                      twice("Origin"),
                      HeadCase{"Lists", "/", {kHost, {"Accept", "a/b"}, {"Accept", "c/d"}}}),
    [](const auto& tested) { return tested.param.name; });

HeadCase coding(std::string name, std::string value, int status, int minor_version = 1) {
    return {std::move(name), "/", {kHost, {"Transfer-Encoding", value}}, minor_version, status};
}

INSTANTIATE_TEST_SUITE_P(TransferEncodings,
                         HeadRules,
                         ::testing::Values(coding("Chunked", "chunked", 0),
                                           coding("ChunkedAnyCase", "CHUNKED", 0),
                                           coding("Gzip", "gzip", 501),
                                           coding("XChunked", "xchunked", 501),
                                           coding("GzipChunked", "gzip, chunked", 501),
                                           coding("ChunkedTwice", "chunked, chunked", 501),
                                           coding("Identity", "identity", 501),
                                           coding("WithParameter", "chunked;a=\"b\"", 501),
                                           coding("EmptyCoding", "", 400),
                                           coding("BadBytes", "chun\x01ked", 400),
                                           coding("InOldVersion", "chunked", 400, 0)),
                         [](const auto& tested) { return tested.param.name; });

TEST(HeadRules, RefuseASecondTransferEncodingField) {
    const http::Headers headers{
        kHost, {"Transfer-Encoding", "x"}, {"Transfer-Encoding", "chunked"}};
    EXPECT_EQ(check_head({"POST", "/", headers, ""}, 1)->status, 501);
}

TEST(HeadRules, ReportWhatWasFoundAndExpected) {
    EXPECT_EQ(check_head({"GET", "/", {}, ""}, 1)->detail,
              "the request has 0 Host fields, expected exactly one in HTTP/1.1");
}

TEST(HeadRules, RefuseUnknownExpectations) {
    const http::Headers headers{kHost, {"Expect", "tea"}};
    EXPECT_EQ(check_head({"POST", "/", headers, ""}, 1)->status, 417);
}

TEST(ExpectsContinue, IsTrueForThatExpectationInHttp11Only) {
    const http::Request waits{"POST", "/", {{"expect", "100-Continue"}}, ""};
    EXPECT_TRUE(expects_continue(waits, 1));
    EXPECT_FALSE(expects_continue(waits, 0));
    EXPECT_FALSE(expects_continue({"POST", "/", {}, ""}, 1));
}

TEST(RequestHeadText, DistinguishesOtherVersionsFromInvalidOnes) {
    EXPECT_TRUE(has_unsupported_version("GET / HTTP/2.0\r\nHost: a"));
    EXPECT_FALSE(has_unsupported_version("GET / HTTP/1.1\r\n"));
    EXPECT_FALSE(has_unsupported_version("GET / HTTP/x.y\r\n"));
    EXPECT_FALSE(has_unsupported_version("GET /  HTTP/2.0\r\n"));
}

TEST(RequestHeadText, FindsLinesThatEndInLineFeedAlone) {
    EXPECT_TRUE(has_bare_line_feed("GET / HTTP/1.1\n"));
    EXPECT_TRUE(has_bare_line_feed("\nGET"));
    EXPECT_FALSE(has_bare_line_feed("GET / HTTP/1.1\r\nHost: a\r\n"));
}

}  // namespace
}  // namespace plumbline::mock
