#include "conformance/generate/rule_templates.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {

CaseTemplate rule_template(const Rule& rule, const std::string& word) {
    CaseTemplate draft;
    draft.pointer = rule.pointer;
    const bool has_own_id = rule.kind == RuleKind::kCondition;
    draft.rule = (has_own_id ? rule.id : std::string(to_text(rule.kind))) + '-' + word;
    draft.verifies = rule.requirements;
    draft.rules = {rule.id};
    return draft;
}

void expect_violation(GeneratedCase& one, const Rule& rule) {
    one.outcome = ExpectedOutcome::kRefused;
    one.violated_rule = rule.id;
    one.violation_pointer = first_item_pointer(rule.pointer);
}

bool is_always_refused(const CaseBuilder& builder, const Rule& rule) {
    return !builder.context().is_create() &&
           std::any_of(builder.rules().begin(), builder.rules().end(), [&](const Rule& other) {
               return other.kind == RuleKind::kImmutable && other.pointer == rule.pointer;
           });
}

}  // namespace plumbline::generate
