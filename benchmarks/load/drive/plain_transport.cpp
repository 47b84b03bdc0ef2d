#include "benchmarks/load/drive/open_transport.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <netdb.h>
#include <system_error>
#include <unistd.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plumbline::load {
namespace {

constexpr std::size_t kReadBufferBytes = std::size_t{256} * 1024;
constexpr int kMaxEpollEvents = 512;

std::string errno_text(int problem) {
    return std::generic_category().message(problem);
}

struct PlainConnection {
    int fd = -1;
    ResponseTracker* response = nullptr;  ///< null if the connection is idle
    const SerializedRequest* request = nullptr;
    std::size_t sent = 0;    ///< bytes of the request
    bool is_reused = false;  ///< for the request; the server may have closed it meanwhile
    bool is_connecting = false;
    bool is_write_watched = false;
    Instant connect_deadline{};
    std::size_t address = 0;  ///< index of the address to which it is connected
    std::size_t attempt = 0;  ///< number of addresses that were tried before
};

class PlainTransport final : public Transport {
  public:
    PlainTransport(int poller,
                   std::vector<SocketAddress> addresses,
                   TransportOptions options,
                   const Clock& clock)
        : poller_(poller),
          addresses_(std::move(addresses)),
          options_(std::move(options)),
          clock_(clock),
          buffer_(kReadBufferBytes) {}
    ~PlainTransport() override {
        for (const PlainConnection& connection : connections_) {
            if (connection.fd >= 0) ::close(connection.fd);
        }
        ::close(poller_);
    }
    PlainTransport(const PlainTransport&) = delete;
    PlainTransport& operator=(const PlainTransport&) = delete;

    void send(const SerializedRequest& request, ResponseTracker& response) override {
        if (idle_.empty()) return send_on_new_connection(request, response);
        PlainConnection& connection = at(idle_.back());
        idle_.pop_back();
        assign(connection, request, response);
        connection.is_reused = true;
        write(connection);
    }

    void cancel(ResponseTracker& response) override {
        const auto found = descriptors_.find(&response);
        if (found == descriptors_.end()) {
            std::erase_if(failed_sends_,
                          [&](const FailedSend& one) { return one.response == &response; });
            return;
        }
        close(at(found->second));
    }

    void run_until(Instant until, const CompletionCallback& on_finished) override {
        std::array<epoll_event, kMaxEpollEvents> ready;
        do {
            report_failed_sends(on_finished);
            expire_connects(on_finished);
            const int count = wait(until, ready);
            if (count <= 0) continue;
            ++counters_.wakeups;
            const Instant received = clock_.now();
            const std::uint64_t reads_before = counters_.reads;
            for (int i = 0; i < count; ++i) {
                const epoll_event& event = ready[static_cast<std::size_t>(i)];
                handle_events(at(event.data.fd), event.events, on_finished);
            }
            if (counters_.reads > reads_before) record_handling(clock_.now() - received);
        } while (clock_.now() < until);
    }

    [[nodiscard]] TransportCounters counters() const override { return counters_; }

  private:
    struct PendingConnect {
        Instant deadline;
        int fd;
        const ResponseTracker* response;
    };
    struct FailedSend {
        ResponseTracker* response;
        FailureClass failure;
        std::string reason;
    };

    /// Waits for events, at most until the given time; returns their number, negative on failure.
    int wait(Instant until, std::array<epoll_event, kMaxEpollEvents>& ready) {
        constexpr std::int64_t kMillisecond = 1'000'000;
        constexpr std::int64_t kSecond = 1'000 * kMillisecond;
        const auto rest = std::max<std::int64_t>((until - clock_.now()).count(), 0);
        if (has_precise_wait_) {
            const timespec timeout{rest / kSecond, rest % kSecond};
            const int count =
                ::epoll_pwait2(poller_, ready.data(), kMaxEpollEvents, &timeout, nullptr);
            has_precise_wait_ = count >= 0 || errno != ENOSYS;
            if (has_precise_wait_) return count;
        }
        // Rounded down: the last millisecond is polled.
        const auto milliseconds = static_cast<int>(rest / kMillisecond);
        return ::epoll_wait(poller_, ready.data(), kMaxEpollEvents, milliseconds);
    }

    [[nodiscard]] PlainConnection& at(int fd) { return connections_[static_cast<std::size_t>(fd)]; }

    void assign(PlainConnection& connection,
                const SerializedRequest& request,
                ResponseTracker& response) {
        connection.response = &response;
        connection.request = &request;
        connection.sent = 0;
        descriptors_[&response] = connection.fd;
    }

    void send_on_new_connection(const SerializedRequest& request, ResponseTracker& response) {
        send_on_new_connection(request, response, address_, 0);
    }

