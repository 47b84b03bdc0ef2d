// floor_stream_writer GAP_MS EVENTS BYTES: the least a server of event streams does. Listens on a
// free port of loopback, which is its first line; answers every request with a head, an event of
// about BYTES bytes at once and one each GAP_MS, EVENTS in all, each a chunk and a write of its
// own, at absolute times.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

using Nanoseconds = std::int64_t;

constexpr std::string_view kHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
    "Transfer-Encoding: chunked\r\n\r\n";
constexpr std::string_view kEnd = "0\r\n\r\n";

Nanoseconds now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

std::string chunk_of(std::size_t bytes) {
    const std::string event = "event: messages\ndata: \"" + std::string(bytes, 'x') + "\"\n\n";
    std::array<char, 16> size{};
    std::snprintf(size.data(), size.size(), "%zx\r\n", event.size());
    return size.data() + event + "\r\n";
}

/// Returns a listening socket of a free port on loopback.
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

class Writer {
  public:
    Writer(int listener, Nanoseconds gap, int events, std::size_t bytes)
        : listener_(listener),
          poller_(::epoll_create1(EPOLL_CLOEXEC)),
          gap_(gap),
          events_(events),
          chunk_(chunk_of(bytes)),
          first_(std::string(kHead) + chunk_) {
        watch(listener_);
    }

    void serve() {
        std::array<epoll_event, 256> ready{};
        for (;;) {
            const int count = wait(ready);
            for (int i = 0; i < count; ++i) {
                if (ready[static_cast<std::size_t>(i)].data.fd == listener_) {
                    accept();
                } else {
                    read(ready[static_cast<std::size_t>(i)].data.fd);
                }
            }
            write_due();
        }
    }

  private:
    struct Turn {
        Nanoseconds due;
        int fd;
        std::uint32_t connection;  ///< which one of those that had this fd
        int left;
    };

    void watch(int fd) const {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.fd = fd;
        ::epoll_ctl(poller_, EPOLL_CTL_ADD, fd, &event);
    }

    int wait(std::array<epoll_event, 256>& ready) {
        timespec timeout{1, 0};
        if (!turns_.empty()) {
            const Nanoseconds rest = std::max<Nanoseconds>(turns_.front().due - now(), 0);
            timeout = {rest / 1'000'000'000, rest % 1'000'000'000};
        }
        return ::epoll_pwait2(
            poller_, ready.data(), static_cast<int>(ready.size()), &timeout, nullptr);
    }

    void accept() {
        for (;;) {
            const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
            if (fd < 0) return;
            const int on = 1;
            ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            if (connections_.size() <= static_cast<std::size_t>(fd))
                connections_.resize(static_cast<std::size_t>(fd) + 1);
            watch(fd);
        }
    }

    /// A request comes whole, in one read: the driver sends it so.
    void read(int fd) {
        std::array<char, 4096> bytes{};
        const ssize_t count = ::recv(fd, bytes.data(), bytes.size(), 0);
        if (count <= 0) {
            ++connections_[static_cast<std::size_t>(fd)];
            ::close(fd);
            return;
        }
        send(fd, first_);
        turns_.push_back(
            {now() + gap_, fd, connections_[static_cast<std::size_t>(fd)], events_ - 1});
    }

    /// All have the same gap, so who is appended is due last.
    void write_due() {
        while (!turns_.empty() && turns_.front().due <= now()) {
            Turn turn = turns_.front();
            turns_.pop_front();
            if (connections_[static_cast<std::size_t>(turn.fd)] != turn.connection) continue;
            if (turn.left-- == 0) {
                send(turn.fd, kEnd);
                continue;
            }
            send(turn.fd, chunk_);
            turn.due += gap_;
            turns_.push_back(turn);
        }
    }

    static void send(int fd, std::string_view bytes) {
        // Who does not read loses events: that is no matter of this program.
        (void)::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    }

    int listener_;
    int poller_;
    Nanoseconds gap_;
    int events_;
    std::string chunk_;
    std::string first_;
    std::vector<std::uint32_t> connections_;
    std::deque<Turn> turns_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: floor_stream_writer GAP_MS EVENTS BYTES\n", stderr);
        return 2;
    }
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    const int listener = listen_anywhere();
    if (listener < 0) return 1;
    Writer(listener,
           std::atoll(argv[1]) * 1'000'000,
           std::atoi(argv[2]),
           static_cast<std::size_t>(std::atoll(argv[3])))
        .serve();
}
