#include "benchmarks/baselines/loopback.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cstdio>
#include <ctime>
#include <unistd.h>

namespace plumbline::baselines {
namespace {

sockaddr_in loopback_address(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

void send_at_once(int fd) {
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

}  // namespace

Nanoseconds now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * kSecond + time.tv_nsec;
}

int connect_and_send(std::uint16_t port, const std::string& request) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    send_at_once(fd);
    sockaddr_in address = loopback_address(port);
    auto* generic = reinterpret_cast<sockaddr*>(&address);  // the type that the sockets API expects
    if (::connect(fd, generic, sizeof address) != 0) return -1;
    const auto sent = ::send(fd, request.data(), request.size(), MSG_NOSIGNAL);
    return sent == static_cast<ssize_t>(request.size()) ? fd : -1;
}

int listen_on_free_port() {
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback_address(0);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);  // as above
    if (::bind(listener, generic, size) != 0 || ::listen(listener, SOMAXCONN) != 0) return -1;
    ::getsockname(listener, generic, &size);
    std::printf("listening on http://127.0.0.1:%d\n", ntohs(address.sin_port));
    std::fflush(stdout);
    return listener;
}

void accept_connections(int listener, int poller) {
    for (;;) {
        const int fd = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) return;
        send_at_once(fd);
        watch(poller, fd, EPOLLIN);
    }
}

bool read_request(int fd) {
    std::array<char, 4096> bytes{};
    if (::recv(fd, bytes.data(), bytes.size(), 0) > 0) return true;
    ::close(fd);
    return false;
}

void watch(int poller, int fd, std::uint32_t events, bool is_new) {
    epoll_event event{};
    event.events = events;
    event.data.fd = fd;
    ::epoll_ctl(poller, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &event);
}

std::string make_chunk(const std::string& event) {
    std::array<char, 32> size{};
    std::snprintf(size.data(), size.size(), "%zx\r\n", event.size());
    return size.data() + event + "\r\n";
}

}  // namespace plumbline::baselines
