#pragma once
// Adapts calls to a target that uses other names than the contract.

#include "conformance/runner/access/environment.hpp"
#include "spec/names/name_mapping.hpp"

#include <memory>

namespace plumbline::runner {

/// Sends each call in the target's names and returns its response in the contract's names; the
/// exchange's `wire` contains what was sent and received. Only calls to an area of the contract
/// change (according to their `area` and `base_url`): completely if they match an operation of it,
/// else only in the headers, which contain the credentials. Without a name mapping, returns `send`.
[[nodiscard]] Send with_name_mapping(Send send, std::shared_ptr<const NameMapping> name_mapping);

}  // namespace plumbline::runner
