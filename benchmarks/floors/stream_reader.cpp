// floor_stream_reader PORT REQUEST STREAMS GAP_MS SECONDS PID [SILENT]: reads many event streams of
// a server on loopback at once and tells how evenly their events came.
//
// Sends the text of the file REQUEST on STREAMS connections, evenly over one second, and that of
// SILENT on one more, whose answer it never reads. Once every stream has three events it listens
// for SECONDS: the distance of an event from the one before it, less GAP_MS, is its error. Prints
// one line of JSON: events, percentiles of the error's size in microseconds, the 99th also of the
// median round, which is GAP_MS long and has an event of each stream: what stops the whole machine
// for some ms now and then is in few rounds. Of the process PID (the server) and of its own the CPU
// time and the time without a core though there was work, in ms, the server's memory in MB of 10^6
// bytes, streams that ended.

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
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace {

using Nanoseconds = std::int64_t;

constexpr Nanoseconds kSecond = 1'000'000'000;
/// The first one or two of a run come at once.
constexpr int kEventsOfAStart = 3;
constexpr Nanoseconds kPatience = 30 * kSecond;

Nanoseconds now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * kSecond + time.tv_nsec;
}

/// What all threads of a process have got of the cores.
struct Share {
    Nanoseconds computed = 0;
    Nanoseconds waited = 0;  ///< for a core
};

Share share_of(const std::string& pid) {
    Share sum;
    for (const auto& task : std::filesystem::directory_iterator("/proc/" + pid + "/task")) {
        Share one;
        std::ifstream(task.path() / "schedstat") >> one.computed >> one.waited;
        sum.computed += one.computed;
        sum.waited += one.waited;
    }
    return sum;
}

double ms(Nanoseconds time) {
    return static_cast<double>(time) / 1e6;
}

std::string text_of(const char* file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Returns the value that so many parts of a hundred of them do not exceed, in microseconds.
double percentile(std::vector<Nanoseconds>& times, double percent) {
    if (times.empty()) return 0;
    const auto place =
        static_cast<std::ptrdiff_t>(percent / 100 * static_cast<double>(times.size() - 1));
    std::nth_element(times.begin(), times.begin() + place, times.end());
    return static_cast<double>(times[static_cast<std::size_t>(place)]) / 1000;
}

double resident_megabytes_of(const std::string& pid) {
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    std::ifstream("/proc/" + pid + "/statm") >> size >> resident;
    return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

class Reader {
  public:
    Reader(std::uint16_t port, std::size_t streams, Nanoseconds gap)
        : port_(port), poller_(::epoll_create1(EPOLL_CLOEXEC)), gap_(gap), streams_(streams) {}

    /// Opens a stream that nobody reads; false if that fails.
    [[nodiscard]] bool open_silent(const std::string& request) const {
        return connect(request) >= 0;
    }

    /// Opens all streams evenly over a second, reading meanwhile; false if that fails.
    bool open(const std::string& request) {
        const Nanoseconds began = now();
        const auto count = static_cast<Nanoseconds>(streams_.size());
        for (Nanoseconds i = 0; i < count; ++i) {
            while (now() < began + i * kSecond / count) read(began + i * kSecond / count);
            const int fd = connect(request);
            if (fd < 0) return false;
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.u64 = static_cast<std::uint64_t>(i) << 32U | static_cast<std::uint64_t>(fd);
            ::epoll_ctl(poller_, EPOLL_CTL_ADD, fd, &event);
        }
        while (now() < began + kPatience) {
            read(now() + gap_);
            if (started_ == streams_.size()) return true;
        }
        return false;
    }

    /// Listens until that time.
    void listen(Nanoseconds until) {
        measuring_since_ = now();
        while (now() < until) read(until);
    }

    [[nodiscard]] std::size_t ended() const { return ended_; }
    /// Returns the errors of all events, those of each round together.
    [[nodiscard]] const std::vector<std::vector<Nanoseconds>>& rounds() const { return rounds_; }

  private:
    struct OneStream {
        Nanoseconds last = 0;
        int events = 0;
        char previous = 0;
    };

    [[nodiscard]] int connect(const std::string& request) const {
        const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const int on = 1;
        ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port_);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* generic = reinterpret_cast<sockaddr*>(&address);  // what the sockets API wants
        if (::connect(fd, generic, sizeof address) != 0) return -1;
        const auto sent = ::send(fd, request.data(), request.size(), MSG_NOSIGNAL);
        return sent == static_cast<ssize_t>(request.size()) ? fd : -1;
    }

    void read(Nanoseconds until) {
        std::array<epoll_event, 256> ready{};
        const Nanoseconds rest = std::max<Nanoseconds>(until - now(), 0);
        const timespec timeout{rest / kSecond, rest % kSecond};
        const int count = ::epoll_pwait2(
            poller_, ready.data(), static_cast<int>(ready.size()), &timeout, nullptr);
        for (int i = 0; i < count; ++i) {
            const std::uint64_t key = ready[static_cast<std::size_t>(i)].data.u64;
            take(streams_[key >> 32U], static_cast<int>(key & 0xffffffffU));
        }
    }

    void take(OneStream& stream, int fd) {
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
            // An event ends with an empty line; what frames chunks has CR before each LF.
            if (c == '\n' && stream.previous == '\n') note(stream, at);
            stream.previous = c;
        }
    }

    void note(OneStream& stream, Nanoseconds at) {
        if (measuring_since_ > 0) {
            const auto round = static_cast<std::size_t>((at - measuring_since_) / gap_);
            if (round >= rounds_.size()) {
                rounds_.resize(round + 1);
                rounds_.back().reserve(2 * streams_.size());
            }
            rounds_[round].push_back(std::abs(at - stream.last - gap_));
        }
        stream.last = at;
        if (++stream.events == kEventsOfAStart) ++started_;
    }

    std::uint16_t port_;
    int poller_;
    Nanoseconds gap_;
    std::vector<OneStream> streams_;
    std::vector<std::vector<Nanoseconds>> rounds_;  ///< each event's error
    std::size_t started_ = 0;
    std::size_t ended_ = 0;
    Nanoseconds measuring_since_ = 0;
};

