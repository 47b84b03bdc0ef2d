#pragma once
// What stands between a step and the client that sends its call, in the order of a call:
//
//   with_retry_after_interrupt  sends a clean-up call again that an interrupt has prevented
//   with_allowed_hosts          refuses other hosts, and credentials for hosts of others
//   CleanupTracker::send        records resources in the journal before they are created
//   with_write_permission       refuses writes that the user has not allowed
//   with_busy_retries           repeats a call while the target refuses it for the moment
//   with_rate_limit             waits for the call's turn
//   with_name_mapping           translates the call into the target's names, the response back
//
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

/// For clean-up: sends a call again that was not sent (kUsage) because `stop` was set meanwhile
/// (never if it is null). So the call is sent late, as if it had started after the interrupt, and
/// is not lost.
[[nodiscard]] Send with_retry_after_interrupt(Send send, const std::atomic<bool>* stop);

/// Refuses every call to a host (scheme, host and port) that is neither a host of the target nor in
/// its `allowed_hosts`, and every call to an allowed host that contains one of `secrets` (borrowed,
/// read at each call).
[[nodiscard]] Send with_allowed_hosts(Send send,
                                      const Target& target,
                                      const std::vector<std::string>& secrets);

/// Makes each call wait for its turn; a call that is interrupted while it waits is not sent
/// (kUsage). Without a rate limiter, returns `send`.
[[nodiscard]] Send with_rate_limit(Send send, std::shared_ptr<RateLimiter> limiter);

/// Sends each call in the target's names and returns its response in the contract's names; the
/// exchange's `wire` contains what was sent and received. Only calls to an area of the contract
/// change (according to their `area` and `base_url`): completely if they match an operation of it,
/// else only in the headers, which contain the credentials. Without a name mapping, returns `send`.
[[nodiscard]] Send with_name_mapping(Send send, std::shared_ptr<const NameMapping> name_mapping);

/// Wraps the client of a worker, from with_write_permission to with_name_mapping. `target`, `clock`
/// and `stop` are borrowed; `limiter` and `stop` may be null.
[[nodiscard]] Send worker_send(Send client,
                               const Target& target,
                               const std::shared_ptr<BusyTargetLog>& busy_log,
                               const std::shared_ptr<RateLimiter>& limiter,
                               Clock& clock,
                               const std::atomic<bool>* stop);

}  // namespace plumbline::runner
