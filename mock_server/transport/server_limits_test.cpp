// Tests of the server over real sockets: deadlines, the connection limit, and draining.

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
const std::string kLimitPostHead = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n";

EngineResponse respond(const http::Request& request) {
    const std::size_t size = request.target == "/big" ? 5'000'000 : 2;
    return EngineResponse{200, {}, std::make_shared<const std::string>(size, 'x')};
}

std::unique_ptr<Server> start(ServerOptions options = {}) {
    if (options.workers == 0) options.workers = 2;
    auto server = Server::start(options, respond);
    EXPECT_THAT(server, IsOk());
    return std::move(*server);
}

/// Sends a request on a new connection and returns the status, 0 if there is no response.
int status_of_new_client(std::uint16_t port) {
    RawClient client(port);
    return client.ask(kRequest).status;
}

/// Begins a request whose body of four bytes is still missing, and waits until the server has read
/// the head.
void begin_request(RawClient& client) {
    EXPECT_THAT(client.ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n"
                           "Expect: 100-continue\r\n\r\n"),
                HasStatus(100));
}

/// Sends requests until the server has stopped; returns the number of invalid responses.
int bad_responses_until_closed(std::uint16_t port, std::latch& running) {
    int invalid = 0;
    bool has_started = false;
    while (true) {
        RawClient client(port);
        if (!client.is_connected()) return invalid;
        RawResponse response = client.ask(kRequest);
        while (response.status == 200) {
            if (!std::exchange(has_started, true)) running.count_down();
            response = client.ask(kRequest);
        }
        // A client that sends while its idle connection is closed gets no response.
        if (response.status != 0 && response.status != 503) ++invalid;
    }
}

TEST(ServerDeadline, OfTheHeadCausesA408) {
    const auto server = start({.head_deadline = kSoon});
    RawClient client(server->port());
    client.send("GET / HT");
    EXPECT_THAT(client.read_to_end(), StartsWith("HTTP/1.1 408 "));
}

TEST(ServerDeadline, OfTheHeadIsNotPostponedByMoreBytes) {
    const auto server = start({.head_deadline = kSoon, .linger = kSoon});
    RawClient client(server->port());
    EXPECT_TRUE(eventually([&] { return !client.send("G"); }));
}

TEST(ServerDeadline, OfTheBodyCausesA408) {
    const auto server = start({.body_deadline = kSoon});
    RawClient client(server->port());
    client.send(kLimitPostHead + "abc");
    EXPECT_THAT(client.read_to_end(), StartsWith("HTTP/1.1 408 "));
}

TEST(ServerDeadline, OfAnIdleConnectionClosesItSilently) {
    const auto server = start({.idle_deadline = kSoon});
    RawClient client(server->port());
    EXPECT_THAT(client.ask(kRequest), HasStatus(200));
    EXPECT_EQ(client.read_to_end(), "");
}

TEST(ServerDeadline, OfAnUnreadResponseClosesTheConnection) {
    const auto server = start({.write_deadline = kSoon});
    RawClient stuck(server->port(), 4'096);
    EXPECT_THAT(stuck.ask(kRequest), HasStatus(200));
    const std::size_t before = open_descriptors();
    stuck.send("GET /big HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return open_descriptors() == before - 1; }));
    EXPECT_THAT(stuck.read_to_end().size(), Lt(5'000'000U));
}

TEST(ServerLimit, OfConnectionsCausesA503) {
    const auto server = start({.max_connections = 2});
    RawClient first(server->port());
    RawClient second(server->port());
    EXPECT_THAT(first.ask(kRequest), HasStatus(200));
    EXPECT_THAT(second.ask(kRequest), HasStatus(200));
    RawClient third(server->port());
    EXPECT_THAT(third.read_to_end(), HasSubstr("{\"detail\":\"there are too many connections\"}"));
}

TEST(ServerLimit, OfConnectionsAdmitsAnotherAfterOneCloses) {
    const auto server = start({.max_connections = 1});
    RawClient first(server->port());
    EXPECT_THAT(first.ask(kRequest), HasStatus(200));
    first.close();
    EXPECT_TRUE(eventually([&] { return status_of_new_client(server->port()) == 200; }));
}

TEST(ServerDrain, ClosesIdleConnectionsImmediately) {
    const auto server = start();
    RawClient idle(server->port());
    EXPECT_THAT(idle.ask(kRequest), HasStatus(200));
    const auto started = steady_clock::now();
    server->drain(RawClient::kPatience);
    EXPECT_LT(steady_clock::now() - started, RawClient::kPatience / 2);
    EXPECT_EQ(idle.read_to_end(), "");
}

TEST(ServerDrain, RejectsNewClientsAndLetsRequestsFinish) {
    // One worker, so that a rejected client proves that the worker of the busy one also drains.
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

TEST(ServerDrain, ClosesConnectionsWhosePatienceIsOver) {
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
    std::vector<std::future<int>> invalid;
    for (int i = 0; i < kClients; ++i) {
        invalid.push_back(std::async(std::launch::async, [&, port = server->port()] {
            return bad_responses_until_closed(port, running);
        }));
    }
    running.wait();
    const auto started = steady_clock::now();
    server->drain();
    EXPECT_LT(steady_clock::now() - started, milliseconds(7'000));
    for (auto& count : invalid) EXPECT_EQ(count.get(), 0);
}

TEST(ServerDrain, FreesThePort) {
    const auto first = start();
    first->drain();
    first->drain();
    EXPECT_THAT(Server::start({.port = first->port(), .workers = 1}, respond), IsOk());
}

}  // namespace
}  // namespace plumbline::mock
