#pragma once
// What the baseline programs share: sockets on loopback, time, and the figures of a process.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline::baselines {

using Nanoseconds = std::int64_t;
inline constexpr Nanoseconds kSecond = 1'000'000'000;

/// The head of the writers' responses.
inline constexpr std::string_view kStreamHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
    "Transfer-Encoding: chunked\r\n\r\n";

/// The CPU time of all threads of a process.
struct CpuTime {
    Nanoseconds used = 0;
    Nanoseconds waited = 0;  ///< runnable, but without a core
};

/// Returns the monotonic time.
[[nodiscard]] Nanoseconds now();
/// Returns the CPU time of a process, `self` or an id.
[[nodiscard]] CpuTime cpu_time_of(const std::string& pid);
/// Returns the content of a file, empty if it cannot be read.
[[nodiscard]] std::string read_text(const char* file);
/// Raises the limit of open files to the hard limit.
void raise_file_limit();

/// Connects to a port of loopback and sends the request; returns -1 on failure.
[[nodiscard]] int connect_and_send(std::uint16_t port, const std::string& request);
/// Returns a socket that listens on a free port of loopback, and prints the address as the first
/// line; -1 on failure.
[[nodiscard]] int listen_on_free_port();
/// Returns a waiting connection, which does not block; -1 if there is none.
[[nodiscard]] int accept_connection(int listener);
/// Adds a file descriptor to an epoll instance, or changes for what it waits.
void watch(int poller, int fd, std::uint32_t events, bool is_new = true);
/// Returns an event as a chunk of the chunked transfer coding.
[[nodiscard]] std::string make_chunk(const std::string& event);

}  // namespace plumbline::baselines
