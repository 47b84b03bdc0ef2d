#pragma once
// Checks a call before any byte of it is sent.

#include "conformance/client/client.hpp"
#include "spec/base/result.hpp"

#include <cstddef>

namespace plumbline::client {

/// Longest URL that is sent, in bytes; servers accept far less.
inline constexpr std::size_t kMaxUrl = std::size_t{64} * 1024U;

/// Checks method, URL (scheme, length), header names and values. Errors: kUsage.
[[nodiscard]] Result<void> check_call(const HttpCall& call);

/// Returns whether the request is sent with a body, possibly an empty one with `Content-Length: 0`.
[[nodiscard]] bool sends_body(const http::Request& request);

}  // namespace plumbline::client
