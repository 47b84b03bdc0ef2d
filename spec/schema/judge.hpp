#pragma once
// The judge: visits what valijson compiled, beside the value.

#include "spec/json/json_fwd.hpp"
#include "spec/schema/checks.hpp"
#include "spec/schema/findings.hpp"

namespace valijson {
class Schema;
namespace constraints {
class PolyConstraint;
}
}  // namespace valijson

namespace plumbline {

/// Says whether `value` fits `schema`. With `findings`, looks at everything and adds all that is
/// wrong; without, stops at the first. `patterns` are those of the schema. Thread: any; the schema
/// may be shared.
[[nodiscard]] bool judge_value(const valijson::Schema& schema,
                               const Patterns& patterns,
                               const Json& value,
                               Findings* findings);

/// Returns the checks that the compiler hung into the graph as a constraint of our own.
[[nodiscard]] const std::vector<Check>& checks_of(const valijson::constraints::PolyConstraint& own);

}  // namespace plumbline
