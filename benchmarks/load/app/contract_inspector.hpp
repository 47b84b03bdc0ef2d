#pragma once
// Checks a response of a load run against the whole contract, as the conformance runner does.

#include "benchmarks/load/drive/drive.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <memory>

namespace plumbline::load {

/// Returns an inspector for one response of the operation. `body` is the request body, null for
/// none; operation and document are borrowed.
[[nodiscard]] std::unique_ptr<Inspector> make_inspector(const Operation& operation,
                                                        const ApiDocument& api,
                                                        SharedJson body);

}  // namespace plumbline::load
