// baseline_stream_writer GAP_MS EVENTS BYTES: the minimum that a server of event streams does.
// Listens on a free port of loopback and prints the address as its first line. Responds to every
// request with a head and an event of about BYTES bytes immediately, then with one event every
// GAP_MS, EVENTS in total, each in its own chunk and write, at absolute times.

#include "benchmarks/baselines/loopback.hpp"

#include <sys/socket.h>

#include <cstdio>
#include <cstdlib>
#include <deque>

namespace plumbline::baselines {
namespace {

constexpr std::string_view kEnd = "0\r\n\r\n";

class PacedStreamWriter {
  public:
    PacedStreamWriter(int listener, Nanoseconds gap, int events, std::size_t bytes)
        : listener_(listener),
          gap_(gap),
          events_(events),
          chunk_(make_chunk("event: messages\ndata: \"" + std::string(bytes, 'x') + "\"\n\n")),
          first_(std::string(kStreamHead) + chunk_) {
        watch(poller_, listener_, EPOLLIN);
    }

    void serve() {
        for (;;) {
            const Nanoseconds next = schedule_.empty() ? now() + kSecond : schedule_.front().due;
            handle_ready(poller_, next, [this](int fd, std::uint32_t) {
                if (fd == listener_) {
                    accept_connections(listener_, poller_);
                } else {
                    read(fd);
                }
            });
            write_due();
        }
    }

  private:
    struct ScheduledEvent {
        Nanoseconds due;
        int fd;
        std::uint32_t connection;  ///< distinguishes successive connections with this fd
        int remaining;
    };

    void read(int fd) {
        std::uint32_t& connection = element_of(connections_, fd);
        if (!read_request(fd)) {
            ++connection;
            return;
        }
        send(fd, first_);
        schedule_.push_back({now() + gap_, fd, connection, events_ - 1});
    }

    /// All gaps are equal, so an appended event is always due last.
    void write_due() {
        while (!schedule_.empty() && schedule_.front().due <= now()) {
            ScheduledEvent turn = schedule_.front();
            schedule_.pop_front();
            if (connections_[static_cast<std::size_t>(turn.fd)] != turn.connection) continue;
            if (turn.remaining-- == 0) {
                send(turn.fd, kEnd);
                continue;
            }
            send(turn.fd, chunk_);
            turn.due += gap_;
            schedule_.push_back(turn);
        }
    }

    static void send(int fd, std::string_view bytes) {
        // A client that does not read loses events; this program ignores that.
        (void)::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    }

    int listener_;
    int poller_ = ::epoll_create1(EPOLL_CLOEXEC);
    Nanoseconds gap_;
    int events_;
    std::string chunk_;
    std::string first_;
    std::vector<std::uint32_t> connections_;  ///< number of the connection of each descriptor
    std::deque<ScheduledEvent> schedule_;
};

}  // namespace
}  // namespace plumbline::baselines

int main(int argc, char** argv) {
    using namespace plumbline::baselines;  // NOLINT(google-build-using-namespace): main only
    if (argc != 4) {
        std::fputs("usage: baseline_stream_writer GAP_MS EVENTS BYTES\n", stderr);
        return 2;
    }
    const int listener = listen_on_free_port();
    if (listener < 0) return 1;
    PacedStreamWriter(listener,
                      std::atoll(argv[1]) * kMillisecond,
                      std::atoi(argv[2]),
                      static_cast<std::size_t>(std::atoll(argv[3])))
        .serve();
}
