// floor_flood_reader PORT REQUEST STREAMS SECONDS PID: reads event streams of a server on loopback
// as fast as they come. Sends the text of the file REQUEST on STREAMS connections; after a quarter
// of a second it counts for SECONDS: line ends are looked for, nothing else is judged. Prints one
// line of JSON: events (a blank line ends one; what frames chunks has CR before each LF), bytes,
// reads, seconds, CPU shares
// of its own and of the process PID (the server).

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using Nanoseconds = std::int64_t;
constexpr Nanoseconds kSecond = 1'000'000'000;

Nanoseconds now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * kSecond + time.tv_nsec;
}

Nanoseconds computed_by(const std::string& pid) {
    Nanoseconds sum = 0;
    for (const auto& task : std::filesystem::directory_iterator("/proc/" + pid + "/task")) {
        Nanoseconds one = 0;
        std::ifstream(task.path() / "schedstat") >> one;
        sum += one;
    }
    return sum;
}

std::string text_of(const char* file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

class Reader {
  public:
    explicit Reader(std::uint16_t port)
        : port_(port), poller_(::epoll_create1(EPOLL_CLOEXEC)), buffer_(std::size_t{256} * 1024) {}

    bool open(const std::string& request) {
        const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const int on = 1;
        ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port_);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* generic = reinterpret_cast<sockaddr*>(&address);  // what the sockets API wants
        if (::connect(fd, generic, sizeof address) != 0) return false;
        if (::send(fd, request.data(), request.size(), MSG_NOSIGNAL) !=
            static_cast<ssize_t>(request.size()))
            return false;
        if (last_.size() <= static_cast<std::size_t>(fd))
            last_.resize(static_cast<std::size_t>(fd) + 1);
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.fd = fd;
        ::epoll_ctl(poller_, EPOLL_CTL_ADD, fd, &event);
        return true;
    }

    void read_until(Nanoseconds until) {
        std::array<epoll_event, 512> ready{};
        for (Nanoseconds at = now(); at < until; at = now()) {
            const auto rest = static_cast<int>((until - at) / 1'000'000) + 1;
            const int count =
                ::epoll_wait(poller_, ready.data(), static_cast<int>(ready.size()), rest);
            for (int i = 0; i < count; ++i) take(ready[static_cast<std::size_t>(i)].data.fd);
        }
    }

    void forget() { events_ = bytes_ = reads_ = 0; }
    [[nodiscard]] std::uint64_t events() const { return events_; }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    [[nodiscard]] std::uint64_t reads() const { return reads_; }

  private:
    void take(int fd) {
        const ssize_t count = ::recv(fd, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
        if (count <= 0) {
            if (count == 0) ::epoll_ctl(poller_, EPOLL_CTL_DEL, fd, nullptr);
            return;
        }
        ++reads_;
        bytes_ += static_cast<std::uint64_t>(count);
        char& last = last_[static_cast<std::size_t>(fd)];
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
    std::vector<char> last_;  ///< byte of each stream, by file descriptor
    std::uint64_t events_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t reads_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) {
        std::fputs("usage: floor_flood_reader PORT REQUEST STREAMS SECONDS PID\n", stderr);
        return 2;
    }
    const std::string server = argv[5];
    const std::string request = text_of(argv[2]);
    Reader reader(static_cast<std::uint16_t>(std::atoi(argv[1])));
    for (int i = 0; i < std::atoi(argv[3]); ++i) {
        if (!reader.open(request)) {
            std::fputs("floor_flood_reader: no connection\n", stderr);
            return 1;
        }
    }
    reader.read_until(now() + kSecond / 4);
    reader.forget();
    const Nanoseconds server_before = computed_by(server);
    const Nanoseconds before = computed_by("self");
    const Nanoseconds began = now();
    reader.read_until(began + static_cast<Nanoseconds>(std::atof(argv[4]) * 1e9));
    const auto took = static_cast<double>(now() - began);
    std::printf(
        "{\"events\": %llu, \"bytes\": %llu, \"reads\": %llu, \"seconds\": %.3f, \"own_cpu\": "
        "%.2f, \"server_cpu\": %.2f}\n",
        static_cast<unsigned long long>(reader.events()),
        static_cast<unsigned long long>(reader.bytes()),
        static_cast<unsigned long long>(reader.reads()),
        took / 1e9,
        static_cast<double>(computed_by("self") - before) / took,
        static_cast<double>(computed_by(server) - server_before) / took);
    return 0;
}
