#include "mock_server/transport/request_parser.hpp"

#include "mock_server/transport/request_parser_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::SizeIs;
using ParseStep = RequestParser::ParseStep;

template <typename... Expected>
auto parses_to(Expected... expected) {
    return AllOf(Field("refused", &ParseOutcome::refused, 0),
                 Field("left", &ParseOutcome::left, 0U),
                 Field("requests", &ParseOutcome::requests, ElementsAre(expected...)));
}

ParsedRequest get(std::string target, http::Headers headers = {{"Host", "a"}}) {
    return {{"GET", std::move(target), std::move(headers), ""}, 1, true};
}

ParsedRequest post(http::Headers headers, std::string body) {
    return {{"POST", "/", std::move(headers), std::move(body)}, 1, true};
}

const std::string kGetText = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const std::string kOpenPost = "POST / HTTP/1.1\r\nHost: a\r\n";
const std::string kChunkedHead = kOpenPost + "Transfer-Encoding: chunked\r\n\r\n";
const http::Headers kChunkedFields{{"Host", "a"}, {"Transfer-Encoding", "chunked"}};

TEST(RequestParser, ReadsAGet) {
    EXPECT_THAT(outcomes(kGetText), Each(parses_to(get("/"))));
}

TEST(RequestParser, ReadsPipelinedRequestsOneByOne) {
    const std::string second = "GET /b HTTP/1.1\r\nHost: a\r\n\r\n";
    const std::string third = kOpenPost + "Content-Length: 3\r\n\r\nabc";
    EXPECT_THAT(outcomes(kGetText + second + third),
                Each(parses_to(
                    get("/"), get("/b"), post({{"Host", "a"}, {"Content-Length", "3"}}, "abc"))));
}

TEST(RequestParser, KeepsDuplicateFieldsInOrderAndSpelling) {
    const std::string text = "GET / HTTP/1.1\r\nhOsT: a\r\nX-A: 1\r\nx-a:2\r\nX-A:  \r\n\r\n";
    EXPECT_THAT(
        outcomes(text),
        Each(parses_to(get("/", {{"hOsT", "a"}, {"X-A", "1"}, {"x-a", "2"}, {"X-A", ""}}))));
}

TEST(RequestParser, AcceptsUnusualFieldsUnchanged) {
    const std::string odd =
        "Accept: */*;q=2\r\nContent-Type: foo\r\nCookie: foo\r\nCache-Control: max-age=abc\r\n"
        "Date: foo\r\n";
    EXPECT_THAT(outcomes("GET / HTTP/1.1\r\nHost: x:99999\r\n" + odd + "\r\n"),
                Each(parses_to(get("/",
                                   {{"Host", "x:99999"},
                                    {"Accept", "*/*;q=2"},
                                    {"Content-Type", "foo"},
                                    {"Cookie", "foo"},
                                    {"Cache-Control", "max-age=abc"},
                                    {"Date", "foo"}}))));
}

TEST(RequestParser, KeepsTheTargetUnchanged) {
    EXPECT_THAT(outcomes("GET http://b/%20\xC3\xA9?c+d HTTP/1.1\r\nHost: a\r\n\r\n"),
                Each(parses_to(get("http://b/%20\xC3\xA9?c+d"))));
}

TEST(RequestParser, AcceptsUnknownMethods) {
    EXPECT_THAT(outcomes("get / HTTP/1.1\r\nHost: a\r\n\r\n"),
                Each(parses_to(ParsedRequest{{"get", "/", {{"Host", "a"}}, ""}, 1, true})));
}

TEST(RequestParser, SkipsTwoBlankLinesBeforeARequest) {
    EXPECT_THAT(outcomes("\r\n\r\n" + kGetText + "\r\n" + kGetText),
                Each(parses_to(get("/"), get("/"))));
}

TEST(RequestParser, AcceptsRepeatedEqualLengths) {
    EXPECT_THAT(outcomes(kOpenPost + "Content-Length: 1, 1\r\n\r\nx"),
                Each(parses_to(post({{"Host", "a"}, {"Content-Length", "1, 1"}}, "x"))));
}

TEST(RequestParser, ReadsChunksWithExtensionsAndDropsTrailers) {
    EXPECT_THAT(
        outcomes(kChunkedHead + "3;a=b\r\nabc\r\nA;c=\"d\"\r\n0123456789\r\n0;e\r\nX-T: 1\r\n\r\n" +
                 kGetText),
        Each(parses_to(post(kChunkedFields, "abc0123456789"), get("/"))));
}

TEST(RequestParser, ReadsAnEmptyChunkedBodySplitAnywhere) {
    EXPECT_THAT(outcomes(kChunkedHead + "0\r\n\r\n"), Each(parses_to(post(kChunkedFields, ""))));
}

struct KeepAliveCase {
    std::string name;
    std::string version;
    std::string field;
    bool keep_alive;
};

class KeepAlive : public ::testing::TestWithParam<KeepAliveCase> {};

