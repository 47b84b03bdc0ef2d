#include "conformance/client/client_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

using std::chrono::milliseconds;
using Then = CannedServer::AfterResponse;

/// Starts `count` connections that are never accepted.
std::vector<Descriptor> fill_queue(const Descriptor& listener, int count) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);  // required by the sockets API
    ::getsockname(listener.get(), generic, &size);
    std::vector<Descriptor> waiting;
    for (int i = 0; i < count; ++i) {
        waiting.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        ::connect(waiting.back().get(), generic, size);
    }
    return waiting;
}

TEST_F(ClientTest, ReportsARefusedConnection) {
    const Descriptor bound = bound_socket();
    EXPECT_THAT(perform({.url = origin_of(bound), .request = request("GET")}),
                FailsAs(ErrorCode::kUnreachable, "the connection was refused"));
}

TEST_F(ClientTest, ReportsARequestThatMayHaveArrivedAsSent) {
    CannedServer server({{{kOk}, {"", Then::kStopListening}}});
    EXPECT_THAT(get(server), RespondsWith(200, "ok"));
    EXPECT_THAT(get(server), FailsAs(ErrorCode::kIo, "the connection ended before a response"));
    EXPECT_EQ(server.requests().size(), 2U);
}

TEST_F(ClientTest, LimitsTheTimeToConnect) {
    // A full queue: the kernel does not complete further connections.
    const Descriptor listener = bound_socket();
    ASSERT_EQ(::listen(listener.get(), 0), 0);
    const std::vector<Descriptor> waiting = fill_queue(listener, 4);
    ClientOptions options;
    options.connect_timeout = kSoon;
    Client client(options, clock_);
    EXPECT_THAT(client.perform({.url = origin_of(listener), .request = request("GET")}),
                FailsAs(ErrorCode::kUnreachable, "no connection was established in time (100 ms)"));
}

TEST_F(ClientTest, LimitsTheTimeToTheResponse) {
    CannedServer server({{{"", Then::kHoldOpen}}});
    const Exchange exchange =
        perform({.url = server.url(), .request = request("GET"), .timeout = kSoon});
    EXPECT_THAT(exchange, FailsAs(ErrorCode::kTimeout, "no response in time (100 ms)"));
    EXPECT_EQ(exchange.first_byte, Duration::zero());
    EXPECT_LT(exchange.ended - exchange.started, std::chrono::seconds(5));
}

TEST_F(ClientTest, LimitsTheTimeToTheEndOfTheResponse) {
    CannedServer server({{{"HTTP/1.1 200 OK\r\n\r\nabc", Then::kHoldOpen}}});
    EXPECT_THAT(perform({.url = server.url(), .request = request("GET"), .timeout = kSoon}),
                FailsAs(ErrorCode::kTimeout, "after status 200 and 3 bytes of body"));
}

TEST_F(ClientTest, TreatsATimeoutOfZeroAsTheShortest) {
    CannedServer server({{{"", Then::kHoldOpen}}});
    EXPECT_TRUE(
        perform({.url = server.url(), .request = request("GET"), .timeout = milliseconds(0)})
            .failure);
}

