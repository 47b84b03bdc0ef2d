#include "conformance/generate/case_builder.hpp"

#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {

SharedJson to_shared(Json value) {
    return std::make_shared<const Json>(std::move(value));
}

bool CoveredSchemas::is_first(const std::string& kind, const BodyLocation& location) {
    if (location.pointer.find('*') != std::string::npos) return is_first_overall(kind, location);
    return here_.insert(kind + location.identity()).second;
}

bool CoveredSchemas::is_first_overall(const std::string& kind, const BodyLocation& location) {
    return everywhere_.insert(kind + location.identity()).second;
}

bool CoveredSchemas::contains(const std::string& kind, const BodyLocation& location) const {
    return everywhere_.contains(kind + location.identity());
}

void CoveredSchemas::add(const std::string& kind, const BodyLocation& location) {
    everywhere_.insert(kind + location.identity());
}

CaseBuilder::CaseBuilder(const CaseContext& context, std::set<std::string>& covered)
    : context_(context),
      bodies_(context),
      verifier_(context.operation, context.create, context.api, context.examples),
      covered_(covered) {}

bool CaseBuilder::applies_to(const BaseBody& base, const std::string& pointer) const {
    const auto& locations = context_.locations;
    return std::all_of(locations.begin(), locations.end(), [&](const BodyLocation& location) {
        const Json* declared = location.keyword("x-applies-to-sources");
        if (!declared || !is_within(pointer, location.pointer)) return true;
        const auto sources = strings_or_empty(*declared, "value");
        return std::find(sources.begin(), sources.end(), base.source) != sources.end();
    });
}

Result<GeneratedCase> CaseBuilder::build(const BaseBody& base,
                                         const GeneratedCase& draft,
                                         const FillBody& fill,
                                         const std::string& source) const {
    const bool has_source = source.empty() || source == base.source;
    if (!has_source || !applies_to(base, draft.pointer))
        return fail(ErrorCode::kInvalid,
                    draft.pointer + " does not apply to the source of the base");
    GeneratedCase one = draft;
    one.base = base.name;
    fill(base, one);
    if (!one.body) {
        return fail(
            ErrorCode::kInvalid,
            "the base " + base.name + " cannot have the case " + draft.pointer + '/' + draft.rule);
    }
    if (to_text(*one.body).find(kIssuedValue) != std::string::npos) {
        for (const Rule& rule : context_.operation.rules) {
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

void CaseBuilder::omit(const GeneratedCase& draft,
                       const std::string& message,
                       std::vector<std::string> reasons) {
    add_omission({ErrorCode::kInvalid,
                  message + " the generated case " + context_.operation.id +
                      first_item_pointer(draft.pointer) + '/' + draft.rule,
                  draft.schema.empty() ? context_.operation.where
                                       : context_.api.document().where(draft.schema),
                  std::move(reasons)});
}

bool CaseBuilder::add(const GeneratedCase& draft,
                      const FillBody& fill,
                      const CaseOptions& options) {
    std::vector<std::string> reasons;
    std::string last;
    for (const BaseBody& base : context_.examples.bases) {
        auto one = build(base, draft, fill, options.source);
        if (one) {
            store_case(*std::move(one));
            return true;
        }
        // Equal errors of consecutive bases are reported once.
        if (one.error().message == last) continue;
        last = one.error().message;
        reasons.push_back("base " + base.name + ": " + to_text(one.error()));
    }
    if (!options.is_optional) omit(draft, "no base is valid for", std::move(reasons));
    return false;
}

void CaseBuilder::add_for_base(const BaseBody& base,
                               const GeneratedCase& draft,
                               const FillBody& fill) {
    auto one = build(base, draft, fill, base.source);
    if (one) return store_case(*std::move(one));
    omit(draft, "the base " + base.name + " is not valid for", {to_text(one.error())});
}

}  // namespace plumbline::generate
