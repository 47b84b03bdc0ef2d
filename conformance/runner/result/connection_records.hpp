#pragma once
// How the requests of a run reached its target, for the result.

#include "conformance/runner/target.hpp"
#include "reports/result.hpp"

#include <vector>

namespace plumbline::runner {

/// Returns a record for each host of the target, in the order of their addresses: the proxy, if one
/// is used, and the trusted authorities, if they are not the system's.
[[nodiscard]] std::vector<reports::ConnectionRecord> connection_records(const Target& target);

}  // namespace plumbline::runner
