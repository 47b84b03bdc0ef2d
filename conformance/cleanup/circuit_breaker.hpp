#pragma once
// Circuit breaker: stops sending to a target that does not respond.

#include "conformance/client/client.hpp"

namespace plumbline::cleanup {

/// Limits the consecutive calls without a response in time.
inline constexpr int kMaxTimeouts = 3;

/// Returns a function that stops sending to a base URL that is unreachable (kUnreachable), or after
/// kMaxTimeouts consecutive timeouts (kTimeout): later calls fail immediately with the same error.
/// The function is not thread-safe: it counts timeouts.
[[nodiscard]] client::Send with_circuit_breaker(client::Send send);

}  // namespace plumbline::cleanup
