// Tests of the server over real sockets: requests and their responses.

#include "mock_server/transport/server.hpp"

#include "mock_server/transport/sockets.hpp"
#include "mock_server/transport/testing.hpp"
#include "spec/base/testing.hpp"
#include "spec/http/date.hpp"

#include <gmock/gmock.h>

#include <set>
#include <sstream>
#include <thread>
#include <vector>
namespace plumbline::mock {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr std::size_t kBig = 5'000'000;

EngineResponse text_response(std::string text) {
    return EngineResponse{200, {}, std::make_shared<const std::string>(std::move(text))};
}

/// Responds with the request; some paths have a special behavior.
EngineResponse plain_response(const http::Request& request) {
    if (request.target == "/throw") throw 42;
    if (request.target == "/big") return text_response(std::string(kBig, 'x'));
    if (request.target == "/gone") return EngineResponse{};
    return text_response(request.method + ' ' + request.target + ' ' + request.body);
}

std::unique_ptr<Server> start_plain(ServerOptions options = {},
                                    RequestHandler handler = plain_response) {
    if (options.workers == 0) options.workers = 2;
    auto server = Server::start(options, std::move(handler));
    EXPECT_THAT(server, IsOk());
    return std::move(*server);
}

std::string get_request(std::string_view target, std::string_view fields = "") {
    std::string text = "GET ";
    text += target;
    text += " HTTP/1.1\r\nHost: a\r\n";
    text += fields;
    return text + "\r\n";
}

/// Sends a request on each of `count` connections, all open at the same time, and returns the
/// bodies.
std::set<std::string> bodies_over_connections(std::uint16_t port, int count) {
    std::vector<RawClient> open;
    std::set<std::string> bodies;
    for (int i = 0; i < count; ++i) {
        open.emplace_back(port);
        bodies.insert(open.back().ask(get_request("/")).body);
    }
    return bodies;
}

std::string thread_name() {
    std::ostringstream text;
    text << std::this_thread::get_id();
    return text.str();
}

void connect_and_leave(std::uint16_t port, int times) {
    for (int i = 0; i < times; ++i) {
        RawClient client(port);
        client.send(get_request("/"));
        if (i % 2 == 0) client.reset();
    }
}

TEST(Server, ReportsItsUrl) {
    const auto server = start_plain();
    EXPECT_NE(server->port(), 0);
    EXPECT_EQ(server->url(), "http://127.0.0.1:" + std::to_string(server->port()));
}

TEST(Server, ListensOnIpv6) {
    const auto server = Server::start({.host = "::1", .workers = 1}, plain_response);
    if (!server) GTEST_SKIP() << to_text(server.error());
    EXPECT_EQ((*server)->url(), "http://[::1]:" + std::to_string((*server)->port()));
}

TEST(Server, DoesNotStartOnAPortInUse) {
    const auto first = start_plain();
    EXPECT_THAT(Server::start({.port = first->port()}, plain_response),
                IsErrorCode(ErrorCode::kIo));
}

TEST(Server, DoesNotStartWithABadHostOrNumberOfWorkers) {
    EXPECT_THAT(Server::start({.host = "example.test"}, plain_response),
                IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(Server::start({.host = "[::1]"}, plain_response), FailsWith("without brackets"));
    EXPECT_THAT(Server::start({.workers = -1}, plain_response), IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(Server::start({.workers = 1'000}, plain_response), FailsWith("1000 workers"));
}

TEST(Server, ListensOnLocalhost) {
    const auto server = start_plain({.host = "localhost"});
    EXPECT_EQ(server->url(), "http://localhost:" + std::to_string(server->port()));
    EXPECT_EQ(RawClient(server->port()).ask(get_request("/")).status, 200);
}

TEST(Server, SendsADate) {
    const auto server = start_plain();
    for (const char* target : {"/", "/gone"}) {
        RawClient client(server->port());
        client.send(get_request(target, "Connection: close\r\n"));
        const std::string text = client.read_to_end();
        const std::size_t at = text.find("\r\nDate: ");
        ASSERT_NE(at, std::string::npos) << text;
        EXPECT_TRUE(http::parse_http_date(text.substr(at + 8, 29))) << text;
    }
}

TEST(Server, HandlesSeveralRequestsOnOneConnection) {
    const auto server = start_plain();
    RawClient client(server->port());
    EXPECT_EQ(client.ask(get_request("/one?a=b")).body, "GET /one?a=b ");
    EXPECT_EQ(client.ask(get_request("/two")).body, "GET /two ");
}

TEST(Server, ClosesWhenTheClientShutsDownItsSide) {
    const auto server = start_plain();
    RawClient at_once(server->port());
    at_once.send(get_request("/"));
    at_once.shut_down_writing();
    RawClient later(server->port());
    EXPECT_EQ(later.ask(get_request("/")).status, 200);
    later.shut_down_writing();
    EXPECT_TRUE(at_once.is_closed_by_server());
    EXPECT_TRUE(later.is_closed_by_server());
}

TEST(Server, ReadsRequestsOfLengthsAroundItsReadSize) {
    const auto server = start_plain();
    RawClient client(server->port());
    constexpr std::size_t kRead = std::size_t{16} * 1024U;
    for (const std::size_t size : {kRead - 1, kRead, kRead + 1, 2 * kRead, 5 * kRead + 7}) {
        std::string request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ";
        const std::size_t head = request.size() + std::to_string(size).size() + 4;
        const std::string body(size - head, 'x');
        request += std::to_string(body.size()) + "\r\n\r\n" + body;
        EXPECT_EQ(client.ask(request).body, "POST / " + body) << size << " bytes";
    }
}

TEST(Server, RespondsToPipelinedRequestsInOrder) {
    const auto server = start_plain();
    RawClient client(server->port());
    client.send(get_request("/1") + get_request("/2") + get_request("/3"));
    EXPECT_EQ(client.read_response().body, "GET /1 ");
    EXPECT_EQ(client.read_response().body, "GET /2 ");
    EXPECT_EQ(client.read_response().body, "GET /3 ");
}

TEST(Server, RespondsToPipelinedRequestsAfterALargeResponse) {
    const auto server = start_plain();
    RawClient client(server->port());
    client.send(get_request("/big") + get_request("/2"));
    EXPECT_THAT(client.read_response().body, SizeIs(kBig));
    EXPECT_EQ(client.read_response().body, "GET /2 ");
}

TEST(Server, ReadsALargeBody) {
    const auto server = start_plain();
    RawClient client(server->port());
    const std::string body(3'000'000, 'b');
    client.send(
        "POST /p HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: "
        "3000000\r\n\r\n" +
        body);
    EXPECT_EQ(client.read_response().body, "POST /p " + body);
}

TEST(Server, RefusesJsonThatTakesMuchMemoryToRead) {
    const auto server = start_plain();
    std::string objects = "[{}";
    for (int i = 0; i < 60'000; ++i) objects += ",{}";
    objects += ']';
    const std::string rest =
        " /p HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(objects.size()) + "\r\n";
    for (const char* type : {"", "Content-Type: application/json\r\n"}) {
        RawClient client(server->port());
        client.send("POST" + rest + type + "\r\n" + objects);
        EXPECT_THAT(client.read_response().body, HasSubstr("--max-body")) << type;
    }
    RawClient head(server->port());
    head.send("HEAD" + rest + "Content-Type: application/json\r\n\r\n" + objects);
    EXPECT_THAT(head.read_to_end(),
                ::testing::AllOf(StartsWith("HTTP/1.1 413"), EndsWith("\r\n\r\n")));
    RawClient text(server->port());
    text.send("POST" + rest + "Content-Type: text/plain\r\n\r\n" + objects);
    EXPECT_THAT(text.read_response().body, StartsWith("POST /p [{}"));
}

TEST(Server, ReadsAChunkedBody) {
    const auto server = start_plain();
    RawClient client(server->port());
    EXPECT_EQ(client
                  .ask("POST /p HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                       "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
                  .body,
              "POST /p abcde");
}

TEST(Server, SendsContinueToAWaitingClient) {
    const auto server = start_plain();
    RawClient client(server->port());
    EXPECT_THAT(client.ask("POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
                           "Expect: 100-continue\r\n\r\n"),
                HasStatus(100));
    EXPECT_EQ(client.ask("abc").body, "POST /p abc");
}

TEST(Server, FramesHeadAndNoContentWithoutABody) {
    const auto server = start_plain();
    RawClient client(server->port());
    client.send("HEAD /big HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_THAT(client.read_response(true).head, HasSubstr("Content-Length: 5000000\r\n"));
    EXPECT_EQ(client.ask(get_request("/gone")).head, "HTTP/1.1 204 No Content\r\n\r\n");
    EXPECT_EQ(client.ask(get_request("/after")).body, "GET /after ");
}

TEST(Server, AcceptsUnusualFields) {
    const auto server = start_plain();
    RawClient client(server->port());
    EXPECT_THAT(client.ask("GET / HTTP/1.1\r\nHost: x:99999\r\nAccept: */*;q=2\r\nContent-Type:\r\n"
                           "Cookie: foo\r\nCache-Control: max-age=abc\r\nDate: foo\r\n\r\n"),
                HasStatus(200));
    EXPECT_THAT(
        client.ask(get_request("/", "Accept: foo\r\nContent-Type: foo\r\nCache-Control: x=y\r\n")),
        HasStatus(200));
}

TEST(Server, ClosesOnRequest) {
    const auto server = start_plain();
    RawClient client(server->port());
    client.send(get_request("/", "Connection: close\r\n") + get_request("/never"));
    EXPECT_THAT(client.read_to_end(), EndsWith("Connection: close\r\n\r\nGET / "));
}

TEST(Server, ClosesAfterAnHttp10RequestWithoutKeepAlive) {
    const auto server = start_plain();
    RawClient leaves(server->port());
    leaves.send("GET / HTTP/1.0\r\n\r\n");
    EXPECT_THAT(leaves.read_to_end(), EndsWith("GET / "));
    RawClient stays(server->port());
    const std::string request = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
    EXPECT_THAT(stays.ask(request).head, HasSubstr("Connection: keep-alive\r\n"));
    EXPECT_THAT(stays.ask(request), HasStatus(200));
}

TEST(Server, SurvivesAHandlerThatThrows) {
    const auto server = start_plain();
    RawClient client(server->port());
    EXPECT_THAT(client.ask(get_request("/throw")), HasStatus(500));
    EXPECT_THAT(client.ask(get_request("/")), HasStatus(200));
}

struct ServerRefusalCase {
    std::string name;
    std::string text;
    int status = 400;
};

class ServerRefusal : public ::testing::TestWithParam<ServerRefusalCase> {};

TEST_P(ServerRefusal, GetsAResponseAndClosesTheConnection) {
    const auto server = start_plain();
    RawClient client(server->port());
    const RawResponse response = client.ask(GetParam().text);
    EXPECT_THAT(response, HasStatus(GetParam().status));
    EXPECT_THAT(response.head, HasSubstr("Content-Type: application/json\r\n"));
    EXPECT_THAT(response.head, HasSubstr("Connection: close\r\n"));
    EXPECT_THAT(response.body, StartsWith("{\"detail\":\""));
    EXPECT_EQ(client.read_to_end(), "");
}

const std::string kPlainPost = "POST / HTTP/1.1\r\nHost: a\r\n";
const std::string kChunked = kPlainPost + "Transfer-Encoding: chunked\r\n\r\n";

INSTANTIATE_TEST_SUITE_P(
    Requests,
    ServerRefusal,
    ::testing::Values(
        ServerRefusalCase{"Garbage", "GARBAGE\r\n"},
        ServerRefusalCase{"LongTarget", "GET /" + std::string(9'000, 'x'), 414},
        ServerRefusalCase{
            "LargeHead", get_request("/", "X: " + std::string(40'000, 'x') + "\r\n"), 431},
        ServerRefusalCase{"LargeBody", kPlainPost + "Content-Length: 99999999999999\r\n\r\n", 413},
        ServerRefusalCase{"WordForLength", kPlainPost + "Content-Length: abc\r\n\r\n"},
        ServerRefusalCase{"NegativeLength", kPlainPost + "Content-Length: -1\r\n\r\n"},
        ServerRefusalCase{
            "OtherCoding", kPlainPost + "Transfer-Encoding: gzip\r\n\r\n" + get_request("/x"), 501},
        ServerRefusalCase{"OtherVersion", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505},
        ServerRefusalCase{"NoHost", "GET / HTTP/1.1\r\n\r\n"},
        ServerRefusalCase{"LongExtension", kChunked + "5;" + std::string(1 << 20, 'x') + "\r\n"},
        ServerRefusalCase{"LongTrailer",
                          kChunked + "0\r\nX: " + std::string(1 << 20, 'x') + "\r\n\r\n"}),
    [](const auto& tested) { return tested.param.name; });

TEST(Server, DeliversItsRefusalToAClientThatIsStillSending) {
    const auto server = start_plain({.max_body = 1'000});
    RawClient client(server->port());
    client.send(kPlainPost + "Content-Length: 1000000\r\n\r\n" + std::string(1'000'000, 'x'));
    EXPECT_THAT(client.read_response(), HasStatus(413));
}

TEST(Server, ServesOtherClientsWhileOneDoesNotRead) {
    const auto server = start_plain({.workers = 1});
    RawClient stuck(server->port(), 4'096);
    stuck.send(get_request("/big"));
    RawClient other(server->port());
    EXPECT_THAT(other.ask(get_request("/")), HasStatus(200));
    EXPECT_THAT(stuck.read_response().body, SizeIs(kBig));
}

TEST(Server, UsesEveryWorker) {
    const auto server = start_plain(
        {.workers = 2}, [](const http::Request&) { return text_response(thread_name()); });
    EXPECT_THAT(bodies_over_connections(server->port(), 8), SizeIs(2));
}

TEST(Server, ClosesTheDescriptorsOfDisconnectedClients) {
    const auto server = start_plain();
    const std::size_t before = open_descriptors();
    connect_and_leave(server->port(), 2'000);
    EXPECT_TRUE(eventually([&] { return open_descriptors() <= before; }));
}

}  // namespace
}  // namespace plumbline::mock
