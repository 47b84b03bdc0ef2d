#pragma once
// The checks of one area of a target.

#include "conformance/preflight/preflight_check.hpp"
#include "conformance/runner/runner.hpp"
#include "spec/base/clock.hpp"
#include "spec/contract/contract.hpp"

#include <string>
#include <vector>

namespace plumbline::preflight {

/// Sends the requests of one preflight, at most `limit`.
class ProbeClient {
  public:
    /// Borrows all arguments.
    ProbeClient(const runner::Target& target, const client::Send& send, int limit)
        : target_(target), send_(send), left_(limit), limit_(limit) {}

    /// Returns whether another request may be sent.
    [[nodiscard]] bool may_send() const { return left_ > 0; }
    [[nodiscard]] int sent() const { return limit_ - left_; }
    /// Sends a GET request of an operation, with the target's credentials, at a base URL; path
    /// parameters have the value of an id that no service has. Requires may_send().
    [[nodiscard]] client::Exchange get(const Operation& operation,
                                       const std::string& base_url,
                                       bool with_tenant = true);
    /// Sends a call with the target's credentials. Requires may_send().
    [[nodiscard]] client::Exchange send(client::HttpCall call, bool with_tenant = true);

  private:
    const runner::Target& target_;
    const client::Send& send_;
    int left_;
    int limit_;
};

/// What the checks of an area have to know about the run.
struct AreaCheckOptions {
    bool shares_url = false;  ///< other areas have the same base URL: it may be wrong for this one
    bool needs_key = true;    ///< a selected scenario needs an API key
};

/// Makes the checks of one area at its base URL.
[[nodiscard]] std::vector<PreflightCheck> check_area(const ApiDocument& document,
                                                     const runner::Target& target,
                                                     const AreaCheckOptions& options,
                                                     ProbeClient& probe,
                                                     const Clock& clock);

/// Runs a stateless agent run and checks whether its events arrive while they are sent.
[[nodiscard]] PreflightCheck check_stream_buffering(const runner::Target& target,
                                                    ProbeClient& probe);

}  // namespace plumbline::preflight
