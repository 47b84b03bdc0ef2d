#pragma once
// Whether a call can have changed anything at the target, judging by its result.

#include "spec/base/error.hpp"

namespace plumbline::client {

/// Returns whether a failure means that no request was sent, or none was executed.
[[nodiscard]] inline bool was_not_sent(const Error& failure) {
    return failure.code == ErrorCode::kUsage || failure.code == ErrorCode::kUnreachable;
}

/// Returns whether a status means that the request was refused and changed nothing. With any other
/// error status (5xx, a server-side timeout) this remains unknown.
[[nodiscard]] inline bool is_refusal(int status) {
    constexpr int kRequestTimeout = 408;
    return status >= 400 && status < 500 && status != kRequestTimeout;
}

}  // namespace plumbline::client