    /// Tries an address, then the next ones in turn; `attempt` were tried before.
    void send_on_new_connection(const SerializedRequest& request,
                                ResponseTracker& response,
                                std::size_t address,
                                std::size_t attempt) {
        PlainConnection* connection = connect(address);
        if (connection == nullptr) {
            const int problem = errno;
            const std::string limit = client_limit_text(problem);
            if (!limit.empty()) {
                failed_sends_.push_back({&response, FailureClass::kClient, limit});
            } else if (attempt + 1 < addresses_.size()) {
                send_on_new_connection(request, response, next_address(address), attempt + 1);
            } else {
                failed_sends_.push_back(
                    {&response, FailureClass::kConnect, "no connection: " + errno_text(problem)});
            }
            return;
        }
        connection->attempt = attempt;
        assign(*connection, request, response);
        connection->connect_deadline = clock_.now() + options_.connect_timeout;
        pending_connects_.push_back({connection->connect_deadline, connection->fd, &response});
    }

    [[nodiscard]] std::size_t next_address(std::size_t address) const {
        return (address + 1) % addresses_.size();
    }

    PlainConnection* connect(std::size_t index) {
        const SocketAddress& address = addresses_[index];
        const int fd =
            ::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (fd < 0) return nullptr;
        const int on = 1;
        ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        const auto* name = reinterpret_cast<const sockaddr*>(&address.bytes);
        if (::connect(fd, name, address.size) != 0 && errno != EINPROGRESS) {
            const int problem = errno;
            ::close(fd);
            errno = problem;
            return nullptr;
        }
        if (connections_.size() <= static_cast<std::size_t>(fd))
            connections_.resize(2 * static_cast<std::size_t>(fd) + 1);
        at(fd) = {.fd = fd, .is_connecting = true, .is_write_watched = true, .address = index};
        watch(fd, EPOLL_CTL_ADD, EPOLLOUT);
        return &at(fd);
    }

    void write(PlainConnection& connection) {
        const std::string& bytes = connection.request->bytes;
        while (connection.sent < bytes.size()) {
            const ssize_t count = ::send(connection.fd,
                                         bytes.data() + connection.sent,
                                         bytes.size() - connection.sent,
                                         MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count < 0 && errno == EINTR) continue;
            if (count < 0 && errno == EAGAIN) return watch_writes(connection, true);
            if (count < 0) return;  // the connection is lost; the next read reports it
            connection.sent += static_cast<std::size_t>(count);
        }
        watch_writes(connection, false);
    }

    void watch_writes(PlainConnection& connection, bool is_wanted) const {
        if (connection.is_write_watched == is_wanted) return;
        connection.is_write_watched = is_wanted;
        watch(connection.fd, EPOLL_CTL_MOD, is_wanted ? EPOLLOUT : 0U);
    }

    /// Waits for bytes and, if `writes` is EPOLLOUT, for room to write.
    void watch(int fd, int operation, std::uint32_t writes) const {
        epoll_event event{};
        event.events = EPOLLIN | EPOLLRDHUP | writes;
        event.data.fd = fd;
        ::epoll_ctl(poller_, operation, fd, &event);
    }

    void close(PlainConnection& connection) {
        if (connection.response != nullptr) {
            descriptors_.erase(connection.response);
        } else {
            std::erase(idle_, connection.fd);
        }
        ::close(connection.fd);
        connection = {};
    }

    void report_failed_sends(const CompletionCallback& on_finished) {
        for (const FailedSend& one : std::exchange(failed_sends_, {})) {
            one.response->fail_with(one.failure, one.reason, clock_.now());
            on_finished(*one.response);
        }
    }

    void expire_connects(const CompletionCallback& on_finished) {
        while (!pending_connects_.empty()) {
            const PendingConnect first = pending_connects_.front();
            PlainConnection& connection = at(first.fd);
            // A later connect may have the same descriptor and response.
            const bool is_waiting = connection.is_connecting &&
                                    connection.response == first.response &&
                                    connection.connect_deadline == first.deadline;
            if (is_waiting && clock_.now() < first.deadline) return;
            pending_connects_.pop_front();
            if (!is_waiting) continue;
            // A server under load also lets connects wait: no reason to leave it for another.
            if (has_connected_ && connection.address == address_)
                connection.attempt = addresses_.size();
            fail_connect(connection, "connect timed out", on_finished);
        }
    }

