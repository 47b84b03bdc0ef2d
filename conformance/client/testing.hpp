#pragma once
// For tests of HTTP clients: a server that sends exactly the given bytes.

#include "spec/base/check.hpp"
#include "spec/base/text.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <mutex>
#include <poll.h>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace plumbline::client {

/// Owns a file descriptor.
class Descriptor {
  public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    [[nodiscard]] int get() const { return fd_; }

  private:
    int fd_;
};

/// Returns a TCP socket bound to a free loopback port. It does not listen yet, so connections are
/// refused.
inline Descriptor bound_socket() {
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto* generic =
        reinterpret_cast<const sockaddr*>(&address);  // required by the sockets API
    PLUMBLINE_CHECK(::bind(socket.get(), generic, sizeof address) == 0,
                    "there is a free loopback port");
    return socket;
}

/// Returns `http://127.0.0.1:PORT` of a bound socket.
inline std::string origin_of(const Descriptor& socket) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);  // required by the sockets API
    PLUMBLINE_CHECK(::getsockname(socket.get(), generic, &size) == 0, "the socket is bound");
    return "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
}

/// Reads a request on each connection in turn and responds with the given bytes, valid or not.
/// Thread: construct, use and destroy from one thread; it serves on its own thread.
class CannedServer {
  public:
    enum class AfterResponse {
        kKeepOpen,       ///< wait for the next request on the connection
        kClose,          ///< close the connection properly
        kReset,          ///< close it with a reset
        kStopListening,  ///< close it properly and refuse all later connections
        kHoldOpen,       ///< send nothing more until the client disconnects
    };
    struct CannedResponse {
        std::string bytes;
        AfterResponse after = AfterResponse::kKeepOpen;
    };
    using Conversation = std::vector<CannedResponse>;  ///< of one connection

    explicit CannedServer(std::vector<Conversation> conversations)
        : conversations_(std::move(conversations)), listener_(bound_socket()) {
        PLUMBLINE_CHECK(::listen(listener_.get(), 16) == 0, "the socket can listen");
        origin_ = origin_of(listener_);
        thread_ = std::jthread([this] { serve(); });
    }
    ~CannedServer() {
        const std::uint64_t one = 1;
        PLUMBLINE_CHECK(::write(stop_.get(), &one, sizeof one) == sizeof one,
                        "the thread can be notified");
    }
    CannedServer(const CannedServer&) = delete;
    CannedServer& operator=(const CannedServer&) = delete;

    [[nodiscard]] std::string url(std::string_view path = "/") const {
        return origin_ + std::string(path);
    }
    /// Returns the requests read so far, as raw bytes.
    [[nodiscard]] std::vector<std::string> requests() {
        const std::lock_guard lock(mutex_);
        return requests_;
    }

  private:
    void serve() {
        for (const Conversation& conversation : conversations_) {
            if (!is_readable(listener_.get())) return;
            Descriptor peer(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
            serve_connection(peer.get(), conversation);
        }
    }

    void serve_connection(int peer, const Conversation& conversation) {
        std::string pending;
        for (const CannedResponse& response : conversation) {
            if (!read_request(peer, pending)) return;
            if (!send_all(peer, response.bytes)) return;
            if (response.after == AfterResponse::kReset) reset_on_close(peer);
            if (response.after == AfterResponse::kStopListening) listener_ = Descriptor();
            if (response.after == AfterResponse::kHoldOpen) wait_for_disconnect(peer);
            if (response.after != AfterResponse::kKeepOpen) return;
        }
        wait_for_disconnect(peer);
    }

    /// Waits until `fd` is readable. Returns false once the server is to stop.
    [[nodiscard]] bool is_readable(int fd) const {
        std::array<pollfd, 2> fds{pollfd{fd, POLLIN, 0}, pollfd{stop_.get(), POLLIN, 0}};
        ::poll(fds.data(), fds.size(), -1);
        return (fds[1].revents & POLLIN) == 0;
    }

    [[nodiscard]] bool read_some(int peer, std::string& pending) const {
        std::array<char, 4096> buffer{};
        if (!is_readable(peer)) return false;
        const auto count = ::recv(peer, buffer.data(), buffer.size(), 0);
        if (count > 0) pending.append(buffer.data(), static_cast<std::size_t>(count));
        return count > 0;
    }

    [[nodiscard]] bool read_request(int peer, std::string& pending) {
        std::size_t end_of_head = pending.find("\r\n\r\n");
        while (end_of_head == std::string::npos) {
            if (!read_some(peer, pending)) return false;
            end_of_head = pending.find("\r\n\r\n");
        }
        const std::size_t size = end_of_head + 4 + content_length(pending.substr(0, end_of_head));
        while (pending.size() < size) {
            if (!read_some(peer, pending)) return false;
        }
        const std::lock_guard lock(mutex_);
        requests_.push_back(pending.substr(0, size));
        pending.erase(0, size);
        return true;
    }

    static std::size_t content_length(const std::string& head) {
        const std::string lower = to_lower(head);
        const std::string name = "\r\ncontent-length: ";
        std::size_t length = 0;
        if (const auto at = lower.find(name); at != std::string::npos) {
            std::from_chars(lower.data() + at + name.size(), lower.data() + lower.size(), length);
        }
        return length;
    }

    static bool send_all(int peer, std::string_view bytes) {
        while (!bytes.empty()) {
            const auto count = ::send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }

    static void reset_on_close(int peer) {
        const linger at_once{1, 0};
        ::setsockopt(peer, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }

    void wait_for_disconnect(int peer) const {
        std::string ignored;
        while (read_some(peer, ignored)) continue;
    }

    std::vector<Conversation> conversations_;
    Descriptor listener_;
    Descriptor stop_{::eventfd(0, EFD_CLOEXEC)};
    std::string origin_;
    std::mutex mutex_;
    std::vector<std::string> requests_;  // guarded by mutex_
    std::jthread thread_;                // last: it ends before the members it uses
};

}  // namespace plumbline::client
