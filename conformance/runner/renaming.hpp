#pragma once
// The edge to a target that uses other names than the contract.

#include "conformance/runner/environment.hpp"
#include "spec/names/naming.hpp"

#include <memory>

namespace plumbline::runner {

/// Sends each call in the target's names and returns its answer in ours; the exchange's `wire`
/// holds what was sent and what came. Only calls that say where the API's path begins (`base_url`)
/// and that ask for an operation of the contract change. Without a vocabulary, returns `send`.
[[nodiscard]] Send renamed(Send send, std::shared_ptr<const Naming> naming);

}  // namespace plumbline::runner
