// The server over real sockets: deadlines, the limit of connections, and its end.

#include "mock_server/transport/server.hpp"
#include "mock_server/transport/sockets.hpp"
#include "mock_server/transport/testing.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <future>
#include <latch>
#include <thread>
#include <vector>

namespace plumbline::mock {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;
using ::testing::Lt;
using ::testing::StartsWith;

constexpr milliseconds kSoon{50};

const std::string kRequest = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const std::string kPostHead = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n";

Reply answer(const http::Request& request) {
    const std::size_t size = request.target == "/big" ? 5'000'000 : 2;
    return JsonReply{200, {}, std::make_shared<const std::string>(size, 'x')};
}

std::unique_ptr<Server> start(ServerOptions options = {}) {
    if (options.workers == 0) options.workers = 2;
    auto server = Server::start(options, answer);
    EXPECT_THAT(server, IsOk());
    return std::move(*server);
}

/// Asks on a new connection and returns the status, 0 if there is none.
int status_of_new_client(std::uint16_t port) {
    RawClient client(port);
    return client.ask(kRequest).status;
}

/// Begins a request whose body of four bytes is still to come, and waits until the server knows.
void begin_request(RawClient& client) {
    EXPECT_THAT(client.ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n"
                           "Expect: 100-continue\r\n\r\n"),
                HasStatus(100));
}

/// Asks again and again until the server is gone; returns how many answers were not whole and good.
int bad_answers_until_gone(std::uint16_t port, std::latch& running) {
    int bad = 0;
    bool has_started = false;
    while (true) {
        RawClient client(port);
        if (!client.is_connected()) return bad;
        RawResponse response = client.ask(kRequest);
        while (response.status == 200) {
            if (!std::exchange(has_started, true)) running.count_down();
            response = client.ask(kRequest);
        }
        // No answer at all is what a client gets that asks while its idle connection is closed.
        if (response.status != 0 && response.status != 503) ++bad;
    }
}

TEST(ServerDeadline, OfTheHeadIsAnsweredWith408) {
    const auto server = start({.head_deadline = kSoon});
    RawClient client(server->port());
    client.send("GET / HT");
    EXPECT_THAT(client.rest(), StartsWith("HTTP/1.1 408 "));
}

TEST(ServerDeadline, OfTheHeadIsNotPutOffByMoreBytes) {
    const auto server = start({.head_deadline = kSoon, .linger = kSoon});
    RawClient client(server->port());
    EXPECT_TRUE(eventually([&] { return !client.send("G"); }));
}

TEST(ServerDeadline, OfTheBodyIsAnsweredWith408) {
    const auto server = start({.body_deadline = kSoon});
    RawClient client(server->port());
    client.send(kPostHead + "abc");
    EXPECT_THAT(client.rest(), StartsWith("HTTP/1.1 408 "));
}

TEST(ServerDeadline, OfAnIdleConnectionClosesItWithoutAWord) {
    const auto server = start({.idle_deadline = kSoon});
    RawClient client(server->port());
    EXPECT_THAT(client.ask(kRequest), HasStatus(200));
    EXPECT_EQ(client.rest(), "");
}

TEST(ServerDeadline, OfAReplyThatNobodyReadsClosesTheConnection) {
    const auto server = start({.write_deadline = kSoon});
    RawClient stuck(server->port(), 4'096);
    EXPECT_THAT(stuck.ask(kRequest), HasStatus(200));
    const std::size_t before = open_descriptors();
    stuck.send("GET /big HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return open_descriptors() == before - 1; }));
    EXPECT_THAT(stuck.rest().size(), Lt(5'000'000U));
}

TEST(ServerLimit, OfConnectionsIsAnsweredWith503) {
    const auto server = start({.max_connections = 2});
    RawClient first(server->port());
    RawClient second(server->port());
    EXPECT_THAT(first.ask(kRequest), HasStatus(200));
    EXPECT_THAT(second.ask(kRequest), HasStatus(200));
    RawClient third(server->port());
    EXPECT_THAT(third.rest(), HasSubstr("{\"detail\":\"there are too many connections\"}"));
}

TEST(ServerLimit, OfConnectionsHasRoomAgainAfterOneLeaves) {
    const auto server = start({.max_connections = 1});
    RawClient first(server->port());
    EXPECT_THAT(first.ask(kRequest), HasStatus(200));
    first.close();
    EXPECT_TRUE(eventually([&] { return status_of_new_client(server->port()) == 200; }));
}

TEST(ServerDrain, ClosesIdleConnectionsAtOnce) {
    const auto server = start();
    RawClient idle(server->port());
    EXPECT_THAT(idle.ask(kRequest), HasStatus(200));
    const auto started = steady_clock::now();
    server->drain(RawClient::kPatience);
    EXPECT_LT(steady_clock::now() - started, RawClient::kPatience / 2);
    EXPECT_EQ(idle.rest(), "");
}

TEST(ServerDrain, TurnsNewClientsAwayAndLetsRequestsFinish) {
    // One worker, so that a client turned away proves that the busy one's knows as well.
    const auto server = start({.workers = 1});
    RawClient busy(server->port());
    begin_request(busy);
    auto drained = std::async(std::launch::async, [&] { server->drain(RawClient::kPatience); });
    EXPECT_TRUE(eventually([&] { return status_of_new_client(server->port()) == 503; }));
    const RawResponse last = busy.ask("abcd");
    EXPECT_THAT(last, HasStatus(200));
    EXPECT_THAT(last.head, HasSubstr("Connection: close\r\n"));
    busy.close();
    EXPECT_EQ(drained.wait_for(RawClient::kPatience / 2), std::future_status::ready);
}

TEST(ServerDrain, EndsRequestsThatOutlastItsPatience) {
    const auto server = start();
    RawClient stuck(server->port());
    begin_request(stuck);
    server->drain(kSoon);
    EXPECT_TRUE(stuck.is_closed_by_server());
}

TEST(ServerDrain, EndsInTimeUnderLoad) {
    const auto server = start();
    constexpr int kClients = 4;
    std::latch running(kClients);
    std::vector<std::future<int>> bad;
    for (int i = 0; i < kClients; ++i) {
        bad.push_back(std::async(std::launch::async, [&, port = server->port()] {
            return bad_answers_until_gone(port, running);
        }));
    }
    running.wait();
    const auto started = steady_clock::now();
    server->drain();
    EXPECT_LT(steady_clock::now() - started, milliseconds(7'000));
    for (auto& count : bad) EXPECT_EQ(count.get(), 0);
}

TEST(ServerDrain, FreesThePort) {
    const auto first = start();
    first->drain();
    first->drain();
    EXPECT_THAT(Server::start({.port = first->port(), .workers = 1}, answer), IsOk());
}

}  // namespace
}  // namespace plumbline::mock