TEST_P(KeepAlive, FollowsVersionAndField) {
    const KeepAliveCase& tested = GetParam();
    const auto outcome =
        parse({"GET / " + tested.version + "\r\nHost: a\r\n" + tested.field + "\r\n"}, {});
    ASSERT_THAT(outcome.requests, SizeIs(1));
    EXPECT_EQ(outcome.requests[0].keep_alive, tested.keep_alive);
    EXPECT_EQ(outcome.requests[0].minor_version, tested.version == "HTTP/1.1" ? 1 : 0);
}

INSTANTIATE_TEST_SUITE_P(
    Requests,
    KeepAlive,
    ::testing::Values(
        KeepAliveCase{"Current", "HTTP/1.1", "", true},
        KeepAliveCase{"CurrentClose", "HTTP/1.1", "Connection: Close\r\n", false},
        KeepAliveCase{"CurrentList", "HTTP/1.1", "Connection: a, close\r\n", false},
        KeepAliveCase{
            "CurrentUpgrade", "HTTP/1.1", "Connection: Upgrade\r\nUpgrade: h2c\r\n", true},
        KeepAliveCase{"Old", "HTTP/1.0", "", false},
        KeepAliveCase{"OldKeepAlive", "HTTP/1.0", "Connection: keep-alive\r\n", true}),
    [](const auto& tested) { return tested.param.name; });

TEST(RequestParser, ExpectsContinueBeforeTheBody) {
    const ServerOptions options;
    RequestParser parser(options);
    const std::string head = kOpenPost + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n";
    const auto fed = parser.feed(head);
    EXPECT_EQ(fed.step, ParseStep::kExpectsContinue);
    EXPECT_EQ(fed.consumed, head.size());
    EXPECT_TRUE(parser.is_in_body());
    EXPECT_EQ(parser.feed("ab").step, ParseStep::kComplete);
    EXPECT_EQ(parser.take_request()->request.body, "ab");
}

TEST(RequestParser, ReturnsARepeatedRequestWithoutParsingIt) {
    const ServerOptions options;
    RequestParser parser(options);
    const std::string get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    EXPECT_EQ(parser.feed(get).consumed, get.size());
    const auto first = parser.take_request();
    const auto fed = parser.feed(get + "GET /b");
    EXPECT_EQ(fed.step, ParseStep::kComplete);
    EXPECT_EQ(fed.consumed, get.size());
    EXPECT_EQ(parser.take_request(), first);
    EXPECT_EQ(first->request.target, "/a");
}

TEST(RequestParser, DoesNotRememberRequestsWithABody) {
    const ServerOptions options;
    RequestParser parser(options);
    const std::string post = kOpenPost + "Content-Length: 2\r\n\r\n";
    for (const std::string body : {"ab", "cd"}) {
        EXPECT_EQ(parser.feed(post + body).step, ParseStep::kComplete);
        EXPECT_EQ(parser.take_request()->request.body, body);
    }
}

TEST(RequestParser, ReadsOtherRequestsBetweenRepeatedOnes) {
    const std::string get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    const std::string other = "GET /a HTTP/1.1\r\nHost: a\r\nX: 1\r\n\r\n";
    const std::string post = kOpenPost + "Content-Length: 2\r\n\r\nab";
    for (const ParseOutcome& outcome :
         outcomes(get + get + post + get + other + get + "\r\n" + get)) {
        ASSERT_EQ(outcome.requests.size(), 7U);
        EXPECT_EQ(outcome.requests[1], outcome.requests[0]);
        EXPECT_EQ(outcome.requests[2].request.body, "ab");
        EXPECT_EQ(outcome.requests[3], outcome.requests[0]);
        EXPECT_EQ(outcome.requests[4].request.headers.all().size(), 2U);
        EXPECT_EQ(outcome.requests[5], outcome.requests[0]);
        EXPECT_EQ(outcome.requests[6], outcome.requests[0]);
    }
}

TEST(RequestParser, DoesNotExpectContinueOnceTheBodyHasBegun) {
    const ServerOptions options;
    RequestParser parser(options);
    EXPECT_EQ(parser.feed(kOpenPost + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\na").step,
              ParseStep::kNeedMore);
}

TEST(RequestParser, RefusesALargeBodyBeforeItIsSent) {
    EXPECT_THAT(
        outcomes(kOpenPost + "Content-Length: 6\r\nExpect: 100-continue\r\n\r\n", {.max_body = 5}),
        Each(refused_with(413)));
}

TEST(RequestParser, ReportsItsPositionInTheRequest) {
    const ServerOptions options;
    RequestParser parser(options);
    EXPECT_FALSE(parser.is_in_head());
    EXPECT_EQ(parser.feed("\r\n").consumed, 2U);
    EXPECT_FALSE(parser.is_in_head());
    const auto line = parser.feed("POST / HTTP/1.1\r\n");
    EXPECT_EQ(line.step, ParseStep::kNeedMore);
    EXPECT_TRUE(parser.is_in_head());
    EXPECT_EQ(parser.method(), "POST");
    EXPECT_EQ(parser.feed("Host: a\r\nContent-Length: 1\r\n\r\n").step, ParseStep::kNeedMore);
    EXPECT_TRUE(parser.is_in_body());
}

}  // namespace
}  // namespace plumbline::mock
