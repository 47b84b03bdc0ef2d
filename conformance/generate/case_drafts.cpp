#include "conformance/generate/case_drafts.hpp"

#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {

GeneratedCase rule_case(const Rule& rule, const std::string& word) {
    GeneratedCase draft;
    draft.pointer = rule.pointer;
    const bool has_own_id = rule.kind == RuleKind::kCondition;
    draft.rule = (has_own_id ? rule.id : std::string(to_text(rule.kind))) + '-' + word;
    draft.verifies = rule.requirements;
    draft.rules = {rule.id};
    return draft;
}

GeneratedCase violating_case(const Rule& rule, const std::string& word) {
    GeneratedCase draft = rule_case(rule, word);
    draft.outcome = ExpectedOutcome::kRefused;
    draft.violated_rule = rule.id;
    draft.violation_pointer = first_item_pointer(rule.pointer);
    return draft;
}

GeneratedCase keyword_case(const CaseContext& context,
                           const BodyLocation& location,
                           const std::string& rule,
                           const std::string& keyword) {
    GeneratedCase draft;
    draft.pointer = location.pointer;
    draft.rule = rule;
    draft.schema = location.keyword_pointer(keyword);
    if (draft.schema.empty()) draft.schema = location.schemas.front().pointer;
    draft.verifies = context.api.requirements_at(draft.schema);
    return draft;
}

bool is_always_refused(const CaseContext& context, const Rule& rule) {
    return !context.is_create() && context.find_rule(RuleKind::kImmutable, rule.pointer);
}

std::vector<std::string> requirements_of(const CaseContext& context, const BodyLocation& location) {
    return context.api.requirements_at(location.schemas.front().pointer);
}

std::vector<ExpectedValue> expected_values(const CaseContext& context,
                                           const BodyLocation& location,
                                           const Json& value) {
    const auto& fields = context.operation.record_fields.pointers();
    const std::string field = location.is_map_member
                                  ? location.pointer.substr(0, location.pointer.rfind('/'))
                                  : location.pointer;
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) return {};
    return {{first_item_pointer(location.pointer),
             value.is_primitive() ? to_shared(value) : nullptr,
             context.examples.requirements_of(context.is_create() ? "echo_create" : "echo_patch")}};
}

void add_refused_case(CaseBuilder& builder,
                      const BodyLocation& location,
                      const std::string& rule,
                      const std::vector<std::string>& keywords,
                      const Json& bad,
                      const SharedJson& good) {
    GeneratedCase draft = keyword_case(builder.context(), location, rule, keywords.front());
    draft.outcome = ExpectedOutcome::kRefused;
    draft.violated_keywords = keywords;
    draft.violation_pointer = first_item_pointer(location.pointer);
    builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
        one.valid_body = good ? builder.bodies().body_with(base, location, *good)
                              : builder.bodies().body_with(base, location);
        Json body = *one.valid_body;
        if (set_at(body, *JsonPointer::parse(one.violation_pointer), bad))
            one.body = to_shared(std::move(body));
    });
}

bool add_accepted_case(CaseBuilder& builder,
                       const BodyLocation& location,
                       const std::string& rule,
                       const std::string& keyword,
                       const SharedJson& value,
                       const CaseOptions& options) {
    const auto fill = [&](const BaseBody& base, GeneratedCase& one) {
        const Json sent = value ? *value : builder.bodies().value_for(base, location);
        if (sent.is_null()) return;
        one.body = builder.bodies().body_with(base, location, sent);
        one.expected_values = expected_values(builder.context(), location, sent);
    };
    return builder.add(keyword_case(builder.context(), location, rule, keyword), fill, options);
}

}  // namespace plumbline::generate
