#include "benchmarks/load/drive/plain_transport.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace plumbline::load {
namespace {

constexpr std::size_t kReadBufferBytes = std::size_t{256} * 1024;
constexpr int kMaxEpollEvents = 512;

std::string errno_text(int problem) {
    return std::generic_category().message(problem);
}

/// Removes the brackets of an IPv6 address, which only URLs have.
std::string host_name(const http::Url& url) {
    if (url.host.starts_with('[')) return url.host.substr(1, url.host.size() - 2);
    return url.host;
}

}  // namespace

Result<std::unique_ptr<Transport>> PlainTransport::open(const http::Url& base,
                                                        const TransportOptions& options,
                                                        const Clock& clock) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int problem =
        ::getaddrinfo(host_name(base).c_str(), std::to_string(base.port).c_str(), &wanted, &found);
    if (problem != 0) {
        return fail(ErrorCode::kUnreachable,
                    "the host " + base.host + " has no address: " + ::gai_strerror(problem));
    }
    std::unique_ptr<PlainTransport> transport(new PlainTransport(options, clock));
    std::memcpy(&transport->address_, found->ai_addr, found->ai_addrlen);
    transport->address_size_ = found->ai_addrlen;
    ::freeaddrinfo(found);
    if (transport->poller_ < 0)
        return fail(ErrorCode::kIo, "cannot create an epoll instance: " + errno_text(errno));
    return transport;
}

