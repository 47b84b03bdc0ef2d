// baseline_stream_reader PORT REQUEST STREAMS GAP_MS SECONDS [SILENT]: reads many event streams
// from a server on loopback simultaneously and reports how evenly their events arrived.
//
// Sends the text REQUEST on STREAMS connections, evenly distributed over one second, and SILENT on
// one more, whose response it never reads. Once every stream has three events it prints the line
// `reading` and reads for SECONDS. Then prints one line of JSON: the number of streams that ended;
// the 99th percentile of the time to handle what has arrived, in nanoseconds; and for each round,
// which lasts GAP_MS and has one event of each stream, the error of each event in nanoseconds: its
// distance from the previous event of its stream, less GAP_MS, without sign.

#include "benchmarks/baselines/loopback.hpp"

#include <sys/socket.h>

#include <cstdio>
#include <cstdlib>

namespace plumbline::baselines {
namespace {

/// The first one or two events of a stream arrive immediately.
constexpr int kStartupEvents = 3;
constexpr Nanoseconds kStartTimeout = 30 * kSecond;

class PacedStreamReader {
  public:
    PacedStreamReader(int streams, Nanoseconds gap) : gap_(gap), count_(streams) {}

    /// Opens all streams evenly over a second and reads meanwhile; returns false on failure.
    bool open(std::uint16_t port, const std::string& request) {
        const Nanoseconds began = now();
        for (int i = 0; i < count_; ++i) {
            read_until(began + i * kSecond / count_);
            const int fd = connect_and_send(port, request);
            if (fd < 0) return false;
            watch(poller_, fd, EPOLLIN);
        }
        while (started_ < count_ && now() < began + kStartTimeout) read_until(now() + gap_);
        return started_ == count_;
    }

    /// Reads and records until the given time.
    void measure(Nanoseconds until) {
        measuring_since_ = now();
        read_until(until);
    }

    void print() {
        std::printf("{\"ended\": %d, \"handling_p99_ns\": %lld, \"rounds\": [",
                    ended_,
                    static_cast<long long>(handling_p99()));
        for (std::size_t i = 0; i < rounds_.size(); ++i) {
            std::fputs(i == 0 ? "[" : ", [", stdout);
            for (std::size_t j = 0; j < rounds_[i].size(); ++j)
                std::printf(j == 0 ? "%lld" : ",%lld", static_cast<long long>(rounds_[i][j]));
            std::fputs("]", stdout);
        }
        std::puts("]}");
    }

  private:
    struct PacedStream {
        Nanoseconds last_event = 0;
        int events = 0;
        char previous_byte = 0;
    };

    Nanoseconds handling_p99() {
        if (handling_times_.empty()) return 0;
        const auto rank = static_cast<std::ptrdiff_t>(handling_times_.size() * 99 / 100);
        const auto value = handling_times_.begin() + rank;
        std::nth_element(handling_times_.begin(), value, handling_times_.end());
        return *value;
    }

    void read_until(Nanoseconds until) {
        while (now() < until) {
            const auto time =
                handle_ready(poller_, until, [this](int fd, std::uint32_t) { count_events(fd); });
            if (time && measuring_since_ > 0) handling_times_.push_back(*time);
        }
    }

    void count_events(int fd) {
        std::array<char, 65536> bytes;
        const ssize_t count = ::recv(fd, bytes.data(), bytes.size(), MSG_DONTWAIT);
        const Nanoseconds at = now();
        if (count < 0) return;
        if (count == 0) {
            ++ended_;
            ::epoll_ctl(poller_, EPOLL_CTL_DEL, fd, nullptr);
            return;
        }
        PacedStream& stream = element_of(streams_, fd);
        for (const char c : std::string_view(bytes.data(), static_cast<std::size_t>(count))) {
            // An event ends with an empty line; in the framing of chunks CR precedes each LF.
            if (c == '\n' && stream.previous_byte == '\n') record_event(stream, at);
            stream.previous_byte = c;
        }
    }

    void record_event(PacedStream& stream, Nanoseconds at) {
        if (measuring_since_ > 0) {
            const auto round = static_cast<std::size_t>((at - measuring_since_) / gap_);
            if (round >= rounds_.size()) {
                rounds_.resize(round + 1);
                rounds_.back().reserve(2 * streams_.size());
            }
            rounds_[round].push_back(std::abs(at - stream.last_event - gap_));
        }
        stream.last_event = at;
        if (++stream.events == kStartupEvents) ++started_;
    }

    int poller_ = ::epoll_create1(EPOLL_CLOEXEC);
    Nanoseconds gap_;
    int count_;
    std::vector<PacedStream> streams_;              ///< by file descriptor
    std::vector<std::vector<Nanoseconds>> rounds_;  ///< the error of each event
    std::vector<Nanoseconds> handling_times_;
    int started_ = 0;
    int ended_ = 0;
    Nanoseconds measuring_since_ = 0;
};

}  // namespace
}  // namespace plumbline::baselines

int main(int argc, char** argv) {
    using namespace plumbline::baselines;  // NOLINT(google-build-using-namespace): main only
    if (argc != 6 && argc != 7) {
        std::fputs("usage: baseline_stream_reader PORT REQUEST STREAMS GAP_MS SECONDS [SILENT]\n",
                   stderr);
        return 2;
    }
    const auto port = static_cast<std::uint16_t>(std::atoi(argv[1]));
    PacedStreamReader reader(std::atoi(argv[3]), std::atoll(argv[4]) * kMillisecond);
    if ((argc == 7 && connect_and_send(port, argv[6]) < 0) || !reader.open(port, argv[2])) {
        std::fputs("baseline_stream_reader: the streams did not start\n", stderr);
        return 1;
    }
    std::puts("reading");
    std::fflush(stdout);
    reader.measure(now() + std::atoll(argv[5]) * kSecond);
    reader.print();
    return 0;
}
