// floor_flood_writer BYTES EVENTS_A_WRITE: the most a server of event streams can do. Listens on a
// free port of loopback, which is its first line; answers every request with a head and then with
// events of BYTES bytes, each a chunk of its own, EVENTS_A_WRITE of them in each write, as long as
// the client takes them: up to 64 writes or 256 KiB of one stream, then of the next.

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

constexpr std::string_view kHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
    "Transfer-Encoding: chunked\r\n\r\n";

// What one stream may write before others have their turn. One write at a time is dearer: whoever
// reads has to be woken for each.
constexpr int kWritesPerTurn = 64;
constexpr std::size_t kBytesPerTurn = std::size_t{256} * 1024U;

std::string chunk_of(std::size_t bytes) {
    // A token with content, as a reader of tokens waits for one before it stops reading JSON.
    const std::string_view before = "event: messages\ndata: [{\"content\":\"";
    const std::string_view after = "\"},{}]\n\n";
    const std::size_t rest = before.size() + after.size();
    const std::string event = std::string(before) +
                              std::string(bytes > rest ? bytes - rest : 1, 'x') +
                              std::string(after);
    std::array<char, 16> size{};
    std::snprintf(size.data(), size.size(), "%zx\r\n", event.size());
    return size.data() + event + "\r\n";
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

/// What a stream has still to say of the write that was begun.
struct Stream {
    bool is_asked = false;
    std::size_t at = 0;
};

class Writer {
  public:
    Writer(int listener, std::size_t bytes, int events_a_write)
        : listener_(listener), poller_(::epoll_create1(EPOLL_CLOEXEC)) {
        const std::string one = chunk_of(bytes);
        for (int i = 0; i < events_a_write; ++i) batch_ += one;
        watch(listener_, EPOLLIN, EPOLL_CTL_ADD);
    }

    void serve() {
        std::array<epoll_event, 512> ready{};
        for (;;) {
            const int count =
                ::epoll_wait(poller_, ready.data(), static_cast<int>(ready.size()), -1);
            for (int i = 0; i < count; ++i) {
                const epoll_event& event = ready[static_cast<std::size_t>(i)];
                if (event.data.fd == listener_) {
                    accept();
                } else if ((event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) {
                    read(event.data.fd);
                } else {
                    write(event.data.fd);
                }
            }
        }
    }

  private:
    void watch(int fd, std::uint32_t events, int operation) const {
        epoll_event event{};
        event.events = events;
        event.data.fd = fd;
        ::epoll_ctl(poller_, operation, fd, &event);
    }

    void accept() {
        for (;;) {
            const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
            if (fd < 0) return;
            const int on = 1;
            ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            if (streams_.size() <= static_cast<std::size_t>(fd))
                streams_.resize(static_cast<std::size_t>(fd) + 1);
            streams_[static_cast<std::size_t>(fd)] = {};
            watch(fd, EPOLLIN, EPOLL_CTL_ADD);
        }
    }

    /// A request comes whole, in one read: the drivers send it so.
    void read(int fd) {
        std::array<char, 4096> bytes{};
        if (::recv(fd, bytes.data(), bytes.size(), 0) <= 0) {
            ::close(fd);
            return;
        }
        Stream& stream = streams_[static_cast<std::size_t>(fd)];
        if (stream.is_asked) return;
        stream.is_asked = true;
        (void)::send(fd, kHead.data(), kHead.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        watch(fd, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
    }

    /// Writes on while the client takes it; then others have their turn.
    void write(int fd) {
        Stream& stream = streams_[static_cast<std::size_t>(fd)];
        std::size_t written = 0;
        for (int i = 0; i < kWritesPerTurn && written < kBytesPerTurn; ++i) {
            const ssize_t count = ::send(fd,
                                         batch_.data() + stream.at,
                                         batch_.size() - stream.at,
                                         MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count <= 0) return;
            written += static_cast<std::size_t>(count);
            stream.at = (stream.at + static_cast<std::size_t>(count)) % batch_.size();
        }
    }

    int listener_;
    int poller_;
    std::string batch_;
    std::vector<Stream> streams_;  ///< by file descriptor
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3 || std::atoi(argv[2]) < 1) {
        std::fputs("usage: floor_flood_writer BYTES EVENTS_A_WRITE\n", stderr);
        return 2;
    }
    const int listener = listen_anywhere();
    if (listener < 0) return 1;
    Writer(listener, static_cast<std::size_t>(std::atoll(argv[1])), std::atoi(argv[2])).serve();
}
