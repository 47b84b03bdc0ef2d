#pragma once
// The settings of a server: its address, limits and deadlines.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace plumbline::mock {

/// Address, limits and deadlines of a server. Units: bytes; connections.
struct ServerOptions {
    std::string host = "127.0.0.1";  ///< an IPv4 address or an IPv6 address without brackets
    std::uint16_t port = 0;          ///< 0 picks a free one
    int workers = 0;                 ///< 0 means one per core
    /// Also of a body of JSON: half as much for the memory that reading it takes.
    std::size_t max_body = std::size_t{8} * 1024U * 1024U;
    std::size_t max_request_line = std::size_t{8} * 1024U;  ///< including its line end
    std::size_t max_head = std::size_t{32} * 1024U;  ///< including the request line and the blank
                                                     ///< line
    int max_fields = 100;
    bool writes_each_event = false;  ///< sends each event of a stream separately; otherwise due
                                     ///< events are sent together
    int max_connections = 0;         ///< 0 means as many as the file descriptor limit allows
    /// Time from the first byte of a request to the end of its head.
    std::chrono::milliseconds head_deadline{10'000};
    /// Time from the end of its head to the end of its body.
    std::chrono::milliseconds body_deadline{30'000};
    std::chrono::milliseconds idle_deadline{60'000};   ///< time between requests
    std::chrono::milliseconds write_deadline{30'000};  ///< time without progress of a response
    std::chrono::milliseconds linger{1'000};  ///< time for the client to read the last response
};

}  // namespace plumbline::mock
