// baseline_flood_reader PORT REQUEST STREAMS SECONDS PID: reads event streams from a server on
// loopback as fast as they arrive. Sends the text of the file REQUEST on STREAMS connections and,
// after a quarter of a second, counts for SECONDS. It looks for line ends and checks nothing else.
// Prints one line of JSON: events (an event ends with a blank line; in the framing of chunks CR
// precedes each LF), reads, seconds, and the CPU shares of this process and of the process
// PID (the server).

#include "benchmarks/baselines/loopback.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

namespace plumbline::baselines {
namespace {

class FloodReader {
  public:
    explicit FloodReader(std::uint16_t port)
        : port_(port), poller_(::epoll_create1(EPOLL_CLOEXEC)), buffer_(std::size_t{256} * 1024) {}

    bool open(const std::string& request) {
        const int fd = connect_and_send(port_, request);
        if (fd < 0) return false;
        if (last_bytes_.size() <= static_cast<std::size_t>(fd))
            last_bytes_.resize(static_cast<std::size_t>(fd) + 1);
        watch(poller_, fd, EPOLLIN);
        return true;
    }

    void read_until(Nanoseconds until) {
        std::array<epoll_event, 512> ready{};
        for (Nanoseconds at = now(); at < until; at = now()) {
            const auto rest = static_cast<int>((until - at) / 1'000'000) + 1;
            const int count =
                ::epoll_wait(poller_, ready.data(), static_cast<int>(ready.size()), rest);
            for (int i = 0; i < count; ++i)
                count_events(ready[static_cast<std::size_t>(i)].data.fd);
        }
    }

    void reset_counts() { events_ = reads_ = 0; }
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
        char& last = last_bytes_[static_cast<std::size_t>(fd)];
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

    std::uint16_t port_;
    int poller_;
    std::vector<char> buffer_;
    std::vector<char> last_bytes_;  ///< last byte of each stream, by file descriptor
    std::uint64_t events_ = 0;
    std::uint64_t reads_ = 0;
};

}  // namespace
}  // namespace plumbline::baselines

int main(int argc, char** argv) {
    using namespace plumbline::baselines;  // NOLINT(google-build-using-namespace): main only
    if (argc != 6) {
        std::fputs("usage: baseline_flood_reader PORT REQUEST STREAMS SECONDS PID\n", stderr);
        return 2;
    }
    const std::string server = argv[5];
    const std::string request = read_text(argv[2]);
    FloodReader reader(static_cast<std::uint16_t>(std::atoi(argv[1])));
    for (int i = 0; i < std::atoi(argv[3]); ++i) {
        if (!reader.open(request)) {
            std::fputs("baseline_flood_reader: cannot connect\n", stderr);
            return 1;
        }
    }
    reader.read_until(now() + kSecond / 4);
    reader.reset_counts();
    const Nanoseconds server_before = cpu_time_of(server).used;
    const Nanoseconds before = cpu_time_of("self").used;
    const Nanoseconds began = now();
    reader.read_until(began + static_cast<Nanoseconds>(std::atof(argv[4]) * 1e9));
    const auto took = static_cast<double>(now() - began);
    std::printf(
        "{\"events\": %llu, \"reads\": %llu, \"seconds\": %.3f, \"own_cpu\": "
        "%.2f, \"server_cpu\": %.2f}\n",
        static_cast<unsigned long long>(reader.events()),
        static_cast<unsigned long long>(reader.reads()),
        took / 1e9,
        static_cast<double>(cpu_time_of("self").used - before) / took,
        static_cast<double>(cpu_time_of(server).used - server_before) / took);
    return 0;
}
