#pragma once
// The generators of cases, as tables: one row and one function for each.

#include "conformance/generate/case_builder.hpp"

#include <vector>

namespace plumbline::generate {

/// A generator that is called for each location of a body.
using LocationGenerator = void (*)(CaseBuilder&, const BodyLocation&);

/// A generator that is called for each rule of one kind.
struct RuleGenerator {
    RuleKind kind;
    void (*generate)(CaseBuilder&, const Rule&);
};

/// Returns the generators for schema keywords, in the order in which their cases are run.
[[nodiscard]] const std::vector<LocationGenerator>& schema_generators();
/// Returns the generators for keywords that bound a value.
[[nodiscard]] const std::vector<LocationGenerator>& bound_generators();
/// Returns the generators for rules that bind a field to sources, hosting, listeners or operations.
[[nodiscard]] const std::vector<RuleGenerator>& binding_rule_generators();
/// Returns the generators for rules about values.
[[nodiscard]] const std::vector<RuleGenerator>& value_rule_generators();
/// Returns the generators for the effects of a patch on a record; called for each location of its
/// body.
[[nodiscard]] const std::vector<LocationGenerator>& patch_generators();

}  // namespace plumbline::generate
