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

constexpr std::size_t kReadAtOnce = std::size_t{256} * 1024;
constexpr int kEventsAtOnce = 512;

std::string text_of_errno(int problem) {
    return std::generic_category().message(problem);
}

/// Brackets are for URLs only.
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
    if (transport->poller_ < 0) return fail(ErrorCode::kIo, "no epoll: " + text_of_errno(errno));
    return transport;
}

PlainTransport::PlainTransport(TransportOptions options, const Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      poller_(::epoll_create1(EPOLL_CLOEXEC)),
      buffer_(kReadAtOnce) {}

PlainTransport::~PlainTransport() {
    for (const Connection& connection : connections_) {
        if (connection.fd >= 0) ::close(connection.fd);
    }
    if (poller_ >= 0) ::close(poller_);
}

PlainTransport::Connection* PlainTransport::take_connection() {
    if (idle_.empty()) return connect();
    Connection& connection = at(idle_.back());
    idle_.pop_back();
    return &connection;
}

PlainTransport::Connection* PlainTransport::connect() {
    const int fd = ::socket(address_.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return nullptr;
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const auto* generic =
        reinterpret_cast<const sockaddr*>(&address_);  // what the sockets API wants
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
    Connection& connection = at(fd);
    connection = {};
    connection.fd = fd;
    connection.is_connecting = true;
    connection.waits_to_write = true;
    epoll_event event{};
    event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP;
    event.data.fd = fd;
    ::epoll_ctl(poller_, EPOLL_CTL_ADD, fd, &event);
    return &connection;
}

void PlainTransport::send(const Prepared& request, Answer& answer) {
    Connection* connection = take_connection();
    if (connection == nullptr) {
        refused_.push_back({&answer, "no connection: " + text_of_errno(errno)});
        return;
    }
    begin(*connection, request, answer);
}

void PlainTransport::begin(Connection& connection, const Prepared& request, Answer& answer) {
    connection.answer = &answer;
    connection.request = &request;
    connection.sent = 0;
    descriptors_[&answer] = connection.fd;
    if (connection.is_connecting) {
        connecting_.push_back({clock_.now() + options_.connect_timeout, connection.fd, &answer});
    } else {
        write(connection);
    }
}

void PlainTransport::write(Connection& connection) {
    const std::string& bytes = connection.request->bytes;
    while (connection.sent < bytes.size()) {
        const ssize_t count = ::send(connection.fd,
                                     bytes.data() + connection.sent,
                                     bytes.size() - connection.sent,
                                     MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) return watch_writes(connection, true);
        if (count < 0) {
            return;  // it is gone, which reading tells
        }
        connection.sent += static_cast<std::size_t>(count);
    }
    connection.request = nullptr;
    watch_writes(connection, false);
}

void PlainTransport::watch_writes(Connection& connection, bool is_wanted) const {
    if (connection.waits_to_write == is_wanted) return;
    connection.waits_to_write = is_wanted;
    epoll_event event{};
    event.events = EPOLLIN | EPOLLRDHUP | (is_wanted ? EPOLLOUT : 0U);
    event.data.fd = connection.fd;
    ::epoll_ctl(poller_, EPOLL_CTL_MOD, connection.fd, &event);
}

void PlainTransport::leave(Answer& answer) {
    const auto found = descriptors_.find(&answer);
    if (found == descriptors_.end()) {
        std::erase_if(refused_, [&](const Refused& one) { return one.answer == &answer; });
        return;
    }
    close(at(found->second));
}

void PlainTransport::close(Connection& connection) {
    if (connection.answer != nullptr) {
        descriptors_.erase(connection.answer);
    } else {
        std::erase(idle_, connection.fd);
    }
    ::close(connection.fd);
    connection = {};
}

void PlainTransport::run_until(Instant until, const Over& over) {
    std::array<epoll_event, kEventsAtOnce> ready;
    do {
        tell_refused(over);
        give_up_connecting(over);
        const auto rest = std::max<std::int64_t>((until - clock_.now()).count(), 0);
        constexpr std::int64_t kSecond = 1'000'000'000;
        const timespec timeout{rest / kSecond, rest % kSecond};
        const int count = ::epoll_pwait2(poller_, ready.data(), kEventsAtOnce, &timeout, nullptr);
        if (count > 0) ++health_.wakeups;
        for (int i = 0; i < count; ++i) {
            const epoll_event& event = ready[static_cast<std::size_t>(i)];
            handle(event.data.fd, event.events, over);
        }
    } while (clock_.now() < until);
}

void PlainTransport::tell_refused(const Over& over) {
    for (const Refused& one : std::exchange(refused_, {})) {
        one.answer->fail_with(Failure::kConnect, one.why, clock_.now());
        over(*one.answer);
    }
}

void PlainTransport::give_up_connecting(const Over& over) {
    while (!connecting_.empty()) {
        const Connecting first = connecting_.front();
        const bool is_waiting = at(first.fd).is_connecting && at(first.fd).answer == first.answer;
        if (is_waiting && clock_.now() < first.deadline) return;
        connecting_.pop_front();
        if (!is_waiting) continue;
        Connection& connection = at(first.fd);
        connection.answer->fail_with(Failure::kConnect, "no connection in time", clock_.now());
        end(connection, false, over);
    }
}

void PlainTransport::handle(int fd, std::uint32_t events, const Over& over) {
    Connection& connection = at(fd);
    if (connection.fd < 0) return;  // closed by what was handled before it
    if (connection.is_connecting) return finish_connect(connection, over);
    if ((events & EPOLLOUT) != 0 && connection.request != nullptr) write(connection);
    if (at(fd).fd >= 0 && (events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) {
        read(at(fd), over);
    }
}

void PlainTransport::finish_connect(Connection& connection, const Over& over) {
    int problem = 0;
    socklen_t size = sizeof problem;
    ::getsockopt(connection.fd, SOL_SOCKET, SO_ERROR, &problem, &size);
    if (problem != 0) {
        connection.answer->fail_with(
            Failure::kConnect, "no connection: " + text_of_errno(problem), clock_.now());
        return end(connection, false, over);
    }
    connection.is_connecting = false;
    connection.answer->connected(clock_.now());
    write(connection);
}

void PlainTransport::read(Connection& connection, const Over& over) {
    const ssize_t count = ::recv(connection.fd, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    ++health_.reads;
    if (count <= 0) return lost(connection, over);
    if (connection.answer == nullptr) return close(connection);  // nobody asked for anything
    const Answer::Progress progress =
        connection.answer->take({buffer_.data(), static_cast<std::size_t>(count)}, clock_.now());
    if (progress == Answer::Progress::kGoesOn) return;
    const bool is_free = connection.request == nullptr;  // else the answer came before all was sent
    end(connection, progress == Answer::Progress::kEnded && is_free, over);
}

void PlainTransport::lost(Connection& connection, const Over& over) {
    if (connection.answer == nullptr) return close(connection);
    connection.answer->closed(clock_.now());
    end(connection, false, over);
}

void PlainTransport::end(Connection& connection, bool is_kept, const Over& over) {
    Answer& answer = *connection.answer;
    if (is_kept && options_.reuses_connections) {
        descriptors_.erase(&answer);
        connection.answer = nullptr;
        idle_.push_back(connection.fd);
    } else {
        close(connection);
    }
    over(answer);
}

}  // namespace plumbline::load