TEST_F(ClientTest, AcceptsALongUrlAndALongTimeout) {
    CannedServer server({{{kOk}}});
    const std::string path = '/' + std::string(60'000, 'x');
    EXPECT_THAT(perform({.url = server.url(path),
                         .request = request("GET"),
                         .timeout = std::chrono::hours(24 * 365)}),
                RespondsWith(200, "ok"));
}

TEST_F(ClientTest, WorksAgainAfterARefusedCall) {
    CannedServer server({{{kOk}}});
    EXPECT_TRUE(perform({.url = server.url(std::string(9'000'000, 'x')), .request = request("GET")})
                    .failure);
    EXPECT_TRUE(
        perform({.url = server.url("/"), .request = request(std::string(9'000'000, 'X'))}).failure);
    EXPECT_THAT(get(server), RespondsWith(200, "ok"));
}

TEST_F(ClientTest, WorksAgainAfterAFailure) {
    CannedServer server({{{"nonsense\r\n\r\n", Then::kClose}}, {{kOk}}});
    EXPECT_TRUE(get(server).failure);
    EXPECT_THAT(get(server), RespondsWith(200, "ok"));
}

struct BrokenCase {
    std::string_view name;
    CannedServer::CannedResponse response;
    ErrorCode code;
    std::string_view part;
};
class BrokenServerTest : public ClientTest, public testing::WithParamInterface<BrokenCase> {};

TEST_P(BrokenServerTest, IsReported) {
    CannedServer server({{GetParam().response}});
    const Exchange exchange = get(server, "/x");
    EXPECT_THAT(exchange, FailsAs(GetParam().code, GetParam().part));
    EXPECT_THAT(exchange, FailsAs(GetParam().code, "GET " + server.url("/x") + ": "));
    EXPECT_FALSE(exchange.response);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    BrokenServerTest,
    testing::Values(
        BrokenCase{"Garbage", {"what?\r\n\r\n", Then::kClose}, ErrorCode::kIo, "not HTTP/1.1"},
        BrokenCase{"NoResponse", {"", Then::kClose}, ErrorCode::kIo, "ended before a response"},
        BrokenCase{"Reset", {"", Then::kReset}, ErrorCode::kIo, "ended before a response"},
        BrokenCase{"ShortOfItsLength",
                   {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", Then::kClose},
                   ErrorCode::kIo,
                   "after status 200 and 3 bytes"},
        BrokenCase{
            "WithoutLastChunk",
            {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", Then::kClose},
            ErrorCode::kIo,
            "after status 200 and 3 bytes"},
        BrokenCase{
            "BadChunkSize",
            {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n", Then::kClose},
            ErrorCode::kIo,
            "within the response"},
        BrokenCase{"WithoutEmptyLineAfterTheLastChunk",
                   {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n",
                    Then::kClose},
                   ErrorCode::kIo,
                   "within the response"},
        BrokenCase{"HeadOfAStatusLineOnly",
                   {"HTTP/1.1 200 OK\r\n", Then::kClose},
                   ErrorCode::kIo,
                   "within the head of the response, after status 200 and 0 complete header"},
        BrokenCase{"HalfAStatusLine",
                   {"HTTP/1.1 20", Then::kClose},
                   ErrorCode::kIo,
                   "ended before a response"},
        BrokenCase{"HalfAHeaderLine",
                   {"HTTP/1.1 200 OK\r\nA: 1\r\nContent-Le", Then::kClose},
                   ErrorCode::kIo,
                   "within the head of the response, after status 200 and 1 complete header"},
        BrokenCase{"HeadWithoutEmptyLine",
                   {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", Then::kClose},
                   ErrorCode::kIo,
                   "within the head of the response"},
        BrokenCase{"HeadThatIsReset",
                   {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", Then::kReset},
                   ErrorCode::kIo,
                   "within the head of the response"},
        BrokenCase{"NoContentWithoutEmptyLine",
                   {"HTTP/1.1 204 No Content\r\n", Then::kClose},
                   ErrorCode::kIo,
                   "within the head of the response, after status 204"},
        BrokenCase{"NotModifiedWithoutEmptyLine",
                   {"HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n", Then::kClose},
                   ErrorCode::kIo,
                   "within the head of the response, after status 304"},
        BrokenCase{"InformationalHeadOnly",
                   {"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n", Then::kClose},
                   ErrorCode::kIo,
                   "after an informational response, before the final one"},
        BrokenCase{"HalfAnInformationalHead",
                   {"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n", Then::kClose},
                   ErrorCode::kIo,
                   "within the head of the response, after status 103"},
        BrokenCase{"FinalHeadCutAfterAnInformationalOne",
                   {"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 204 No Content\r\n",
                    Then::kClose},
                   ErrorCode::kIo,
                   "within the head of the response, after status 204"},
        BrokenCase{"OtherProtocol",
                   {"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", Then::kClose},
                   ErrorCode::kIo,
                   "after an informational response"},
        BrokenCase{"HugeBody",
                   {"HTTP/1.1 200 OK\r\n\r\n" + std::string(50'000, 'x'), Then::kClose},
                   ErrorCode::kLimit,
                   "1000 bytes"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST_F(ClientTest, ReportsAHeadToHeadThatIsCut) {
    CannedServer server({{{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n", Then::kClose}}});
    EXPECT_THAT(perform({.url = server.url(), .request = request("HEAD")}),
                FailsAs(ErrorCode::kIo, "within the head of the response"));
}

TEST_F(ClientTest, AcceptsABodyThatTheEndOfTheConnectionEnds) {
    CannedServer server({{{"HTTP/1.1 200 OK\r\n\r\nabc", Then::kClose}}});
    EXPECT_THAT(get(server), RespondsWith(200, "abc"));
}

struct RefusedCase {
    std::string_view name;
    HttpCall call;
    std::string_view part;
};
class InvalidCallTest : public ClientTest, public testing::WithParamInterface<RefusedCase> {};

TEST_P(InvalidCallTest, IsRefused) {
    EXPECT_THAT(perform(GetParam().call), FailsAs(ErrorCode::kUsage, GetParam().part));
}

// Not in the table below: it would be created in every test process, which delays running each test
// separately.
TEST_F(ClientTest, RefusesAUrlTooLongForLibcurl) {
    EXPECT_THAT(perform({"http://h/" + std::string(9'000'000, 'x'), request("GET")}),
                FailsAs(ErrorCode::kUsage, "a URL of 9000009 bytes"));
}

TEST_F(ClientTest, RefusesAMethodTooLongForLibcurl) {
    EXPECT_THAT(perform({"http://h/", request(std::string(9'000'000, 'X'))}),
                FailsAs(ErrorCode::kUsage, "its method of 9000000 bytes was refused"));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    InvalidCallTest,
    testing::Values(
        RefusedCase{
            "OtherSchemes", {"file:///etc/passwd", request("GET")}, "must begin with http://"},
        RefusedCase{"UrlWithBlank", {"http://h/a b", request("GET")}, "percent-encode"},
        RefusedCase{"UrlWithUser", {"http://u:p@127.0.0.1/", request("GET")}, "remove it"},
        RefusedCase{"UrlWithBadPort", {"http://127.0.0.1:99999/", request("GET")}, "malformed"},
        RefusedCase{"UrlJustTooLong",
                    {"http://h/" + std::string(64U * 1024U - 8U, 'x'), request("GET")},
                    "a URL of 65537 bytes: at most 65536"},
        RefusedCase{"NoMethod", {"http://h/", request("")}, "a method is one word"},
        RefusedCase{"HeadWithBody", {"http://h/", request("HEAD", {}, "x")}, "remove the body"},
        RefusedCase{"HeaderName", {"http://h/", request("GET", {{"A B", "1"}})}, "\"A B\""},
        RefusedCase{"LineBreakInHeader",
                    {"http://h/", request("GET", {{"A", "1\r\nB: 2"}})},
                    "header A: its value contains a line break"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace plumbline::client
