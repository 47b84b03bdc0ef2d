#pragma once
// What the baseline programs share: sockets on loopback, and time.

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::baselines {

using Nanoseconds = std::int64_t;
inline constexpr Nanoseconds kSecond = 1'000'000'000;
inline constexpr Nanoseconds kMillisecond = 1'000'000;

/// The head of the writers' responses.
inline constexpr std::string_view kStreamHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
    "Transfer-Encoding: chunked\r\n\r\n";

/// Returns the monotonic time.
[[nodiscard]] Nanoseconds now();

/// Connects to a port of loopback and sends the request; returns -1 on failure.
[[nodiscard]] int connect_and_send(std::uint16_t port, const std::string& request);
/// Returns a socket that listens on a free port of loopback, and prints the address as the first
/// line; -1 on failure.
[[nodiscard]] int listen_on_free_port();
/// Accepts the waiting connections, which do not block, and watches them for requests.
void accept_connections(int listener, int poller);
/// Reads a request, which the readers send in one piece. Returns false, and closes the connection,
/// if it has ended.
[[nodiscard]] bool read_request(int fd);
/// Adds a file descriptor to an epoll instance, or changes for what it waits.
void watch(int poller, int fd, std::uint32_t events, bool is_new = true);
/// Returns an event as a chunk of the chunked transfer coding.
[[nodiscard]] std::string make_chunk(const std::string& event);

/// Waits, at most until the given time, and calls `handle` for each file descriptor that is ready.
/// Returns how long the calls took together; nothing if none was ready.
template <typename Handle>
std::optional<Nanoseconds> handle_ready(int poller, Nanoseconds until, const Handle& handle) {
    std::array<epoll_event, 512> ready;
    const Nanoseconds rest = std::max<Nanoseconds>(until - now(), 0);
    const timespec timeout{rest / kSecond, rest % kSecond};
    const int count =
        ::epoll_pwait2(poller, ready.data(), static_cast<int>(ready.size()), &timeout, nullptr);
    if (count <= 0) return std::nullopt;
    const Nanoseconds began = now();
    for (int i = 0; i < count; ++i) {
        const epoll_event& event = ready[static_cast<std::size_t>(i)];
        handle(event.data.fd, event.events);
    }
    return now() - began;
}

/// Returns the element of a file descriptor, which it adds if there is none.
template <typename T>
T& element_of(std::vector<T>& by_descriptor, int fd) {
    const auto place = static_cast<std::size_t>(fd);
    if (by_descriptor.size() <= place) by_descriptor.resize(place + 1);
    return by_descriptor[place];
}

}  // namespace plumbline::baselines
