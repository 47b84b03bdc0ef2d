#pragma once
// What a call means for the wire, known before a byte of it is sent.

#include "conformance/client/client.hpp"
#include "spec/base/result.hpp"

#include <cstddef>

namespace plumbline::client {

/// Longest URL that is sent, in bytes; far more than servers take.
inline constexpr std::size_t kMaxUrl = std::size_t{64} * 1024U;

/// Checks method, URL (scheme, length), header names and values. Errors: kUsage.
[[nodiscard]] Result<void> check_call(const Call& call);

/// Says whether the request has a body on the wire, if only an empty one with `Content-Length: 0`.
[[nodiscard]] bool sends_body(const http::Request& request);

}  // namespace plumbline::client
