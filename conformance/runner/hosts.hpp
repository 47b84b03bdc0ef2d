#pragma once
// Where requests may go, and who may see a credential..

#include "conformance/runner/environment.hpp"
#include "conformance/runner/target.hpp"

#include <string>
#include <vector>

namespace plumbline::runner {

/// Refuses every call to a host (scheme, host and port) that is neither one of the target's URLs
/// nor in its `allowed_hosts`; and a call to an allowed one that holds any of `secrets` as they are
/// by then (borrowed).
[[nodiscard]] Send confined(Send send,
                            const Target& target,
                            const std::vector<std::string>& secrets);

}  // namespace plumbline::runner
