#pragma once
// Judges an answer of a load by the whole contract, as the conformance runner does.

#include "benchmarks/load/drive/answer.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <memory>

namespace plumbline::load {

/// Returns a judge of one answer of the operation. `body` is what was sent, null for none;
/// operation and document are borrowed.
[[nodiscard]] std::unique_ptr<Inspector> make_inspector(const Operation& operation,
                                                        const ApiDocument& api,
                                                        SharedJson body);

}  // namespace plumbline::load
