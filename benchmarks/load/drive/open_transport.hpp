#pragma once
// The transports that make_transport chooses from.

#include "benchmarks/load/drive/transport.hpp"

#include <sys/socket.h>

#include <vector>

namespace plumbline::load {

/// Returns which limit of this machine an errno of a socket reports, e.g. that of open files with
/// its value; "" if it reports none.
[[nodiscard]] std::string client_limit_text(int problem);

struct SocketAddress {
    sockaddr_storage bytes{};
    socklen_t size = 0;
};

/// Returns the addresses of the host of a URL, at least one, in the system's order. Errors:
/// kUnreachable.
[[nodiscard]] Result<std::vector<SocketAddress>> resolve_addresses(const http::Url& base);

/// Returns HTTP/1.1 on plain TCP connections with epoll, at the lowest cost for the client. A
/// connect tries the addresses, at least one, in turn and begins with the one that opened last.
/// Errors: kIo. `clock` is borrowed.
[[nodiscard]] Result<std::unique_ptr<Transport>> open_plain_transport(
    std::vector<SocketAddress> addresses, const TransportOptions& options, const Clock& clock);
/// Returns HTTP/1.1 with libcurl, over TLS or through a proxy. Bodies arrive as they are on the
/// wire, so that framing is checked as on plain connections. Errors: kIo. `clock` is borrowed.
[[nodiscard]] Result<std::unique_ptr<Transport>> open_curl_transport(
    const http::Url& base, const TransportOptions& options, const Clock& clock);

}  // namespace plumbline::load
