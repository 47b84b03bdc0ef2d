#pragma once
// Converts the failure of a libcurl transfer to an Error.

#include "spec/base/error.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace plumbline::client {

/// The status with which a proxy requires credentials.
inline constexpr int kProxyAuthenticationRequired = 407;

/// What to do about responses that are too large.
inline constexpr const char* kLargerResponses =
    "request smaller pages, or give `plumbline run --response-memory MIB`, three times the size of "
    "texts, ten times that of other JSON";

/// What is known about a failed transfer.
struct TransferFailure {
    int curl_code = 0;
    std::string detail{};          ///< libcurl's own message, "" if none
    std::string target{};          ///< method and URL
    std::string proxy{};           ///< the proxy and the variable that names it, "" if none
    int proxy_status = 0;          ///< the proxy's status if it refused to connect, else 0
    std::string authorities{};     ///< the file of authorities and what names it, "" if none
    bool request_sent = false;     ///< the connection was established and the request sent
    bool over_limit = false;       ///< we stopped it: the response was too large
    bool has_unknown_end = false;  ///< we stopped it: its head does not tell where the body ends
    int status = 0;                ///< status of the received head, 0 if there is none
    bool within_head = false;      ///< the empty line after the fields of that head has not come
    std::size_t fields = 0;        ///< complete header fields of that head
    std::size_t body_bytes = 0;
    std::size_t max_body = 0;
    std::chrono::milliseconds timeout{};
};

/// Classifies the failure: kUnreachable (no connection, so nothing was sent), kTimeout (connected,
/// but no complete response in time), kLimit (too large), kUsage (an invalid URL), kIo (any other
/// failure of the transfer). libcurl reports no failure (CURLE_OK) if a response ends within its
/// head.
[[nodiscard]] Error describe_failure(const TransferFailure& failure);

}  // namespace plumbline::client
