#include "benchmarks/load/app/live_metrics.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <future>
#include <poll.h>
#include <unistd.h>

namespace plumbline::load {
namespace {

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

}  // namespace
}  // namespace plumbline::load
