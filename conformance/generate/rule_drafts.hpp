#pragma once
// How cases of rules begin.

#include "conformance/generate/maker.hpp"
#include "spec/contract/rule.hpp"

#include <string>

namespace plumbline::generate {

/// Returns the draft of a case about a rule; `word` follows the rule's kind in the name.
[[nodiscard]] Draft draft_of(const Rule& rule, const std::string& word);

/// Makes the case one that breaks the rule and is refused.
void breaks(Case& one, const Rule& rule);

/// Says whether a patch with a value at the rule's place, where there was none, is refused without
/// the rule as well: because the field cannot change. Such a patch shows nothing of the rule.
[[nodiscard]] bool is_refused_anyway(const Maker& maker, const Rule& rule);

}  // namespace plumbline::generate
