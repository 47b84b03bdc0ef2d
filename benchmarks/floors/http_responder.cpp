// floor_http_responder BYTES: the most a server of small answers can do. Listens on a free port of
// loopback, which is its first line; answers every request, whatever it asks for, with the same
// head and BYTES bytes, in one write, and keeps the connection. Requests have no bodies.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

constexpr std::string_view kHeadEnd = "\r\n\r\n";

std::string answer_of(std::size_t bytes) {
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(bytes) + std::string(kHeadEnd) + std::string(bytes, 'x');
}

int listen_anywhere() {
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    socklen_t size = sizeof address;
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* generic = reinterpret_cast<sockaddr*>(&address);  // what the sockets API wants
    if (::bind(listener, generic, size) != 0 || ::listen(listener, SOMAXCONN) != 0) return -1;
    ::getsockname(listener, generic, &size);
    std::printf("listening on http://127.0.0.1:%d\n", ntohs(address.sin_port));
    std::fflush(stdout);
    return listener;
}

class Responder {
  public:
    Responder(int listener, std::size_t bytes)
        : listener_(listener), poller_(::epoll_create1(EPOLL_CLOEXEC)), answer_(answer_of(bytes)) {
        watch(listener_);
    }

    void serve() {
        std::array<epoll_event, 512> ready{};
        for (;;) {
            const int count =
                ::epoll_wait(poller_, ready.data(), static_cast<int>(ready.size()), -1);
            for (int i = 0; i < count; ++i) {
                const int fd = ready[static_cast<std::size_t>(i)].data.fd;
                if (fd == listener_) {
                    accept();
                } else {
                    read(fd);
                }
            }
        }
    }

  private:
    void watch(int fd) const {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.fd = fd;
        ::epoll_ctl(poller_, EPOLL_CTL_ADD, fd, &event);
    }

    void accept() {
        for (;;) {
            const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
            if (fd < 0) return;
            const int on = 1;
            ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            if (begun_.size() <= static_cast<std::size_t>(fd))
                begun_.resize(static_cast<std::size_t>(fd) + 1);
            begun_[static_cast<std::size_t>(fd)].clear();
            watch(fd);
        }
    }

    /// Answers each head that is there to its end; what was begun of the next is kept.
    void read(int fd) {
        std::array<char, 16384> bytes;
        const ssize_t count = ::recv(fd, bytes.data(), bytes.size(), 0);
        if (count <= 0) {
            ::close(fd);
            return;
        }
        std::string& begun = begun_[static_cast<std::size_t>(fd)];
        begun.append(bytes.data(), static_cast<std::size_t>(count));
        std::size_t at = 0;
        for (auto end = begun.find(kHeadEnd); end != std::string::npos;
             end = begun.find(kHeadEnd, at)) {
            at = end + kHeadEnd.size();
            // A client that waits for its answer before it asks again leaves room for it.
            (void)::send(fd, answer_.data(), answer_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        }
        begun.erase(0, at);
    }

    int listener_;
    int poller_;
    std::string answer_;
    std::vector<std::string> begun_;  ///< requests not yet whole, by file descriptor
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: floor_http_responder BYTES\n", stderr);
        return 2;
    }
    const int listener = listen_anywhere();
    if (listener < 0) return 1;
    Responder(listener, static_cast<std::size_t>(std::atoll(argv[1]))).serve();
}
