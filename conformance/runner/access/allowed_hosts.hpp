#pragma once
// Limits the hosts that requests may reach and that may receive a credential.

#include "conformance/runner/access/environment.hpp"
#include "conformance/runner/target.hpp"

#include <string>
#include <vector>

namespace plumbline::runner {

/// Refuses every call to a host (scheme, host and port) that is neither a host of the target nor in
/// its `allowed_hosts`, and every call to an allowed host that contains one of `secrets` (borrowed,
/// read at each call).
[[nodiscard]] Send with_allowed_hosts(Send send,
                                      const Target& target,
                                      const std::vector<std::string>& secrets);

}  // namespace plumbline::runner
