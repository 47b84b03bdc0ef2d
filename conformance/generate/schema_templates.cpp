#include "conformance/generate/schema_templates.hpp"

#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::generate {

CaseTemplate keyword_template(CaseBuilder& builder,
                              const BodyLocation& location,
                              std::string rule,
                              const std::string& keyword) {
    CaseTemplate draft;
    draft.pointer = location.pointer;
    draft.rule = std::move(rule);
    draft.schema = location.keyword_pointer(keyword);
    if (draft.schema.empty()) draft.schema = location.schemas.front().pointer;
    draft.verifies = builder.requirements_at(draft.schema);
    return draft;
}

void add_refused_case(CaseBuilder& builder,
                      const BodyLocation& location,
                      const std::string& rule,
                      const KeywordNames& keywords,
                      const Json& bad,
                      const SharedJson& good) {
    CaseTemplate draft = keyword_template(builder, location, rule, keywords.front());
    draft.fill = [&builder, &location, keywords, bad, good](const BaseBody& base,
                                                            GeneratedCase& one) {
        one.outcome = ExpectedOutcome::kRefused;
        one.violated_keywords = keywords;
        one.violation_pointer = first_item_pointer(location.pointer);
        Json body =
            good ? builder.body_with(base, location, *good) : builder.body_with(base, location);
        one.valid_body = to_shared(body);
        const auto at = JsonPointer::parse(one.violation_pointer);
        if (location.pointer.empty()) {
            body = bad;
        } else if (!set_at(body, *at, bad)) {
            return false;
        }
        one.body = to_shared(std::move(body));
        return true;
    };
    builder.add(draft);
}

CaseTemplate accepted_template(CaseBuilder& builder,
                               const BodyLocation& location,
                               const std::string& rule,
                               const std::string& keyword,
                               const SharedJson& value) {
    CaseTemplate draft = keyword_template(builder, location, rule, keyword);
    draft.fill = [&builder, &location, value](const BaseBody& base, GeneratedCase& one) {
        const Json sent = value ? *value : builder.value_for(base, location);
        if (sent.is_null()) return false;
        one.body = to_shared(builder.body_with(base, location, sent));
        one.expected_values = builder.expected_values(location, sent);
        return true;
    };
    return draft;
}

bool add_accepted_case(CaseBuilder& builder,
                       const BodyLocation& location,
                       const std::string& rule,
                       const std::string& keyword,
                       const SharedJson& value) {
    return builder.add(accepted_template(builder, location, rule, keyword, value));
}

}  // namespace plumbline::generate
