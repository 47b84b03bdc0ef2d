#pragma once
// Whether a call can have changed anything at the target, as far as its outcome tells.

#include "spec/base/error.hpp"

namespace plumbline::client {

/// Says whether a failure means that nothing left this machine.
[[nodiscard]] inline bool was_not_sent(const Error& failure) {
    return failure.code == ErrorCode::kUsage || failure.code == ErrorCode::kUnreachable;
}

/// Says whether an answer means that the request was refused and changed nothing. What else is no
/// success (5xx, a timeout of the server's) leaves that open.
[[nodiscard]] inline bool is_refusal(int status) {
    constexpr int kRequestTimeout = 408;
    return status >= 400 && status < 500 && status != kRequestTimeout;
}

}  // namespace plumbline::client
