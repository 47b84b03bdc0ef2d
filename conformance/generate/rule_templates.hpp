#pragma once
// Templates of cases for rules.

#include "conformance/generate/case_builder.hpp"
#include "spec/contract/contract.hpp"

#include <string>

namespace plumbline::generate {

/// Returns the template of a case about a rule; `word` follows the rule's kind in the name.
[[nodiscard]] CaseTemplate rule_template(const Rule& rule, const std::string& word);

/// Makes the case one that violates the rule and is refused.
void expect_violation(GeneratedCase& one, const Rule& rule);

/// Returns whether a patch that sets a new value at the rule's pointer is refused without the rule,
/// because the field cannot change. Such a patch does not test the rule.
[[nodiscard]] bool is_always_refused(const CaseBuilder& builder, const Rule& rule);

}  // namespace plumbline::generate
