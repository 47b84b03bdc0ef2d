#pragma once
// What a server may be told: where it listens, what it takes, how long it waits.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace plumbline::mock {

/// Limits and places of a server. Units: bytes; connections.
struct ServerOptions {
    std::string host = "127.0.0.1";  ///< an IPv4 address or an IPv6 address without brackets
    std::uint16_t port = 0;          ///< 0 picks a free one
    int workers = 0;                 ///< 0: one per core
    std::size_t max_body = std::size_t{8} * 1024U * 1024U;
    std::size_t max_request_line = std::size_t{8} * 1024U;  ///< with its line end
    std::size_t max_head = std::size_t{32} * 1024U;  ///< with the request line and the blank line
    int max_fields = 100;
    bool writes_each_event = false;  ///< of a stream by itself; else what is due leaves together
    int max_connections = 0;         ///< 0: what the file descriptor limit allows
    std::chrono::milliseconds head_deadline{10'000};   ///< from the first byte of a request
    std::chrono::milliseconds body_deadline{30'000};   ///< from the end of its head
    std::chrono::milliseconds idle_deadline{60'000};   ///< between requests
    std::chrono::milliseconds write_deadline{30'000};  ///< without progress of a reply
    std::chrono::milliseconds linger{1'000};           ///< for the client to read the last reply
};

}  // namespace plumbline::mock
