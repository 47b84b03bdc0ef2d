#pragma once
// What rules put into a record: rounded decimals, derived defaults, default texts.

#include "spec/contract/contract.hpp"
#include "spec/contract/judge.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline {

/// Rounds decimals half away from zero and fills in defaults, chains included; one that no number
/// can hold stays without a value.
void fill_in(const Operation& operation, Json& record, const Facts& facts);

}  // namespace plumbline
