// baseline_flood_reader PORT REQUEST STREAMS SECONDS: reads event streams from a server on loopback
// as fast as they arrive. Sends the text REQUEST on STREAMS connections and, after a quarter of a
// second, prints the line `reading` and counts for SECONDS. It looks for line ends and checks
// nothing else. Then prints one line of JSON: events (an event ends with a blank line; in the
// framing of chunks CR precedes each LF) and reads.

#include "benchmarks/baselines/loopback.hpp"

#include <sys/socket.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace plumbline::baselines {
namespace {

class FloodReader {
  public:
    bool open(std::uint16_t port, const std::string& request) const {
        const int fd = connect_and_send(port, request);
        if (fd >= 0) watch(poller_, fd, EPOLLIN);
        return fd >= 0;
    }

    void read_until(Nanoseconds until) {
        events_ = reads_ = 0;
        while (now() < until)
            handle_ready(poller_, until, [this](int fd, std::uint32_t) { count_events(fd); });
    }

    [[nodiscard]] std::uint64_t events() const { return events_; }
    [[nodiscard]] std::uint64_t reads() const { return reads_; }

  private:
    void count_events(int fd) {
        const ssize_t count = ::recv(fd, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
        if (count <= 0) {
            if (count == 0) ::epoll_ctl(poller_, EPOLL_CTL_DEL, fd, nullptr);
            return;
        }
        ++reads_;
        char& last = element_of(last_bytes_, fd);
        const char* begin = buffer_.data();
        const char* end = begin + count;
        for (const char* at = begin; at < end;) {
            const auto* found =
                static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
            if (found == nullptr) break;
            if ((found == begin ? last : found[-1]) == '\n') ++events_;
            at = found + 1;
        }
        last = end[-1];
    }

    int poller_ = ::epoll_create1(EPOLL_CLOEXEC);
    std::vector<char> buffer_ = std::vector<char>(std::size_t{256} * 1024);
    std::vector<char> last_bytes_;  ///< last byte of each stream, by file descriptor
    std::uint64_t events_ = 0;
    std::uint64_t reads_ = 0;
};

}  // namespace
}  // namespace plumbline::baselines

int main(int argc, char** argv) {
    using namespace plumbline::baselines;  // NOLINT(google-build-using-namespace): main only
    if (argc != 5) {
        std::fputs("usage: baseline_flood_reader PORT REQUEST STREAMS SECONDS\n", stderr);
        return 2;
    }
    FloodReader reader;
    for (int i = 0; i < std::atoi(argv[3]); ++i) {
        if (!reader.open(static_cast<std::uint16_t>(std::atoi(argv[1])), argv[2])) {
            std::fputs("baseline_flood_reader: cannot connect\n", stderr);
            return 1;
        }
    }
    reader.read_until(now() + kSecond / 4);
    std::puts("reading");
    std::fflush(stdout);
    reader.read_until(now() + static_cast<Nanoseconds>(std::atof(argv[4]) * 1e9));
    std::printf("{\"events\": %llu, \"reads\": %llu}\n",
                static_cast<unsigned long long>(reader.events()),
                static_cast<unsigned long long>(reader.reads()));
    return 0;
}
