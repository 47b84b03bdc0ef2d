#include "benchmarks/load/app/live_metrics.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <future>
#include <poll.h>
#include <string>
#include <unistd.h>

namespace plumbline::load {
namespace {

using testing::EndsWith;
using testing::StartsWith;

int connect_to(std::uint16_t port) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the form of the socket functions
    const auto* any = reinterpret_cast<const sockaddr*>(&address);
    EXPECT_EQ(::connect(fd, any, sizeof address), 0);
    return fd;
}

constexpr int kManyBytes = 200;

/// Sends single bytes; returns whether the server closes the connection before all were sent.
bool is_closed_while_sending(int fd, int bytes) {
    constexpr int kPauseMs = 20;
    for (int i = 0; i < bytes; ++i) {
        if (::send(fd, "G", 1, MSG_NOSIGNAL) < 0) return true;
        pollfd one{fd, POLLIN, 0};
        if (::poll(&one, 1, kPauseMs) > 0) return true;
    }
    return false;
}

TEST(MetricsServer, EndsWhileAClientSendsSlowly) {
    auto server = MetricsServer::start(0);
    ASSERT_THAT(server, IsOk());
    const int fd = connect_to((*server)->port());
    // By then the server reads the request.
    (void)is_closed_while_sending(fd, 10);
    auto is_closed = std::async(std::launch::async, [fd] {
        const bool closed = is_closed_while_sending(fd, kManyBytes);
        ::close(fd);
        return closed;
    });
    server->reset();
    EXPECT_TRUE(is_closed.get());
}

TEST(MetricsServer, EndsARequestThatIsSentTooSlowly) {
    auto server = MetricsServer::start(0);
    ASSERT_THAT(server, IsOk());
    const int fd = connect_to((*server)->port());
    EXPECT_TRUE(is_closed_while_sending(fd, kManyBytes));
    ::close(fd);
}

/// Sends a request and returns the whole response.
std::string response_to(const MetricsServer& server, const std::string& request) {
    const int fd = connect_to(server.port());
    EXPECT_EQ(::send(fd, request.data(), request.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(request.size()));
    std::string response;
    std::array<char, 1'024> buffer{};
    ssize_t bytes = 0;
    while ((bytes = ::recv(fd, buffer.data(), buffer.size(), 0)) > 0)
        response.append(buffer.data(), static_cast<std::size_t>(bytes));
    ::close(fd);
    return response;
}

TEST(MetricsServer, AnswersRequestsForItsText) {
    auto server = MetricsServer::start(0);
    ASSERT_THAT(server, IsOk());
    (*server)->publish("a 1\n");
    for (const char* target : {"/", "/metrics", "/metrics?x=1"}) {
        const std::string end = std::string(" ") + target + " HTTP/1.1\r\n\r\n";
        const std::string response = response_to(**server, "GET" + end);
        EXPECT_THAT(response, StartsWith("HTTP/1.1 200 OK\r\n")) << target;
        EXPECT_THAT(response, EndsWith("\r\n\r\na 1\n")) << target;
        const std::string head = response_to(**server, "HEAD" + end);
        EXPECT_EQ(head + "a 1\n", response) << target;
    }
}

TEST(MetricsServer, RefusesOtherRequests) {
    auto server = MetricsServer::start(0);
    ASSERT_THAT(server, IsOk());
    const std::string posted =
        response_to(**server, "POST /metrics HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}");
    EXPECT_THAT(posted, StartsWith("HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\n"));
    for (const char* request : {"GET /other HTTP/1.1", "POST /other HTTP/1.1", "GET"}) {
        EXPECT_THAT(response_to(**server, request + std::string("\r\n\r\n")),
                    StartsWith("HTTP/1.1 404 Not Found\r\n"))
            << request;
    }
}

}  // namespace
}  // namespace plumbline::load
