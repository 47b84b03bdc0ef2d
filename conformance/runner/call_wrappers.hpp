#pragma once
// The functions that wrap the client of a step, the outermost first:
//
//   with_retry_after_interrupt  repeats a clean-up call that an interrupt prevented
//   with_allowed_hosts          refuses unknown hosts, and credentials for hosts outside the target
//   CleanupTracker::send        journals resources before they are created (cleanup_tracker.hpp)
//   with_write_permission       refuses writes that the user has not allowed (permission.hpp)
//   with_busy_retries           repeats a call while the target refuses it temporarily
//                               (busy_target.hpp)
//   with_rate_limit             waits for the call's turn
//   with_access_token           adds the OAuth2 token (access_token.hpp)
//   with_target_headers         adds the headers of the profile
//   with_name_mapping           translates the call into the target's names, the response back
//   with_slash_redirects        follows a redirect that only adds or removes a slash
//                               (client/client.hpp)
//
// The last four are target_send: every call of a target passes through them, also those of the
// preflight and of `plumbline cleanup`.
// One worker has one client, wrapped by worker_send; the journal belongs to a group of scenarios,
// the allowed hosts to one scenario.

#include "conformance/runner/access/environment.hpp"
#include "conformance/runner/busy_target.hpp"
#include "conformance/runner/rate_limiter.hpp"
#include "conformance/runner/target.hpp"
#include "spec/names/name_mapping.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::runner {

/// For clean-up: if a call was not sent (kUsage) because `stop` was set meanwhile, sends it once
/// more, so that it is not lost. Without `stop`, returns `send`.
[[nodiscard]] Send with_retry_after_interrupt(Send send, const std::atomic<bool>* stop);

/// Refuses every call to a host (scheme, host and port) that is neither a host of the target nor in
/// its `allowed_hosts`, and every call that contains one of `secrets` (borrowed, read at each
/// call) and goes to an allowed host.
[[nodiscard]] Send with_allowed_hosts(Send send,
                                      const Target& target,
                                      const std::vector<std::string>& secrets);

/// Makes each call wait for its turn; a call that is interrupted while it waits is not sent
/// (kUsage). Without a rate limiter, returns `send`.
[[nodiscard]] Send with_rate_limit(Send send, std::shared_ptr<RateLimiter> limiter);

/// Sends each call in the target's names and returns its response in the contract's names; the
/// exchange's `wire` contains what was sent and received. Only calls to an area of the contract
/// are translated (according to their `area` and `base_url`): completely if they match an operation
/// of it, else only in the headers, which contain the credentials. Without a name mapping, returns
/// `send`.
[[nodiscard]] Send with_name_mapping(Send send, std::shared_ptr<const NameMapping> name_mapping);

/// Adds the headers of the profile to each call of the target's hosts; a header that the call has
/// already is kept. `target` is borrowed.
[[nodiscard]] Send with_target_headers(Send send, const Target& target);

/// Wraps a client in what every call of a target passes through. `target` is borrowed.
[[nodiscard]] Send target_send(Send client, const Target& target);

/// Wraps the client of a worker, from with_write_permission to with_slash_redirects. `target`,
/// `clock` and `stop` are borrowed; `limiter` and `stop` may be null.
[[nodiscard]] Send worker_send(Send client,
                               const Target& target,
                               const std::shared_ptr<BusyTargetLog>& busy_log,
                               const std::shared_ptr<RateLimiter>& limiter,
                               Clock& clock,
                               const std::atomic<bool>* stop);

}  // namespace plumbline::runner
