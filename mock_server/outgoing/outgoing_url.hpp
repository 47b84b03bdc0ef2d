#pragma once
// The URLs of outgoing requests, which clients of the mock and documents choose.

#include "mock_server/outgoing/outgoing_sender.hpp"
#include "spec/base/result.hpp"

#include <cstddef>
#include <string>

namespace plumbline::mock {

/// The most bytes of a URL that is called or recorded.
inline constexpr std::size_t kMaxOutgoingUrl = std::size_t{8} * 1024U;

/// An http URL.
struct OutgoingUrl {
    std::string host;  ///< an IPv6 address in brackets
    int port = 0;
    std::string target;  ///< path and query as written, `/` for an empty path
};

/// Splits a URL. Errors: kSyntax; kLimit; kUnsupported for a scheme other than http, and for a host
/// that may not be called: names of other machines are not looked up.
[[nodiscard]] Result<OutgoingUrl> read_outgoing_url(const std::string& text,
                                                    OutgoingTargets targets);

/// Returns the Error of a host that is no address of this machine.
[[nodiscard]] Error host_not_allowed(const std::string& host);

}  // namespace plumbline::mock
