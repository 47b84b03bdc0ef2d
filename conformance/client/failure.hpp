#pragma once
// Turns what libcurl says of a broken transfer into an Error that helps.

#include "spec/base/error.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace plumbline::client {

/// What is known of a transfer that did not end well.
struct Breakdown {
    int curl_code = 0;
    std::string detail{};       ///< libcurl's own words, "" if none
    std::string target{};       ///< method and URL
    bool request_sent = false;  ///< a connection stood and the request went out
    bool over_limit = false;    ///< we stopped it: the answer was too large
    int status = 0;             ///< of the head that came, 0 if none
    std::size_t body_bytes = 0;
    std::size_t max_body = 0;
    std::chrono::milliseconds timeout{};
};

/// Classifies the failure: kUnreachable (no connection came about, so nothing was sent), kTimeout
/// (connected, but no whole answer in time), kLimit (too large), kUsage (a URL nobody can call),
/// kIo (everything else on the wire).
[[nodiscard]] Error explain(const Breakdown& breakdown);

}  // namespace plumbline::client
