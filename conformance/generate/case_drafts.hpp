#pragma once
// The parts of cases that do not depend on their base, for rules and for schema keywords.

#include "conformance/generate/case_builder.hpp"
#include "spec/contract/contract.hpp"

#include <string>
#include <vector>

namespace plumbline::generate {

/// Returns the draft of a case about a rule; `word` follows the rule's kind in the name.
[[nodiscard]] GeneratedCase rule_case(const Rule& rule, const std::string& word);
/// Returns the same for a case that violates the rule and is refused.
[[nodiscard]] GeneratedCase violating_case(const Rule& rule, const std::string& word);
/// Returns the draft of a case about a keyword of a location; it verifies the requirements of the
/// contract there.
[[nodiscard]] GeneratedCase keyword_case(const CaseContext& context,
                                         const BodyLocation& location,
                                         const std::string& rule,
                                         const std::string& keyword);

/// Returns whether a patch that sets a new value at the rule's pointer is refused without the rule,
/// because the field cannot change. Such a patch does not test the rule.
[[nodiscard]] bool is_always_refused(const CaseContext& context, const Rule& rule);
/// Returns the requirements of the contract about a location as a whole.
[[nodiscard]] std::vector<std::string> requirements_of(const CaseContext& context,
                                                       const BodyLocation& location);
/// Returns the values that a response must show after a value was sent.
[[nodiscard]] std::vector<ExpectedValue> expected_values(const CaseContext& context,
                                                         const BodyLocation& location,
                                                         const Json& value);

/// Adds a case that replaces the value of a valid body (`good`, if given) by `bad`. It violates one
/// or several of the keywords.
void add_refused_case(CaseBuilder& builder,
                      const BodyLocation& location,
                      const std::string& rule,
                      const std::vector<std::string>& keywords,
                      const Json& bad,
                      const SharedJson& good = nullptr);
/// Adds a case about a keyword that sends `value` (if null, the usual value) and finds it in the
/// response. Returns whether it was added.
bool add_accepted_case(CaseBuilder& builder,
                       const BodyLocation& location,
                       const std::string& rule,
                       const std::string& keyword,
                       const SharedJson& value = nullptr,
                       const CaseOptions& options = {});

}  // namespace plumbline::generate
