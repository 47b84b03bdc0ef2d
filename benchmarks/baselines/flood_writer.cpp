// baseline_flood_writer BYTES EVENTS_A_WRITE: the maximum that a server of event streams can
// achieve. Listens on a free port of loopback and prints the address as its first line. Responds to
// every request with a head and then with events of BYTES bytes, each in its own chunk,
// EVENTS_A_WRITE of them in each write, as long as the client reads: up to 64 writes or 256 KiB of
// one stream, then the next stream.

#include "benchmarks/baselines/loopback.hpp"

#include <sys/socket.h>

#include <cstdio>
#include <cstdlib>

namespace plumbline::baselines {
namespace {

// Limits what one stream writes before the next stream is served. One write at a time would cost
// more: the reader would have to wake up for each.
constexpr int kWritesPerTurn = 64;
constexpr std::size_t kBytesPerTurn = std::size_t{256} * 1024U;

/// Returns an event with a token: a reader that measures tokens parses JSON until it finds one.
std::string token_event(std::size_t bytes) {
    const std::string_view before = "event: messages\ndata: [{\"content\":\"";
    const std::string_view after = "\"},{}]\n\n";
    const std::size_t rest = before.size() + after.size();
    return std::string(before) + std::string(bytes > rest ? bytes - rest : 1, 'x') +
           std::string(after);
}

/// The state of one stream: whether it was requested, and the offset in the batch being written.
struct FloodStream {
    bool has_request = false;
    std::size_t batch_offset = 0;
};

class FloodWriter {
  public:
    FloodWriter(int listener, std::size_t bytes, int events_a_write) : listener_(listener) {
        const std::string one = make_chunk(token_event(bytes));
        for (int i = 0; i < events_a_write; ++i) batch_ += one;
        watch(poller_, listener_, EPOLLIN);
    }

    void serve() {
        for (;;) {
            handle_ready(poller_, now() + kSecond, [this](int fd, std::uint32_t events) {
                if (fd == listener_) {
                    accept_connections(listener_, poller_);
                } else if ((events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) {
                    read(fd);
                } else {
                    write(fd);
                }
            });
        }
    }

  private:
    void read(int fd) {
        FloodStream& stream = element_of(streams_, fd);
        if (!read_request(fd)) {
            stream = {};
        } else if (!stream.has_request) {
            stream.has_request = true;
            (void)::send(fd, kStreamHead.data(), kStreamHead.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            watch(poller_, fd, EPOLLIN | EPOLLOUT, false);
        }
    }

    /// Writes while the client reads, up to the limits; then the other streams are served.
    void write(int fd) {
        FloodStream& stream = element_of(streams_, fd);
        std::size_t written = 0;
        for (int i = 0; i < kWritesPerTurn && written < kBytesPerTurn; ++i) {
            const ssize_t count = ::send(fd,
                                         batch_.data() + stream.batch_offset,
                                         batch_.size() - stream.batch_offset,
                                         MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count <= 0) return;
            written += static_cast<std::size_t>(count);
            stream.batch_offset =
                (stream.batch_offset + static_cast<std::size_t>(count)) % batch_.size();
        }
    }

    int listener_;
    int poller_ = ::epoll_create1(EPOLL_CLOEXEC);
    std::string batch_;
    std::vector<FloodStream> streams_;  ///< by file descriptor
};

}  // namespace
}  // namespace plumbline::baselines

int main(int argc, char** argv) {
    using namespace plumbline::baselines;  // NOLINT(google-build-using-namespace): main only
    if (argc != 3 || std::atoi(argv[2]) < 1) {
        std::fputs("usage: baseline_flood_writer BYTES EVENTS_A_WRITE\n", stderr);
        return 2;
    }
    const int listener = listen_on_free_port();
    if (listener < 0) return 1;
    FloodWriter(listener, static_cast<std::size_t>(std::atoll(argv[1])), std::atoi(argv[2]))
        .serve();
}
