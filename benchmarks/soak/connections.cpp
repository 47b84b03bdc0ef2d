#include "benchmarks/soak/connections.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <deque>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace plumbline::soak {
namespace {

constexpr timeval kSocketTimeout{20, 0};
/// Connections stay open until so many others have been opened, so that the server has answered.
constexpr std::size_t kHeldConnections = 100;
constexpr Duration kTick = std::chrono::milliseconds(5);

class ConnectionCycle {
  public:
    ConnectionCycle(const ConnectionOptions& options, Clock& clock)
        : options_(options), clock_(clock) {}

    ConnectionFigures run(Instant until, const std::atomic<bool>& stop) {
        const std::vector<LoopbackConnection> silent = open_silent();
        const Instant began = clock_.now();
        const auto rate = static_cast<double>(options_.per_second);
        while (clock_.now() < until && !stop.load()) {
            const double due = std::chrono::duration<double>(clock_.now() - began).count() * rate;
            // A client that was delayed opens what is due, and stops at the end nevertheless.
            while (static_cast<double>(tried_) < due && clock_.now() < until) open_one();
            clock_.wait(kTick);
        }
        const double elapsed = std::chrono::duration<double>(clock_.now() - began).count();
        figures_.per_second = static_cast<double>(figures_.opened) / elapsed;
        return figures_;
    }

  private:
    std::vector<LoopbackConnection> open_silent() {
        const std::string request = stream_request("/runs/stream", "endless", R"({"pause_ms": 0})");
        std::vector<LoopbackConnection> silent;
        for (std::uint64_t i = 0; i < options_.silent; ++i) {
            if (LoopbackConnection one(options_.port); count(one)) {
                one.send(request);
                silent.push_back(std::move(one));
            }
        }
        return silent;
    }

    void open_one() {
        const std::uint64_t number = tried_++;
        LoopbackConnection one(options_.port);
        if (!count(one)) return;
        if (number % 4 >= 2) one.send(request_);
        held_.push_back(std::move(one));
        if (held_.size() <= kHeldConnections) return;
        if (closed_++ % 2 == 0) {
            held_.front().reset();
            ++figures_.resets;
        } else {
            held_.front().discard_received();
        }
        held_.pop_front();
    }

    /// Returns whether the connection is open.
    bool count(const LoopbackConnection& connection) {
        const int problem = connection.problem();
        if (problem == 0) {
            ++figures_.opened;
        } else if (problem == EADDRNOTAVAIL || problem == EMFILE || problem == ENFILE) {
            ++figures_.port_shortage;
        } else {
            ++figures_.failed;
            if (figures_.failure.empty())
                figures_.failure = std::generic_category().message(problem);
        }
        return problem == 0;
    }

    const ConnectionOptions& options_;
    Clock& clock_;
    const std::string request_ = stream_request("/runs/stream", "endless", R"({"pause_ms": 20})");
    std::deque<LoopbackConnection> held_;
    std::uint64_t tried_ = 0;
    std::uint64_t closed_ = 0;
    ConnectionFigures figures_;
};

}  // namespace

LoopbackConnection::LoopbackConnection(int port)
    : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &kSocketTimeout, sizeof kSocketTimeout);
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &kSocketTimeout, sizeof kSocketTimeout);
    auto* generic = reinterpret_cast<sockaddr*>(&address);  // the type that the sockets API expects
    if (fd_ < 0 || ::connect(fd_, generic, sizeof address) != 0) problem_ = errno;
}

LoopbackConnection::~LoopbackConnection() {
    if (fd_ >= 0) ::close(fd_);
}

LoopbackConnection::LoopbackConnection(LoopbackConnection&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), problem_(other.problem_) {}

void LoopbackConnection::send(const std::string& bytes) const {
    // The server may have closed; then the next read shows it.
    (void)::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

bool LoopbackConnection::read_to_end() const {
    constexpr int kMaxReads = 100;
    std::array<char, 65'536> bytes;
    for (int reads = 0; reads < kMaxReads; ++reads) {
        const ssize_t count = ::recv(fd_, bytes.data(), bytes.size(), 0);
        if (count <= 0) return count == 0 || errno == ECONNRESET;
    }
    return false;
}

void LoopbackConnection::reset() const {
    const linger at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

void LoopbackConnection::discard_received() const {
    std::array<char, 65'536> bytes;
    (void)::recv(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT);
}

std::string stream_request(const std::string& path,
                           const std::string& assistant,
                           const std::string& input) {
    const std::string body = fmt::format(
        R"({{"assistant_id": "{}", "input": {}, "stream_mode": "custom"}})", assistant, input);
    return fmt::format(
        "POST {} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: "
        "application/json\r\n"
        "Content-Length: {}\r\n\r\n{}",
        path,
        body.size(),
        body);
}

ConnectionFigures cycle_connections(const ConnectionOptions& options,
                                    Instant until,
                                    Clock& clock,
                                    const std::atomic<bool>& stop) {
    return ConnectionCycle(options, clock).run(until, stop);
}

}  // namespace plumbline::soak
