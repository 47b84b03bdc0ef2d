// baseline_stream_reader PORT REQUEST STREAMS GAP_MS SECONDS PID [SILENT]: reads many event streams
// from a server on loopback simultaneously and reports how evenly their events arrived.
//
// Sends the text of the file REQUEST on STREAMS connections, evenly distributed over one second,
// and that of SILENT on one more, whose response it never reads. Once every stream has three events
// it reads for SECONDS. The error of an event is its distance from the previous event, less GAP_MS.
// Prints one line of JSON: events; the 99th percentile of the absolute error in microseconds, also
// of the median round, which lasts GAP_MS and has one event of each stream, because pauses of the
// whole machine of a few ms affect only a few rounds; for the process PID (the server) the CPU
// time, for it and this process the time spent waiting for a core, in ms; the server's memory in MB
// of 10^6 bytes; and the number of streams that ended.

#include "benchmarks/baselines/loopback.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace plumbline::baselines {
namespace {

/// The first one or two events of a stream arrive immediately.
constexpr int kStartupEvents = 3;
constexpr Nanoseconds kStartTimeout = 30 * kSecond;

double ms(Nanoseconds time) {
    return static_cast<double>(time) / 1e6;
}

/// Returns a percentile in microseconds.
double percentile_us(std::vector<Nanoseconds>& times, double percent) {
    if (times.empty()) return 0;
    const auto place =
        static_cast<std::ptrdiff_t>(percent / 100 * static_cast<double>(times.size() - 1));
    std::nth_element(times.begin(), times.begin() + place, times.end());
    return static_cast<double>(times[static_cast<std::size_t>(place)]) / 1000;
}

double resident_megabytes(const std::string& pid) {
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    std::ifstream("/proc/" + pid + "/statm") >> size >> resident;
    return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

class PacedStreamReader {
  public:
    PacedStreamReader(std::uint16_t port, std::size_t streams, Nanoseconds gap)
        : port_(port), poller_(::epoll_create1(EPOLL_CLOEXEC)), gap_(gap), streams_(streams) {}

    /// Opens a stream that is never read; returns false on failure.
    [[nodiscard]] bool open_unread(const std::string& request) const {
        return connect_and_send(port_, request) >= 0;
    }

    /// Opens all streams evenly over a second and reads meanwhile; returns false on failure.
    bool open(const std::string& request) {
        const Nanoseconds began = now();
        const auto count = static_cast<Nanoseconds>(streams_.size());
        for (Nanoseconds i = 0; i < count; ++i) {
            while (now() < began + i * kSecond / count) read_events(began + i * kSecond / count);
            const int fd = connect_and_send(port_, request);
            if (fd < 0) return false;
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.u64 = static_cast<std::uint64_t>(i) << 32U | static_cast<std::uint64_t>(fd);
            ::epoll_ctl(poller_, EPOLL_CTL_ADD, fd, &event);
        }
        while (now() < began + kStartTimeout) {
            read_events(now() + gap_);
            if (started_ == streams_.size()) return true;
        }
        return false;
    }

    /// Reads and records until the given time.
    void listen(Nanoseconds until) {
        measuring_since_ = now();
        while (now() < until) read_events(until);
    }

    [[nodiscard]] std::size_t ended() const { return ended_; }
    /// Returns the errors of all events, grouped by round.
    [[nodiscard]] const std::vector<std::vector<Nanoseconds>>& rounds() const { return rounds_; }

  private:
    struct PacedStream {
        Nanoseconds last_event = 0;
        int events = 0;
        char previous_byte = 0;
    };

    void read_events(Nanoseconds until) {
        std::array<epoll_event, 256> ready{};
        const Nanoseconds rest = std::max<Nanoseconds>(until - now(), 0);
        const timespec timeout{rest / kSecond, rest % kSecond};
        const int count = ::epoll_pwait2(
            poller_, ready.data(), static_cast<int>(ready.size()), &timeout, nullptr);
        for (int i = 0; i < count; ++i) {
            const std::uint64_t key = ready[static_cast<std::size_t>(i)].data.u64;
            count_events(streams_[key >> 32U], static_cast<int>(key & 0xffffffffU));
        }
    }

    void count_events(PacedStream& stream, int fd) {
        std::array<char, 65536> bytes;
        const ssize_t count = ::recv(fd, bytes.data(), bytes.size(), MSG_DONTWAIT);
        const Nanoseconds at = now();
        if (count < 0) return;
        if (count == 0) {
            ++ended_;
            ::epoll_ctl(poller_, EPOLL_CTL_DEL, fd, nullptr);
            return;
        }
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

    std::uint16_t port_;
    int poller_;
    Nanoseconds gap_;
    std::vector<PacedStream> streams_;
    std::vector<std::vector<Nanoseconds>> rounds_;  ///< the error of each event
    std::size_t started_ = 0;
    std::size_t ended_ = 0;
    Nanoseconds measuring_since_ = 0;
};

/// The pacing errors of a run, in microseconds.
struct PacingErrors {
    std::size_t events = 0;
    double p99 = 0;
    double p99_of_median_round = 0;
};

PacingErrors pacing_errors(std::vector<std::vector<Nanoseconds>> rounds) {
    PacingErrors errors;
    std::vector<Nanoseconds> all;
    std::vector<double> worst;
    for (std::vector<Nanoseconds>& round : rounds) {
        all.insert(all.end(), round.begin(), round.end());
        worst.push_back(percentile_us(round, 99));
    }
    errors.events = all.size();
    errors.p99 = percentile_us(all, 99);
    if (worst.empty()) return errors;
    std::ranges::nth_element(worst, worst.begin() + static_cast<std::ptrdiff_t>(worst.size() / 2));
    errors.p99_of_median_round = worst[worst.size() / 2];
    return errors;
}

}  // namespace
}  // namespace plumbline::baselines

int main(int argc, char** argv) {
    using namespace plumbline::baselines;  // NOLINT(google-build-using-namespace): main only
    if (argc != 7 && argc != 8) {
        std::fputs(
            "usage: baseline_stream_reader PORT REQUEST STREAMS GAP_MS SECONDS PID [SILENT]\n",
            stderr);
        return 2;
    }
    raise_file_limit();
    const std::string server = argv[6];
    PacedStreamReader reader(static_cast<std::uint16_t>(std::atoi(argv[1])),
                             static_cast<std::size_t>(std::atoll(argv[3])),
                             std::atoll(argv[4]) * 1'000'000);
    if ((argc == 8 && !reader.open_unread(read_text(argv[7]))) ||
        !reader.open(read_text(argv[2]))) {
        std::fputs("baseline_stream_reader: the streams did not start\n", stderr);
        return 1;
    }
    const CpuTime server_before = cpu_time_of(server);
    const CpuTime before = cpu_time_of("self");
    reader.listen(now() + std::atoll(argv[5]) * kSecond);
    const CpuTime server_after = cpu_time_of(server);
    const CpuTime after = cpu_time_of("self");
    const PacingErrors errors = pacing_errors(reader.rounds());
    std::printf(
        "{\"events\": %zu, \"ended\": %zu, \"error_p99_us\": %.1f, "
        "\"error_p99_of_median_round_us\": %.1f, \"server_cpu_ms\": %.1f, "
        "\"server_waited_ms\": %.1f, \"own_waited_ms\": %.1f, \"server_MB\": %.1f}\n",
        errors.events,
        reader.ended(),
        errors.p99,
        errors.p99_of_median_round,
        ms(server_after.used - server_before.used),
        ms(server_after.waited - server_before.waited),
        ms(after.waited - before.waited),
        resident_megabytes(server));
    return 0;
}