PlainTransport::PlainTransport(TransportOptions options, const Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      poller_(::epoll_create1(EPOLL_CLOEXEC)),
      buffer_(kReadBufferBytes) {}

PlainTransport::~PlainTransport() {
    for (const PlainConnection& connection : connections_) {
        if (connection.fd >= 0) ::close(connection.fd);
    }
    if (poller_ >= 0) ::close(poller_);
}

PlainTransport::PlainConnection* PlainTransport::acquire_connection() {
    if (idle_.empty()) return connect();
    PlainConnection& connection = at(idle_.back());
    idle_.pop_back();
    return &connection;
}

PlainTransport::PlainConnection* PlainTransport::connect() {
    const int fd = ::socket(address_.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return nullptr;
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const auto* generic =
        reinterpret_cast<const sockaddr*>(&address_);  // the type that the sockets API expects
    const bool is_there = ::connect(fd, generic, address_size_) == 0;
    if (!is_there && errno != EINPROGRESS) {
        const int problem = errno;
        ::close(fd);
        errno = problem;
        return nullptr;
    }
    if (connections_.size() <= static_cast<std::size_t>(fd)) {
        connections_.resize(2 * static_cast<std::size_t>(fd) + 1);
    }
    PlainConnection& connection = at(fd);
    connection = {};
    connection.fd = fd;
    connection.is_connecting = true;
    connection.is_write_watched = true;
    epoll_event event{};
    event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP;
    event.data.fd = fd;
    ::epoll_ctl(poller_, EPOLL_CTL_ADD, fd, &event);
    return &connection;
}

void PlainTransport::send(const SerializedRequest& request, ResponseTracker& response) {
    PlainConnection* connection = acquire_connection();
    if (connection == nullptr) {
        failed_sends_.push_back({&response, "no connection: " + errno_text(errno)});
        return;
    }
    start_request(*connection, request, response);
}

void PlainTransport::start_request(PlainConnection& connection,
                                   const SerializedRequest& request,
                                   ResponseTracker& response) {
    connection.response = &response;
    connection.request = &request;
    connection.sent = 0;
    descriptors_[&response] = connection.fd;
    if (connection.is_connecting) {
        pending_connects_.push_back(
            {clock_.now() + options_.connect_timeout, connection.fd, &response});
    } else {
        write(connection);
    }
}

void PlainTransport::write(PlainConnection& connection) {
    const std::string& bytes = connection.request->bytes;
    while (connection.sent < bytes.size()) {
        const ssize_t count = ::send(connection.fd,
                                     bytes.data() + connection.sent,
                                     bytes.size() - connection.sent,
                                     MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) return watch_writes(connection, true);
        if (count < 0) {
            return;  // the connection is lost; the next read reports it
        }
        connection.sent += static_cast<std::size_t>(count);
    }
    connection.request = nullptr;
    watch_writes(connection, false);
}

void PlainTransport::watch_writes(PlainConnection& connection, bool is_wanted) const {
    if (connection.is_write_watched == is_wanted) return;
    connection.is_write_watched = is_wanted;
    epoll_event event{};
    event.events = EPOLLIN | EPOLLRDHUP | (is_wanted ? EPOLLOUT : 0U);
    event.data.fd = connection.fd;
    ::epoll_ctl(poller_, EPOLL_CTL_MOD, connection.fd, &event);
}

void PlainTransport::cancel(ResponseTracker& response) {
    const auto found = descriptors_.find(&response);
    if (found == descriptors_.end()) {
        std::erase_if(failed_sends_,
                      [&](const FailedSend& one) { return one.response == &response; });
        return;
    }
    close(at(found->second));
}

void PlainTransport::close(PlainConnection& connection) {
    if (connection.response != nullptr) {
        descriptors_.erase(connection.response);
    } else {
        std::erase(idle_, connection.fd);
    }
    ::close(connection.fd);
    connection = {};
}

void PlainTransport::run_until(Instant until, const CompletionCallback& on_finished) {
    std::array<epoll_event, kMaxEpollEvents> ready;
    do {
        report_failed_sends(on_finished);
        expire_connects(on_finished);
        const auto rest = std::max<std::int64_t>((until - clock_.now()).count(), 0);
        constexpr std::int64_t kSecond = 1'000'000'000;
        const timespec timeout{rest / kSecond, rest % kSecond};
        const int count = ::epoll_pwait2(poller_, ready.data(), kMaxEpollEvents, &timeout, nullptr);
        if (count > 0) ++counters_.wakeups;
        for (int i = 0; i < count; ++i) {
            const epoll_event& event = ready[static_cast<std::size_t>(i)];
            handle_events(event.data.fd, event.events, on_finished);
        }
    } while (clock_.now() < until);
}

void PlainTransport::report_failed_sends(const CompletionCallback& on_finished) {
    for (const FailedSend& one : std::exchange(failed_sends_, {})) {
        one.response->fail_with(FailureClass::kConnect, one.reason, clock_.now());
        on_finished(*one.response);
    }
}

void PlainTransport::expire_connects(const CompletionCallback& on_finished) {
    while (!pending_connects_.empty()) {
        const PendingConnect first = pending_connects_.front();
        const bool is_waiting =
            at(first.fd).is_connecting && at(first.fd).response == first.response;
        if (is_waiting && clock_.now() < first.deadline) return;
        pending_connects_.pop_front();
        if (!is_waiting) continue;
        PlainConnection& connection = at(first.fd);
        connection.response->fail_with(FailureClass::kConnect, "connect timed out", clock_.now());
        finish_request(connection, false, on_finished);
    }
}

void PlainTransport::handle_events(int fd,
                                   std::uint32_t events,
                                   const CompletionCallback& on_finished) {
    PlainConnection& connection = at(fd);
    if (connection.fd < 0) return;  // closed by an event handled before
    if (connection.is_connecting) return finish_connect(connection, on_finished);
    if ((events & EPOLLOUT) != 0 && connection.request != nullptr) write(connection);
    if (at(fd).fd >= 0 && (events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) {
        read(at(fd), on_finished);
    }
}

void PlainTransport::finish_connect(PlainConnection& connection,
                                    const CompletionCallback& on_finished) {
    int problem = 0;
    socklen_t size = sizeof problem;
    ::getsockopt(connection.fd, SOL_SOCKET, SO_ERROR, &problem, &size);
    if (problem != 0) {
        connection.response->fail_with(
            FailureClass::kConnect, "no connection: " + errno_text(problem), clock_.now());
        return finish_request(connection, false, on_finished);
    }
    connection.is_connecting = false;
    connection.response->on_connected(clock_.now());
    write(connection);
}

void PlainTransport::read(PlainConnection& connection, const CompletionCallback& on_finished) {
    const ssize_t count = ::recv(connection.fd, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    ++counters_.reads;
    if (count <= 0) return handle_closed(connection, on_finished);
    if (connection.response == nullptr) return close(connection);  // data without a request
    const ResponseTracker::ResponseProgress progress =
        connection.response->feed({buffer_.data(), static_cast<std::size_t>(count)}, clock_.now());
    if (progress == ResponseTracker::ResponseProgress::kIncomplete) return;
    const bool is_free =
        connection.request ==
        nullptr;  // false: the response arrived before the request was sent completely
    finish_request(connection,
                   progress == ResponseTracker::ResponseProgress::kComplete && is_free,
                   on_finished);
}

void PlainTransport::handle_closed(PlainConnection& connection,
                                   const CompletionCallback& on_finished) {
    if (connection.response == nullptr) return close(connection);
    connection.response->on_closed(clock_.now());
    finish_request(connection, false, on_finished);
}

void PlainTransport::finish_request(PlainConnection& connection,
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

}  // namespace plumbline::load
