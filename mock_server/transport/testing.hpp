#pragma once
// A client of raw bytes, for tests: it sends what no well-behaved client would.

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <poll.h>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace plumbline::mock {

/// What came back: status 0 means nothing whole.
struct RawResponse {
    int status = 0;
    std::string head;  ///< status line and fields, with the blank line
    std::string body;
};

/// One blocking connection to the loopback; every wait has a deadline. Thread: one.
class RawClient {
  public:
    static constexpr std::chrono::milliseconds kPatience{10'000};

    /// `receive_buffer` > 0 keeps the kernel from taking much on the client's behalf.
    explicit RawClient(std::uint16_t port, int receive_buffer = 0)
        : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        if (receive_buffer > 0) {
            ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        }
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        // The one cast that the interface of sockets demands.
        is_connected_ =
            ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    }
    ~RawClient() { close(); }
    RawClient(RawClient&& other) noexcept
        : fd_(std::exchange(other.fd_, -1)),
          is_connected_(other.is_connected_),
          received_(std::move(other.received_)) {}
    RawClient& operator=(RawClient&&) = delete;

    [[nodiscard]] bool is_connected() const { return is_connected_; }

    /// Sends all of it; false if the server has gone.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent < 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }

    /// Ends our side with a reset instead of a goodbye.
    void reset() {
        const linger hard{1, 0};
        ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
        close();
    }

    /// Says goodbye and goes on listening.
    void shut_writing() const { ::shutdown(fd_, SHUT_WR); }

    void close() {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }

    /// Waits for one whole response; `is_head` if it answers a HEAD.
    RawResponse response(bool is_head = false) {
        RawResponse result;
        result.head = take_through("\r\n\r\n");
        if (result.head.size() < 12) return {};
        const std::string digits = result.head.substr(9, 3);
        const int status = std::atoi(digits.c_str());
        const std::size_t length = is_head ? 0 : content_length(result.head);
        while (received_.size() < length) {
            if (!receive()) return {};
        }
        result.body = received_.substr(0, length);
        received_.erase(0, length);
        result.status = status;
        return result;
    }

    /// Waits until the server has closed; returns what came before. "(open)" stands at the end if
    /// it has not closed in time.
    std::string rest() {
        while (receive()) {
        }
        return std::exchange(received_, {}) + (is_closed_ ? "" : "(open)");
    }

    /// Waits until the server has closed or reset the connection.
    bool is_closed_by_server() {
        while (receive()) {
        }
        return is_closed_;
    }

    /// Sends a request and waits for its response.
    RawResponse ask(std::string_view request) {
        send(request);
        return response();
    }

  private:
    bool receive() {
        pollfd waiting{fd_, POLLIN, 0};
        if (::poll(&waiting, 1, static_cast<int>(kPatience.count())) != 1) return false;
        char bytes[16 * 1024];
        const ssize_t size = ::recv(fd_, bytes, sizeof bytes, 0);
        if (size <= 0) {
            is_closed_ = true;
            return false;
        }
        received_.append(bytes, static_cast<std::size_t>(size));
        return true;
    }

    std::string take_through(std::string_view end) {
        std::size_t at = received_.find(end);
        while (at == std::string::npos) {
            if (!receive()) return {};
            at = received_.find(end);
        }
        std::string taken = received_.substr(0, at + end.size());
        received_.erase(0, taken.size());
        return taken;
    }

    static std::size_t content_length(const std::string& head) {
        const std::string_view name = "\r\nContent-Length: ";
        const std::size_t at = head.find(name);
        return at == std::string::npos ? 0 : std::stoul(head.substr(at + name.size()));
    }

    int fd_;
    bool is_connected_ = false;
    bool is_closed_ = false;
    std::string received_;
};

inline void PrintTo(const RawResponse& response, std::ostream* out) {
    *out << response.head << response.body;
}

/// Two connected sockets: ours does not block, the peer's waits in `received`.
class SocketPair {
  public:
    /// SOCK_SEQPACKET keeps apart what was written apart: for `writes`.
    explicit SocketPair(int type = SOCK_STREAM) {
        int fds[2] = {-1, -1};
        ::socketpair(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds);
        ours_ = fds[0];
        peers_ = fds[1];
    }
    ~SocketPair() {
        ::close(ours_);
        close_peer();
    }
    SocketPair(const SocketPair&) = delete;
    SocketPair& operator=(const SocketPair&) = delete;

    [[nodiscard]] int ours() const { return ours_; }
    void close_peer() {
        if (peers_ >= 0) ::close(std::exchange(peers_, -1));
    }

    /// Takes what the peer has got so far, at most `limit` bytes, without waiting.
    std::string received(std::size_t limit = std::string::npos) {
        std::string all;
        char bytes[16 * 1024];
        ssize_t size = 1;
        while (size > 0 && all.size() < limit) {
            size = ::recv(peers_, bytes, std::min(sizeof bytes, limit - all.size()), MSG_DONTWAIT);
            if (size > 0) all.append(bytes, static_cast<std::size_t>(size));
        }
        has_ended_ = size == 0;
        return all;
    }
    /// Takes what the peer has got so far, each write of our side by itself.
    std::vector<std::string> writes() {
        std::vector<std::string> all;
        char bytes[16 * 1024];
        for (ssize_t size = 0; (size = ::recv(peers_, bytes, sizeof bytes, MSG_DONTWAIT)) > 0;)
            all.emplace_back(bytes, static_cast<std::size_t>(size));
        return all;
    }
    /// Says whether the last `received` came to the end of what our side will ever send.
    [[nodiscard]] bool has_ended() const { return has_ended_; }
    /// Says whether our side takes no input any more.
    [[nodiscard]] bool is_input_shut() const {
        return ::send(peers_, "x", 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0;
    }

  private:
    int ours_ = -1;
    int peers_ = -1;
    bool has_ended_ = false;
};

/// Waits until `condition` holds; false if it does not in time.
template <typename Condition>
bool eventually(Condition condition, std::chrono::milliseconds patience = RawClient::kPatience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::yield();
    }
    return true;
}

MATCHER_P(HasStatus, status, "has the status " + std::to_string(status)) {
    return arg.status == status;
}

}  // namespace plumbline::mock
