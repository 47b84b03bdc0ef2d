#include "conformance/generate/case_builder.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {

SharedJson to_shared(Json value) {
    return std::make_shared<const Json>(std::move(value));
}

CaseBuilder::CaseBuilder(const CaseContext& context,
                         const std::vector<BodyLocation>& locations,
                         const GeneratorExamples& examples,
                         std::set<std::string>& covered)
    : context_(context),
      locations_(locations),
      examples_(examples),
      bodies_(context.operation, context.api, locations, examples),
      verifier_(context.operation, context.create, context.api, examples),
      covered_(covered) {}

Json CaseBuilder::initial_body(const BaseBody& base) const {
    return context_.is_create() ? Json(*base.body) : Json::object();
}

Json CaseBuilder::body_without_inputs(const BaseBody& base) const {
    Json placeholders = *examples_.placeholders;
    for (const auto& [name, schema] : examples_.inputs->items())
        placeholders[name] = "$inputs." + name;
    auto body = fill_placeholders(*base.body, placeholders);
    return body ? *std::move(body) : Json();
}

Json CaseBuilder::value_for(const BaseBody& base, const BodyLocation& location) const {
    const Json* held = find(*base.body, std::string_view(first_item_pointer(location.pointer)));
    return context_.is_create() && held ? Json(*held) : bodies_.value_for(location, base);
}

Json CaseBuilder::body_with(const BaseBody& base, const BodyLocation& location) const {
    return body_with(base, location, value_for(base, location));
}

Json CaseBuilder::body_with(const BaseBody& base,
                            const BodyLocation& location,
                            const Json& value) const {
    Json body = initial_body(base);
    if (location.pointer.empty()) return body;
    bodies_.set_value(body, location.pointer, value);
    bodies_.add_referenced_items(body);
    return body;
}

std::vector<std::string> CaseBuilder::requirements_at(const std::string& pointer) const {
    return context_.api.requirements_at(pointer);
}

std::vector<ExpectedValue> CaseBuilder::expected_values(const BodyLocation& location,
                                                        const Json& value) const {
    const auto& fields = context_.operation.record_fields.pointers();
    const std::string field = location.is_map_member
                                  ? location.pointer.substr(0, location.pointer.rfind('/'))
                                  : location.pointer;
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) return {};
    const char* what = context_.is_create() ? "echo_create" : "echo_patch";
    return {{first_item_pointer(location.pointer),
             value.is_primitive() ? to_shared(value) : nullptr,
             examples_.requirements_of(what)}};
}

bool CaseBuilder::is_first(const std::string& kind, const BodyLocation& location) {
    if (location.pointer.find('*') != std::string::npos) return is_first_overall(kind, location);
    return seen_.insert(kind + location.identity()).second;
}

bool CaseBuilder::is_first_overall(const std::string& kind, const BodyLocation& location) {
    return covered_.insert(kind + location.identity()).second;
}

bool CaseBuilder::is_covered(const std::string& kind, const BodyLocation& location) const {
    return covered_.contains(kind + location.identity());
}

void CaseBuilder::mark_covered(const std::string& kind, const BodyLocation& location) {
    covered_.insert(kind + location.identity());
}

bool CaseBuilder::applies_to(const BaseBody& base, const CaseTemplate& case_template) const {
    if (!case_template.source.empty() && case_template.source != base.source) return false;
    return std::all_of(locations_.begin(), locations_.end(), [&](const BodyLocation& location) {
        const Json* declared = location.keyword("x-applies-to-sources");
        if (!declared || !is_within(case_template.pointer, location.pointer)) return true;
        const auto sources = strings_or_empty(*declared, "value");
        return std::find(sources.begin(), sources.end(), base.source) != sources.end();
    });
}

Result<GeneratedCase> CaseBuilder::build(const BaseBody& base, const CaseTemplate& case_template) {
    if (!applies_to(base, case_template))
        return fail(ErrorCode::kInvalid,
                    case_template.pointer + " does not apply to the source of the base");
    GeneratedCase one;
    one.pointer = case_template.pointer;
    one.rule = case_template.rule;
    one.base = base.name;
    one.verifies = case_template.verifies;
    one.rules = case_template.rules;
    one.schema = case_template.schema;
    if (!case_template.fill(base, one)) {
        return fail(ErrorCode::kInvalid,
                    "the base " + base.name + " cannot have the case " + case_template.pointer +
                        '/' + case_template.rule);
    }
    if (to_text(*one.body).find(kIssuedValue) != std::string::npos) {
        for (const Rule& rule : rules()) {
            if (rule.kind == RuleKind::kIssuedBy) one.issuer = rule.values.front();
        }
    }
    auto verified = verifier_.verify(one);
    if (!verified) return fail(verified.error());
    return one;
}

void CaseBuilder::store_case(GeneratedCase one) {
    const std::string name = first_item_pointer(one.pointer) + '/' + one.rule;
    if (names_.insert(name).second) {
        cases_.push_back(std::move(one));
    } else {
        add_omission({ErrorCode::kInvalid,
                      "two generated cases have the name " + context_.operation.id + name,
                      context_.operation.where,
                      {}});
    }
}

void CaseBuilder::omit(const CaseTemplate& case_template,
                       const std::string& message,
                       std::vector<std::string> reasons) {
    add_omission({ErrorCode::kInvalid,
                  message + " the generated case " + context_.operation.id +
                      first_item_pointer(case_template.pointer) + '/' + case_template.rule,
                  case_template.schema.empty()
                      ? context_.operation.where
                      : context_.api.document().where(case_template.schema),
                  std::move(reasons)});
}

bool CaseBuilder::add(const CaseTemplate& case_template) {
    std::vector<std::string> reasons;
    std::string last;
    for (const BaseBody& base : examples_.bases) {
        auto one = build(base, case_template);
        if (one) {
            store_case(*std::move(one));
            return true;
        }
        // Equal errors of consecutive bases are reported once.
        if (one.error().message == last) continue;
        last = one.error().message;
        reasons.push_back("base " + base.name + ": " + to_text(one.error()));
    }
    if (!case_template.is_optional) omit(case_template, "no base is valid for", std::move(reasons));
    return false;
}

void CaseBuilder::add_for_base(const BaseBody& base, const CaseTemplate& case_template) {
    auto one = build(base, case_template);
    if (one) {
        store_case(*std::move(one));
    } else if (!case_template.is_optional) {
        omit(case_template, "the base " + base.name + " is not valid for", {to_text(one.error())});
    }
}

}  // namespace plumbline::generate
