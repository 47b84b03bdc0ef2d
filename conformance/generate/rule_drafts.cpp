#include "conformance/generate/rule_drafts.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {

Draft draft_of(const Rule& rule, const std::string& word) {
    Draft draft;
    draft.place = rule.pointer;
    const bool has_own_id = rule.kind == RuleKind::kCondition;
    draft.rule = (has_own_id ? rule.id : std::string(to_text(rule.kind))) + '-' + word;
    draft.verifies = rule.requirements;
    draft.rules = {rule.id};
    return draft;
}

void breaks(Case& one, const Rule& rule) {
    one.expect = Expect::kRefused;
    one.broken_rule = rule.id;
    one.broken_at = first_at(rule.pointer);
}

bool is_refused_anyway(const Maker& maker, const Rule& rule) {
    return !maker.subject().is_create() &&
           std::any_of(maker.rules().begin(), maker.rules().end(), [&](const Rule& other) {
               return other.kind == RuleKind::kImmutable && other.pointer == rule.pointer;
           });
}

}  // namespace plumbline::generate
