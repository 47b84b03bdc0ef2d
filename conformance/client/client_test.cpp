#include "conformance/client/client_fixture.hpp"
#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>

#include <ostream>

namespace plumbline::client {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;
using testing::SizeIs;
using testing::StartsWith;
using Then = CannedServer::AfterResponse;

TEST_F(ClientTest, ReturnsStatusHeadersAndBody) {
    CannedServer server(
        {{{"HTTP/1.1 404 Not Found\r\nX-One: a\r\nx-one: b\r\nContent-Length: 2\r\n\r\nno"}}});
    const Exchange exchange = get(server);
    ASSERT_THAT(exchange, RespondsWith(404, "no"));
    EXPECT_FALSE(exchange.failure);
    EXPECT_THAT(exchange.response->headers.all(),
                ElementsAre(Pair("X-One", "a"), Pair("x-one", "b"), Pair("Content-Length", "2")));
}

TEST_F(ClientTest, RecordsTimes) {
    CannedServer server({{{kOk}}});
    const Exchange exchange = get(server);
    EXPECT_GT(exchange.first_byte, Duration::zero());
    EXPECT_LE(exchange.started + exchange.first_byte, exchange.ended);
}

TEST_F(ClientTest, SendsExactlyTheGivenHeaders) {
    CannedServer server({{{kOk}}});
    perform(
        {.url = server.url("/a/../b?x=%20"),
         .request = request(
             "GET", {{"X-Api-Key", "k"}, {"X-Empty", ""}, {"X-Twice", "1"}, {"X-Twice", "2"}})});
    const std::string host = server.url("").substr(7);
    EXPECT_THAT(server.requests(),
                ElementsAre("GET /a/../b?x=%20 HTTP/1.1\r\nHost: " + host +
                            "\r\nX-Api-Key: k\r\nX-Empty:\r\nX-Twice: 1\r\nX-Twice: 2\r\n"
                            "Accept-Encoding: gzip, deflate\r\n\r\n"));
}

TEST_F(ClientTest, SendsTheConfiguredUserAgent) {
    ClientOptions options;
    options.user_agent = "plumbline/1";
    Client client(options, clock_);
    CannedServer server({{{kOk}}});
    static_cast<void>(client.perform({.url = server.url(), .request = request("GET")}));
    EXPECT_THAT(server.requests(), ElementsAre(HasSubstr("User-Agent: plumbline/1\r\n")));
}

struct MethodCase {
    std::string method;
    std::string body;
    std::string sent_end;
};

void PrintTo(const MethodCase& row, std::ostream* out) {
    *out << row.method;
}
class ClientMethod : public ClientTest, public testing::WithParamInterface<MethodCase> {};

TEST_P(ClientMethod, IsSentWithItsBodyAndWithoutExpect) {
    CannedServer server({{{kOk}}});
    const Exchange exchange =
        perform({.url = server.url(), .request = request(GetParam().method, {}, GetParam().body)});
    EXPECT_THAT(exchange, RespondsWith(200, "ok"));
    EXPECT_THAT(server.requests(),
                ElementsAre(AllOf(StartsWith(GetParam().method + " / HTTP/1.1\r\n"),
                                  EndsWith(GetParam().sent_end),
                                  Not(HasSubstr("Expect")),
                                  Not(HasSubstr("Content-Type")))));
}

INSTANTIATE_TEST_SUITE_P(Table,
                         ClientMethod,
                         testing::Values(MethodCase{"GET", "", "\r\n\r\n"},
                                         MethodCase{"GET", "{}", "Content-Length: 2\r\n\r\n{}"},
                                         MethodCase{"POST", "", "Content-Length: 0\r\n\r\n"},
                                         MethodCase{"POST", "{}", "Content-Length: 2\r\n\r\n{}"},
                                         MethodCase{"PUT", "{}", "Content-Length: 2\r\n\r\n{}"},
                                         MethodCase{"PATCH", "", "Content-Length: 0\r\n\r\n"},
                                         MethodCase{
                                             "PATCH",
                                             std::string("\0\n", 2),
                                             std::string("Content-Length: 2\r\n\r\n\0\n", 23)},
                                         MethodCase{"DELETE", "", "\r\n\r\n"},
                                         MethodCase{"DELETE", "{}", "Content-Length: 2\r\n\r\n{}"},
                                         MethodCase{"OPTIONS", "", "\r\n\r\n"}),
                         RowName());

TEST_F(ClientTest, SendsALargeBodyWithoutExpect) {
    CannedServer server({{{kOk}}});
    const std::string body(2U << 20U, 'x');
    EXPECT_THAT(perform({.url = server.url(), .request = request("POST", {}, body)}),
                RespondsWith(200, "ok"));
    EXPECT_THAT(server.requests(), ElementsAre(AllOf(EndsWith(body), Not(HasSubstr("Expect")))));
}

TEST_F(ClientTest, ExpectsNoBodyAfterHead) {
    CannedServer server({{{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"}}});
    EXPECT_THAT(perform({.url = server.url(), .request = request("HEAD")}), RespondsWith(200, ""));
}

TEST_F(ClientTest, DecodesChunks) {
    CannedServer server(
        {{{"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
           "3\r\nabc\r\n2;x=1\r\nde\r\n0\r\nTrailer: t\r\n\r\n"}}});
    const Exchange exchange = get(server);
    ASSERT_THAT(exchange, RespondsWith(200, "abcde"));
    EXPECT_FALSE(exchange.response->headers.has("Trailer"));
}

TEST_F(ClientTest, SkipsInformationalResponses) {
    CannedServer server({{{"HTTP/1.1 100 Continue\r\nX: 1\r\n\r\n" + kOk}}});
    const Exchange exchange = get(server);
    ASSERT_THAT(exchange, RespondsWith(200, "ok"));
    EXPECT_FALSE(exchange.response->headers.has("X"));
}

TEST_F(ClientTest, FollowsNoRedirect) {
    CannedServer server({{{"HTTP/1.1 302 Found\r\nLocation: /else\r\nContent-Length: 0\r\n\r\n"}}});
    EXPECT_THAT(get(server), RespondsWith(302, ""));
    EXPECT_THAT(server.requests(), SizeIs(1));
}

TEST_F(ClientTest, ReusesItsConnection) {
    CannedServer server({{{kOk}, {"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"}}});
    EXPECT_THAT(get(server), RespondsWith(200, "ok"));
    EXPECT_THAT(get(server), RespondsWith(201, ""));
}

TEST_F(ClientTest, ReconnectsWhenTheServerHasClosed) {
    CannedServer server({{{kOk, Then::kClose}}, {{kOk}}});
    EXPECT_THAT(get(server), RespondsWith(200, "ok"));
    EXPECT_THAT(get(server), RespondsWith(200, "ok"));
}

TEST_F(ClientTest, SendsACreateOnANewConnection) {
    // Otherwise the server would read the POST, close the connection, and receive the POST a second
    // time.
    CannedServer server({{{kOk}, {"", Then::kClose}}, {{kOk}}});
    EXPECT_THAT(get(server), RespondsWith(200, "ok"));
    const Exchange exchange =
        perform({.url = server.url(), .request = request("POST", {}, "{}"), .timeout = kSoon});
    EXPECT_THAT(exchange, FailsAs(ErrorCode::kTimeout, ""));
    EXPECT_THAT(server.requests(), ElementsAre(StartsWith("GET ")));
}

TEST_F(ClientTest, KeepsNothingOfThePreviousRequest) {
    CannedServer server({{{kOk}, {kOk}}});
    perform({.url = server.url(), .request = request("POST", {{"X", "1"}}, "{}")});
    get(server, "/second");
    EXPECT_THAT(server.requests(),
                ElementsAre(testing::_, AllOf(StartsWith("GET /second "), Not(HasSubstr("X: 1")))));
}

TEST_F(ClientTest, FailsForJsonThatTakesMuchMemory) {
    const std::string items = std::string(2'000'000, ',');
    const auto respond = [](const std::string& type, const std::string& body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: " + type +
               "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    };
    const auto perform_with = [&](const ClientOptions& options,
                                  const std::string& type,
                                  const std::string& body) {
        const CannedServer server({{{respond(type, body)}}});
        return Client(options, clock_).perform({.url = server.url("/"), .request = request("GET")});
    };
    for (const char* type : {"application/problem+json; charset=utf-8", "text/plain"}) {
        EXPECT_THAT(perform_with({}, type, " [" + items + "]"),
                    FailsAs(ErrorCode::kLimit, "its JSON takes more than 24 MiB of memory"));
    }
    EXPECT_THAT(perform_with({}, "text/plain", "a" + items), RespondsWith(200, "a" + items));
    ClientOptions more;
    more.max_json_memory = 64 * kMebibyte;
    EXPECT_THAT(perform_with(more, "application/json", "[" + items + "]"),
                RespondsWith(200, "[" + items + "]"));
}

}  // namespace
}  // namespace plumbline::client
