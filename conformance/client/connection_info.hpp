#pragma once
// What a transfer shows about its connection.

#include "spec/base/clock.hpp"

#include <optional>
#include <string>

namespace plumbline::client {

/// How far a transfer came.
enum class ConnectionStage {
    kResolve,   ///< the host name has no address
    kConnect,   ///< no TCP connection
    kTls,       ///< the handshake failed, or the certificate is not trusted
    kExchange,  ///< the connection works: what follows is HTTP
};

/// The certificate that a server presents.
struct ServerCertificate {
    std::string subject;
    std::string issuer;
    std::optional<Instant> expires;
};

/// The connection of a transfer. Times are those since its start, 0 if the connection was reused.
struct ConnectionInfo {
    ConnectionStage stage = ConnectionStage::kExchange;
    std::string address;  ///< IP address and port of the server or proxy, "" without connection
    std::string http_version;  ///< `1.0`, `1.1`, `2`, "" without a response
    double connected_ms = 0;
    ServerCertificate certificate;  ///< empty members without TLS
};

/// Collects the facts after a transfer with a libcurl handle (a CURL*) that ended with this code.
/// Certificates need CURLOPT_CERTINFO before the transfer.
[[nodiscard]] ConnectionInfo connection_info(void* easy, int curl_code, bool request_sent);

}  // namespace plumbline::client
