#pragma once
// The edge to a target that uses other names than the contract.

#include "conformance/runner/environment.hpp"
#include "spec/names/naming.hpp"

#include <memory>

namespace plumbline::runner {

/// Sends each call in the target's names and returns its answer in ours; the exchange's `wire`
/// holds what was sent and what came. Only calls to an area of the contract change (their `area`
/// and `base_url` say so): wholly where they ask for an operation of it, else in the headers, which
/// hold the credentials. Without a vocabulary, returns `send`.
[[nodiscard]] Send renamed(Send send, std::shared_ptr<const Naming> naming);

}  // namespace plumbline::runner
