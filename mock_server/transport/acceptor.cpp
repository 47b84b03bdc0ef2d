#include "mock_server/transport/acceptor.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <netdb.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace plumbline::mock {
namespace {

constexpr int kBacklog = 4096;
/// Time to wait before the next accept when the process has no free descriptor. Units: ms.
constexpr int kRetryDelayMs = 20;

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

AddressList resolve_address(const std::string& host, std::uint16_t port) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    // Accepts addresses only: a name can resolve to several addresses, and this listens on one. Of
    // localhost it is the one that most clients try.
    hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const std::string address = host == "localhost" ? "127.0.0.1" : host;
    if (::getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
        found = nullptr;
    }
    return {found, &::freeaddrinfo};
}

bool listen_on(int fd, const addrinfo& address) {
    const int enabled = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &enabled, sizeof enabled);
    return ::bind(fd, address.ai_addr, address.ai_addrlen) == 0 && ::listen(fd, kBacklog) == 0;
}

}  // namespace

/// Accepts one waiting connection, if there is one; returns false if the process has no free
/// descriptor.
bool Acceptor::accept_one(const SocketHandler& deliver) const {
    const int accepted = ::accept4(fd_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (accepted >= 0) {
        deliver(accepted);
        return true;
    }
    return errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM;
}

void Acceptor::run(const std::stop_token& stop, const SocketHandler& deliver) const {
    bool has_descriptor = true;
    while (!stop.stop_requested()) {
        // Without a free descriptor the socket stays readable: polling it would be a busy loop.
        std::array<pollfd, 2> waiting{pollfd{stop_event_.fd(), POLLIN, 0}, pollfd{fd_, POLLIN, 0}};
        ::poll(waiting.data(), has_descriptor ? 2 : 1, has_descriptor ? -1 : kRetryDelayMs);
        if (!stop.stop_requested()) has_descriptor = accept_one(deliver);
    }
}

Acceptor::~Acceptor() {
    thread_.request_stop();
    stop_event_.notify();
    if (thread_.joinable()) thread_.join();
    if (fd_ >= 0) ::close(fd_);
}

Result<std::unique_ptr<Acceptor>> Acceptor::open(const std::string& host, std::uint16_t port) {
    const AddressList addresses = resolve_address(host, port);
    if (!addresses) {
        return fail(
            ErrorCode::kUsage,
            "the host `" + host +
                "` is not an address to listen on; give an IPv4 address such as 127.0.0.1 or "
                "an IPv6 address such as ::1, without brackets");
    }
    std::unique_ptr<Acceptor> acceptor(new Acceptor(
        ::socket(addresses->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)));
    if (acceptor->fd_ < 0 || !listen_on(acceptor->fd_, *addresses)) {
        return fail(ErrorCode::kIo,
                    "cannot listen on " + host + " port " + std::to_string(port) + ": " +
                        std::generic_category().message(errno) +
                        "; choose another port (0 picks a free one) or stop the program that uses "
                        "this port");
    }
    return acceptor;
}

void Acceptor::start(SocketHandler deliver) {
    thread_ = std::jthread(
        [this, deliver = std::move(deliver)](const std::stop_token& stop) { run(stop, deliver); });
}

std::uint16_t Acceptor::port() const {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    auto* const plain = static_cast<sockaddr*>(static_cast<void*>(&address));
    std::array<char, NI_MAXSERV> text{};
    if (::getsockname(fd_, plain, &size) != 0 ||
        ::getnameinfo(plain, size, nullptr, 0, text.data(), text.size(), NI_NUMERICSERV) != 0) {
        return 0;
    }
    return static_cast<std::uint16_t>(std::stoi(text.data()));
}

}  // namespace plumbline::mock
