#pragma once
// The judge: visits what valijson compiled, beside the value, and says what is wrong.

#include "spec/json/json_fwd.hpp"
#include "spec/schema/checks.hpp"
#include "spec/schema/findings.hpp"
#include "spec/schema/sieve.hpp"

namespace valijson {
class Schema;
namespace constraints {
class PolyConstraint;
}
}  // namespace valijson

namespace plumbline {

/// Looks at everything in `value` and adds all that is wrong to the findings. `patterns` and
/// `sieve` are those of the schema. Thread: any; the schema may be shared.
void judge_value(const valijson::Schema& schema,
                 const Patterns& patterns,
                 const Sieve& sieve,
                 const Json& value,
                 Findings& findings);

/// Returns the checks that the compiler hung into the graph as a constraint of our own.
[[nodiscard]] const std::vector<Check>& checks_of(const valijson::constraints::PolyConstraint& own);

}  // namespace plumbline
