#include "mock_server/transport/sockets.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <filesystem>
#include <iterator>
#include <system_error>

namespace plumbline::mock {
namespace {

struct SocketOption {
    int level;
    int name;
    int value;
};

constexpr std::array kSocketOptions{
    SocketOption{IPPROTO_TCP, TCP_NODELAY, 1},
    // By default the kernel buffers 4 MB for each client that does not read.
    SocketOption{SOL_SOCKET, SO_SNDBUF, 128 * 1024},
    // Detects a vanished peer within a minute. Units: seconds, seconds, probes.
    SocketOption{SOL_SOCKET, SO_KEEPALIVE, 1},
    SocketOption{IPPROTO_TCP, TCP_KEEPIDLE, 30},
    SocketOption{IPPROTO_TCP, TCP_KEEPINTVL, 10},
    SocketOption{IPPROTO_TCP, TCP_KEEPCNT, 3},
};

}  // namespace

void set_socket_options(int fd) {
    // An option that cannot be set only costs performance, so failures are not reported.
    for (const SocketOption& option : kSocketOptions) {
        ::setsockopt(fd, option.level, option.name, &option.value, sizeof option.value);
    }
}

std::size_t open_descriptors() {
    std::error_code error;
    const std::filesystem::directory_iterator entries("/proc/self/fd", error);
    if (error) return 0;
    return static_cast<std::size_t>(std::distance(entries, std::filesystem::directory_iterator{}));
}

}  // namespace plumbline::mock
