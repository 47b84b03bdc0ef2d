#include "conformance/generate/rule_drafts.hpp"

#include <nlohmann/json.hpp>

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

void breaks(const Maker& maker, Case& one, const Rule& rule) {
    one.expect = Expect::kRefused;
    one.broken_rule = rule.id;
    one.broken_at = first_at(rule.pointer);
    for (const Rule& other : maker.rules()) {
        const bool is_same_field = other.pointer == rule.pointer && other.id != rule.id;
        if (is_same_field && other.kind == RuleKind::kImmutable)
            one.also_broken.push_back(other.id);
    }
}

}  // namespace plumbline::generate
