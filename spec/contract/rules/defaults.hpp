#pragma once
// The changes that rules make to a record: rounded decimals, derived defaults, default texts.

#include "spec/contract/contract.hpp"
#include "spec/contract/request_rules.hpp"
#include "spec/json/json_fwd.hpp"

namespace plumbline {

/// Rounds decimals half away from zero and applies defaults, including defaults that derive from
/// other defaults. A default that is out of range is not applied.
void apply_defaults(const Operation& operation, Json& record, const RuleContext& context);

}  // namespace plumbline
