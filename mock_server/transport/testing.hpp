#pragma once
// For tests: a client of raw bytes, which can send invalid requests.

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

/// Removes the fields Date, whose values depend on the time of the test.
inline std::string without_dates(std::string text) {
    constexpr std::string_view kField = "\r\nDate: ";
    for (auto at = text.find(kField); at != std::string::npos; at = text.find(kField, at))
        text.erase(at, text.find("\r\n", at + 2) - at);
    return text;
}

/// A received response: status 0 means none or an incomplete one.
struct RawResponse {
    int status = 0;
    std::string head;  ///< status line and fields without Date, including the blank line
    std::string body;
};

/// A blocking connection to the loopback; every wait has a deadline. Thread: one.
class RawClient {
  public:
    static constexpr std::chrono::milliseconds kPatience{10'000};

    /// `receive_buffer` > 0 limits the kernel's buffer for the client.
    explicit RawClient(std::uint16_t port, int receive_buffer = 0)
        : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        if (receive_buffer > 0) {
            ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        }
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        // The sockets API requires this cast.
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

    /// Sends everything; returns false if the server has closed.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent < 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }

    /// Closes with a reset instead of an orderly shutdown.
    void reset() {
        const linger hard{1, 0};
        ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
        close();
    }

    /// Closes the sending side; the client can still receive.
    void shut_down_writing() const { ::shutdown(fd_, SHUT_WR); }

    void close() {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }

    /// Waits for a complete response; `is_head` for the response to HEAD.
    RawResponse read_response(bool is_head = false) {
        RawResponse result;
        result.head = without_dates(read_through("\r\n\r\n"));
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

    /// Waits until the server has closed; returns the received bytes, with "(open)" at the end if
    /// it has not closed in time.
    std::string read_to_end() {
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
        return read_response();
    }

  private:
    bool receive() {
        pollfd polled{fd_, POLLIN, 0};
        if (::poll(&polled, 1, static_cast<int>(kPatience.count())) != 1) return false;
        char bytes[16 * 1024];
        const ssize_t size = ::recv(fd_, bytes, sizeof bytes, 0);
        if (size <= 0) {
            is_closed_ = true;
            return false;
        }
        received_.append(bytes, static_cast<std::size_t>(size));
        return true;
    }

    std::string read_through(std::string_view end) {
        std::size_t at = received_.find(end);
        while (at == std::string::npos) {
            if (!receive()) return {};
            at = received_.find(end);
        }
        std::string text = received_.substr(0, at + end.size());
        received_.erase(0, text.size());
        return text;
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

/// Two connected sockets: ours does not block; the peer's bytes are read with `received`.
class SocketPair {
  public:
    /// SOCK_SEQPACKET preserves the boundaries of writes, for `writes`.
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

    /// Returns what the peer has received so far, at most `limit` bytes, without waiting.
    std::string received(std::size_t limit = std::string::npos) {
        std::string all;
        char bytes[16 * 1024];
        ssize_t size = 1;
        while (size > 0 && all.size() < limit) {
            size = ::recv(peers_, bytes, std::min(sizeof bytes, limit - all.size()), MSG_DONTWAIT);
            if (size > 0) all.append(bytes, static_cast<std::size_t>(size));
        }
        has_ended_ = size == 0;
        return without_dates(all);
    }
    /// Returns what the peer has received so far, one entry per write.
    std::vector<std::string> writes() {
        std::vector<std::string> all;
        char bytes[16 * 1024];
        for (ssize_t size = 0; (size = ::recv(peers_, bytes, sizeof bytes, MSG_DONTWAIT)) > 0;)
            all.push_back(without_dates({bytes, static_cast<std::size_t>(size)}));
        return all;
    }
    /// Returns whether the last `received` reached the end of our output.
    [[nodiscard]] bool has_ended() const { return has_ended_; }
    /// Returns whether our side no longer accepts input.
    [[nodiscard]] bool is_input_shut() const {
        return ::send(peers_, "x", 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0;
    }

  private:
    int ours_ = -1;
    int peers_ = -1;
    bool has_ended_ = false;
};

/// Waits until `condition` is true; returns false if it is not in time.
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
