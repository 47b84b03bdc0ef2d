// Serves live metrics.

#include "benchmarks/load/app/live_metrics.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <poll.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace plumbline::load {
namespace {

/// How soon the end of the program is noticed, and how many such intervals a client may take.
constexpr int kPollMs = 100;
constexpr int kRequestPolls = 10;
constexpr std::size_t kMaxHeadBytes = 8'192;

class MetricsSocket {
  public:
    explicit MetricsSocket(int fd = -1) : fd_(fd) {}
    ~MetricsSocket() {
        if (fd_ >= 0) ::close(fd_);
    }
    MetricsSocket(MetricsSocket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    MetricsSocket(const MetricsSocket&) = delete;
    MetricsSocket& operator=(const MetricsSocket&) = delete;
    MetricsSocket& operator=(MetricsSocket&&) = delete;

    [[nodiscard]] int fd() const { return fd_; }
    /// Returns whether there is something to read within the time.
    [[nodiscard]] bool is_readable(int timeout_ms) const {
        pollfd one{fd_, POLLIN, 0};
        return ::poll(&one, 1, timeout_ms) > 0;
    }

  private:
    int fd_;
};

/// Reads the head of a request; returns "" if it is not complete in time, or if the server stops.
std::string read_request_head(const MetricsSocket& client, const std::stop_token& stop) {
    std::string head;
    std::array<char, 1'024> buffer{};
    const auto deadline =
        std::chrono::steady_clock::now() + kRequestPolls * std::chrono::milliseconds(kPollMs);
    while (head.find("\r\n\r\n") == std::string::npos) {
        // One deadline for all of it: a client that sends single bytes must not prevent the exit.
        const bool is_late = std::chrono::steady_clock::now() >= deadline;
        if (head.size() > kMaxHeadBytes || is_late || stop.stop_requested()) return "";
        if (!client.is_readable(kPollMs)) continue;
        const ssize_t bytes = ::recv(client.fd(), buffer.data(), buffer.size(), 0);
        if (bytes <= 0) return "";
        head.append(buffer.data(), static_cast<std::size_t>(bytes));
    }
    return head;
}

/// Reads what the client still sends: a connection that is closed with unread bytes is reset, and
/// the client may lose the response.
void discard_rest(const MetricsSocket& client, const std::stop_token& stop) {
    std::array<char, 1'024> buffer{};
    for (int polls = 0; polls < kRequestPolls && !stop.stop_requested(); ++polls) {
        if (!client.is_readable(kPollMs)) continue;
        if (::recv(client.fd(), buffer.data(), buffer.size(), 0) <= 0) return;
    }
}

std::string metrics_response(std::string_view request, const std::string& metrics) {
    const std::string_view line = request.substr(0, request.find("\r\n"));
    const std::vector<std::string_view> words = split(line, ' ');
    const std::string_view method = words.front();
    const std::string_view target = words.size() > 1 ? words[1] : "";
    const std::string_view path = target.substr(0, target.find('?'));
    const bool is_known = path == "/" || path == "/metrics";
    const bool is_read = method == "GET" || method == "HEAD";
    const std::string body = is_known && is_read ? metrics : "use GET /metrics\n";
    return fmt::format(
        "HTTP/1.1 {}\r\n{}Content-Type: text/plain; version=0.0.4\r\nContent-Length: {}\r\n"
        "Connection: close\r\n\r\n{}",
        !is_known ? "404 Not Found"
        : is_read ? "200 OK"
                  : "405 Method Not Allowed",
        is_known && !is_read ? "Allow: GET, HEAD\r\n" : "",
        body.size(),
        method == "HEAD" ? "" : body);
}

}  // namespace

/// The socket, and the text that the mutex guards.
struct MetricsServer::MetricsListener {
    explicit MetricsListener(MetricsSocket listening) : socket(std::move(listening)) {}

    MetricsSocket socket;
    std::uint16_t port = 0;
    std::mutex mutex{};
    std::string text{};
    std::jthread thread{};

    void serve(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            if (!socket.is_readable(kPollMs)) continue;
            const MetricsSocket client(::accept4(socket.fd(), nullptr, nullptr, SOCK_CLOEXEC));
            if (client.fd() < 0) {
                // Without a free file the connection stays readable.
                ::poll(nullptr, 0, kPollMs);
                continue;
            }
            const std::string request = read_request_head(client, stop);
            if (request.empty()) continue;
            const std::string response = metrics_response(request, current_text());
            // The buffer of a new connection takes it at once.
            (void)::send(
                client.fd(), response.data(), response.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
            ::shutdown(client.fd(), SHUT_WR);
            discard_rest(client, stop);
        }
    }
    std::string current_text() {
        const std::lock_guard lock(mutex);
        return text;
    }
};

Result<std::unique_ptr<MetricsServer>> MetricsServer::start(std::uint16_t port) {
    MetricsSocket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int yes = 1;
    ::setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any =
        reinterpret_cast<sockaddr*>(&address);  // the type that the sockets API expects
    if (::bind(socket.fd(), any, size) != 0 || ::listen(socket.fd(), SOMAXCONN) != 0 ||
        ::getsockname(socket.fd(), any, &size) != 0) {
        return fail(ErrorCode::kIo,
                    fmt::format("--metrics-port: cannot listen on 127.0.0.1:{}: {}",
                                port,
                                std::generic_category().message(errno)));
    }
    auto listener = std::make_unique<MetricsListener>(std::move(socket));
    listener->port = ntohs(address.sin_port);
    return std::unique_ptr<MetricsServer>(new MetricsServer(std::move(listener)));
}

MetricsServer::MetricsServer(std::unique_ptr<MetricsListener> listener)
    : listener_(std::move(listener)) {
    listener_->thread = std::jthread(
        [listener = listener_.get()](const std::stop_token& stop) { listener->serve(stop); });
}

MetricsServer::~MetricsServer() = default;

void MetricsServer::publish(std::string text) {
    const std::lock_guard lock(listener_->mutex);
    listener_->text = std::move(text);
}

std::uint16_t MetricsServer::port() const {
    return listener_->port;
}

}  // namespace plumbline::load