/// What is said of the errors of a run, in microseconds.
struct Errors {
    std::size_t events = 0;
    double p50 = 0;
    double p99 = 0;
    double p99_of_median_round = 0;
    double most = 0;
};

Errors errors_of(std::vector<std::vector<Nanoseconds>> rounds) {
    Errors errors;
    std::vector<Nanoseconds> all;
    std::vector<double> worst;
    for (std::vector<Nanoseconds>& round : rounds) {
        all.insert(all.end(), round.begin(), round.end());
        worst.push_back(percentile(round, 99));
    }
    errors.events = all.size();
    errors.p50 = percentile(all, 50);
    errors.p99 = percentile(all, 99);
    errors.most = percentile(all, 100);
    if (worst.empty()) return errors;
    std::ranges::nth_element(worst, worst.begin() + static_cast<std::ptrdiff_t>(worst.size() / 2));
    errors.p99_of_median_round = worst[worst.size() / 2];
    return errors;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 7 && argc != 8) {
        std::fputs("usage: floor_stream_reader PORT REQUEST STREAMS GAP_MS SECONDS PID [SILENT]\n",
                   stderr);
        return 2;
    }
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    const std::string server = argv[6];
    Reader reader(static_cast<std::uint16_t>(std::atoi(argv[1])),
                  static_cast<std::size_t>(std::atoll(argv[3])),
                  std::atoll(argv[4]) * 1'000'000);
    if ((argc == 8 && !reader.open_silent(text_of(argv[7]))) || !reader.open(text_of(argv[2]))) {
        std::fputs("floor_stream_reader: the streams did not begin\n", stderr);
        return 1;
    }
    const Share server_before = share_of(server);
    const Share before = share_of("self");
    reader.listen(now() + std::atoll(argv[5]) * kSecond);
    const Share server_after = share_of(server);
    const Share after = share_of("self");
    const Errors errors = errors_of(reader.rounds());
    std::printf(
        "{\"events\": %zu, \"ended\": %zu, \"error_p50_us\": %.1f, "
        "\"error_p99_us\": %.1f, \"error_p99_of_median_round_us\": %.1f, \"error_max_us\": %.1f, "
        "\"server_cpu_ms\": %.1f, "
        "\"server_waited_ms\": %.1f, \"own_cpu_ms\": %.1f, \"own_waited_ms\": %.1f, "
        "\"server_MB\": %.1f}\n",
        errors.events,
        reader.ended(),
        errors.p50,
        errors.p99,
        errors.p99_of_median_round,
        errors.most,
        ms(server_after.computed - server_before.computed),
        ms(server_after.waited - server_before.waited),
        ms(after.computed - before.computed),
        ms(after.waited - before.waited),
        resident_megabytes_of(server));
    return 0;
}