    void handle_events(PlainConnection& connection,
                       std::uint32_t events,
                       const CompletionCallback& on_finished) {
        if (connection.fd < 0) return;  // closed by an event handled before
        if (connection.is_connecting) return finish_connect(connection, on_finished);
        if ((events & EPOLLOUT) != 0 && connection.response != nullptr) write(connection);
        if ((events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0)
            read(connection, on_finished);
    }

    void finish_connect(PlainConnection& connection, const CompletionCallback& on_finished) {
        int problem = 0;
        socklen_t size = sizeof problem;
        ::getsockopt(connection.fd, SOL_SOCKET, SO_ERROR, &problem, &size);
        if (problem != 0)
            return fail_connect(connection, "no connection: " + errno_text(problem), on_finished);
        connection.is_connecting = false;
        address_ = connection.address;
        has_connected_ = true;
        connection.response->on_connected(clock_.now());
        write(connection);
    }

    void fail_connect(PlainConnection& connection,
                      std::string reason,
                      const CompletionCallback& on_finished) {
        if (connection.attempt + 1 < addresses_.size()) {
            const SerializedRequest& request = *connection.request;
            ResponseTracker& response = *connection.response;
            const std::size_t address = next_address(connection.address);
            const std::size_t attempt = connection.attempt + 1;
            close(connection);
            return send_on_new_connection(request, response, address, attempt);
        }
        connection.response->fail_with(FailureClass::kConnect, std::move(reason), clock_.now());
        finish_request(connection, false, on_finished);
    }

    void read(PlainConnection& connection, const CompletionCallback& on_finished) {
        using ResponseProgress = ResponseTracker::ResponseProgress;
        const ssize_t count = ::recv(connection.fd, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
        ++counters_.reads;
        // Closed, or data without a request.
        if (connection.response == nullptr) return close(connection);
        if (count <= 0) {
            if (connection.is_reused && !connection.response->has_begun())
                return reconnect(connection);
            connection.response->on_closed(clock_.now());
            return finish_request(connection, false, on_finished);
        }
        const ResponseProgress progress = connection.response->feed(
            {buffer_.data(), static_cast<std::size_t>(count)}, clock_.now());
        if (progress == ResponseProgress::kIncomplete) return;
        // A response may arrive before its request was sent completely.
        const bool is_sent = connection.sent == connection.request->bytes.size();
        finish_request(connection, progress == ResponseProgress::kComplete && is_sent, on_finished);
    }

    /// Sends the request of a kept connection that the server has closed once more, on a new one.
    void reconnect(PlainConnection& connection) {
        const SerializedRequest& request = *connection.request;
        ResponseTracker& response = *connection.response;
        close(connection);
        response.on_reconnect(clock_.now());
        send_on_new_connection(request, response);
    }

    void finish_request(PlainConnection& connection,
                        bool is_reusable,
                        const CompletionCallback& on_finished) {
        ResponseTracker& response = *connection.response;
        if (is_reusable && options_.reuses_connections) {
            descriptors_.erase(&response);
            connection.response = nullptr;
            idle_.push_back(connection.fd);
        } else {
            close(connection);
        }
        on_finished(response);
    }

    int poller_;
    std::vector<SocketAddress> addresses_;  ///< of the host
    std::size_t address_ = 0;               ///< index of the one that connects begin with
    bool has_connected_ = false;
    TransportOptions options_;
    const Clock& clock_;
    std::vector<PlainConnection> connections_;  ///< connections by file descriptor
    std::unordered_map<const ResponseTracker*, int> descriptors_;
    std::vector<int> idle_;
    std::deque<PendingConnect> pending_connects_;  ///< pending connects in the order of their start
    std::vector<FailedSend> failed_sends_;         ///< not yet reported
    TransportCounters counters_;
    std::vector<char> buffer_;
    bool has_precise_wait_ = true;  ///< false with Linux before 5.11, and under valgrind
};

}  // namespace

Result<std::vector<SocketAddress>> resolve_addresses(const http::Url& base) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    std::string host = base.host;
    // Only URLs have brackets around an IPv6 address.
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    const int problem =
        ::getaddrinfo(host.c_str(), std::to_string(base.port).c_str(), &wanted, &found);
    if (problem != 0) {
        return fail(ErrorCode::kUnreachable,
                    "the host " + base.host + " has no address: " + ::gai_strerror(problem));
    }
    std::vector<SocketAddress> addresses;
    for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
        SocketAddress& address = addresses.emplace_back();
        address.size = one->ai_addrlen;
        std::memcpy(&address.bytes, one->ai_addr, one->ai_addrlen);
    }
    ::freeaddrinfo(found);
    return addresses;
}

Result<std::unique_ptr<Transport>> open_plain_transport(std::vector<SocketAddress> addresses,
                                                        const TransportOptions& options,
                                                        const Clock& clock) {
    const int poller = ::epoll_create1(EPOLL_CLOEXEC);
    if (poller < 0)
        return fail(ErrorCode::kIo, "cannot create an epoll instance: " + errno_text(errno));
    return std::make_unique<PlainTransport>(poller, std::move(addresses), options, clock);
}

}  // namespace plumbline::load
