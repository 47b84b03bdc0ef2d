#pragma once
// Sends the few requests that find out about a target before a run.

#include "conformance/client/client.hpp"
#include "conformance/runner/target.hpp"
#include "spec/contract/contract.hpp"

#include <map>
#include <optional>
#include <string>

namespace plumbline::preflight {

/// Sends at most `limit` requests.
class ProbeClient {
  public:
    /// Borrows target and send function.
    ProbeClient(const runner::Target& target, const client::Send& send, int limit)
        : target_(target), send_(send), left_(limit), limit_(limit) {}

    /// Returns whether another request may be sent.
    [[nodiscard]] bool may_send() const { return left_ > 0; }
    [[nodiscard]] int sent() const { return limit_ - left_; }
    /// Sends a GET request of an operation, with the target's credentials, at a base URL; path
    /// parameters that are not in `ids` have the value of an id that no service has. Requires
    /// may_send().
    [[nodiscard]] client::Exchange get(const Operation& operation,
                                       const std::string& base_url,
                                       bool with_tenant = true,
                                       const std::map<std::string, std::string>& ids = {});
    /// Returns the response to a GET request of a path that no service has; nothing if there was
    /// none. Each base URL is asked once, and only if a request may be sent.
    [[nodiscard]] std::optional<http::Response> unknown_path(const std::string& base_url);
    /// Sends a call with the target's credentials. Requires may_send().
    [[nodiscard]] client::Exchange send(client::HttpCall call, bool with_tenant = true);

  private:
    const runner::Target& target_;
    const client::Send& send_;
    int left_;
    int limit_;
    std::map<std::string, std::optional<http::Response>> unknown_paths_;  ///< by base URL
};

/// A path that no service has.
inline constexpr const char* kUnknownPath = "/plumbline-unknown-path";

/// Returns the path parameters of an operation with an id that no service has.
[[nodiscard]] std::map<std::string, std::string> unknown_ids(const Operation& operation);

}  // namespace plumbline::preflight
