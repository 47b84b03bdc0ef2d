// Cases for the rules that bind a field to sources, hosting, listeners and operations.

#include "conformance/generate/case_generators.hpp"
#include "conformance/generate/rule_templates.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {
namespace {

bool contains_value(const std::vector<std::string>& values, const std::string& value) {
    return std::find(values.begin(), values.end(), value) != values.end();
}

/// Returns the first base of each source.
std::vector<const BaseBody*> one_base_per_source(const CaseBuilder& builder) {
    std::vector<const BaseBody*> found;
    std::vector<std::string> sources;
    for (const BaseBody& base : builder.examples().bases) {
        if (contains_value(sources, base.source)) continue;
        sources.push_back(base.source);
        found.push_back(&base);
    }
    return found;
}

/// A field for some sources: accepted for each of them, refused for every other.
void make_only_for_sources(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.bodies().find_location(rule.pointer);
    if (!location) return;
    for (const BaseBody* base : one_base_per_source(builder)) {
        const bool is_listed = contains_value(rule.values, base->source);
        if (!is_listed && is_always_refused(builder, rule)) continue;
        CaseTemplate draft = rule_template(rule, base->source);
        draft.fill = [&builder, &rule, location, is_listed](const BaseBody& on,
                                                            GeneratedCase& one) {
            const Json value = builder.value_for(on, *location);
            one.body = to_shared(builder.body_with(on, *location, value));
            if (is_listed) {
                one.expected_values = builder.expected_values(*location, value);
            } else {
                one.valid_body = to_shared(builder.initial_body(on));
                expect_violation(one, rule);
            }
            return true;
        };
        builder.add_for_base(*base, draft);
    }
}

/// A field that creates for some sources require: without it, and with null in its place.
void make_required_for_sources(CaseBuilder& builder, const Rule& rule) {
    if (!builder.context().is_create()) return;
    const auto at = JsonPointer::parse(rule.pointer);
    for (const BaseBody* base : one_base_per_source(builder)) {
        const bool is_listed = contains_value(rule.values, base->source);
        for (const bool is_null : {false, true}) {
            CaseTemplate draft =
                rule_template(rule, base->source + (is_null ? "-null" : "-absent"));
            draft.fill = [&builder, &rule, &at, is_listed, is_null](const BaseBody& on,
                                                                    GeneratedCase& one) {
                Json body = builder.initial_body(on);
                one.valid_body = to_shared(body);
                if (is_null) {
                    (void)set_at(body, *at, Json());
                } else if (is_listed && !remove_at(body, *at)) {
                    return false;
                }
                one.body = to_shared(std::move(body));
                if (is_listed) expect_violation(one, rule);
                return true;
            };
            builder.add_for_base(*base, draft);
        }
    }
}

/// A value that a patch may set on some types of hosting: refused on a base with another hosting. A
/// case of the enum shows that its own hosting accepts it.
void make_only_for_hosting_of_patch(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.bodies().find_location(rule.pointer);
    if (!location) return;
    for (const std::string& pair : rule.values) {
        const std::string value = pair.substr(0, pair.find('='));
        const auto refuses = [&](const BaseBody& base) {
            return std::none_of(base.hostings.begin(), base.hostings.end(), [&](const auto& one) {
                return contains_value(rule.values, value + '=' + one);
            });
        };
        const auto& bases = builder.examples().bases;
        const auto other_base = std::find_if(bases.begin(), bases.end(), refuses);
        if (other_base == bases.end()) continue;
        CaseTemplate draft = rule_template(rule, value);
        draft.verifies = rule.requirements_for(value);
        draft.fill = [&builder, &rule, location, value](const BaseBody& on, GeneratedCase& one) {
            one.valid_body = to_shared(builder.initial_body(on));
            one.body = to_shared(builder.body_with(on, *location, Json(value)));
            expect_violation(one, rule);
            return true;
        };
        builder.add_for_base(*other_base, draft);
    }
}

/// A value that only one type of hosting accepts: refused on every other. The base with this value
/// shows that its own hosting accepts it.
void make_only_for_hosting(CaseBuilder& builder, const Rule& rule) {
    if (!builder.context().is_create()) return make_only_for_hosting_of_patch(builder, rule);
    for (const BaseBody& base : builder.examples().bases) {
        for (const char* hosting : {"cloud", "self_hosted"}) {
            const bool is_bound =
                std::any_of(rule.values.begin(), rule.values.end(), [&](const std::string& pair) {
                    return pair.starts_with(base.source + '=');
                });
            const bool is_allowed = contains_value(rule.values, base.source + '=' + hosting);
            if (!is_bound || is_allowed || base.name != base.source) continue;
            CaseTemplate draft = rule_template(rule, base.source);
            draft.verifies = rule.requirements_for(base.source);
            draft.fill = [&builder, &rule, hosting](const BaseBody& on, GeneratedCase& one) {
                one.body = one.valid_body = to_shared(builder.body_without_inputs(on));
                one.hosting = hosting;
                expect_violation(one, rule);
                return true;
            };
            builder.add_for_base(base, draft);
        }
    }
}

/// A field for listeners of some compute kinds: accepted or refused depending on the base's
/// listener.
void make_only_for_compute_kinds(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.bodies().find_location(rule.pointer);
    if (!location) return;
    CaseTemplate valid = rule_template(rule, "kept");
    valid.fill = [&builder, location](const BaseBody& base, GeneratedCase& one) {
        const Json value = builder.value_for(base, *location);
        one.body = to_shared(builder.body_with(base, *location, value));
        one.expected_values = builder.expected_values(*location, value);
        return true;
    };
    builder.add(valid);
    if (is_always_refused(builder, rule)) return;
    CaseTemplate invalid = rule_template(rule, "broken");
    invalid.fill = [&builder, &rule, location](const BaseBody& base, GeneratedCase& one) {
        one.valid_body = to_shared(builder.initial_body(base));
        one.body = to_shared(builder.body_with(base, *location));
        expect_violation(one, rule);
        return true;
    };
    builder.add(invalid);
}

/// A value that an operation must issue: an issued one, and an invented one.
void make_issued_by(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.bodies().find_location(rule.pointer);
    if (!location) return;
    CaseTemplate valid = rule_template(rule, "given-out");
    valid.fill = [&builder, location](const BaseBody& base, GeneratedCase& one) {
        one.body = to_shared(builder.body_with(base, *location, Json(kIssuedValue)));
        one.expected_values = builder.expected_values(*location, Json(kIssuedValue));
        return true;
    };
    builder.add(valid);
    CaseTemplate invalid = rule_template(rule, "made-up");
    invalid.fill = [&builder, &rule, location](const BaseBody& base, GeneratedCase& one) {
        one.valid_body = to_shared(builder.body_with(base, *location, Json(kIssuedValue)));
        one.body =
            to_shared(builder.body_with(base, *location, Json("uploads/plumbline-made-up.tar.gz")));
        expect_violation(one, rule);
        return true;
    };
    builder.add(invalid);
}

}  // namespace

const std::vector<RuleGenerator>& binding_rule_generators() {
    static const std::vector<RuleGenerator> kRows{
        {RuleKind::kOnlyForSources, make_only_for_sources},
        {RuleKind::kSettableForSources, make_only_for_sources},
        {RuleKind::kRequiredForSources, make_required_for_sources},
        {RuleKind::kOnlyForHosting, make_only_for_hosting},
        {RuleKind::kOnlyForComputeKinds, make_only_for_compute_kinds},
        {RuleKind::kIssuedBy, make_issued_by},
    };
    return kRows;
}

}  // namespace plumbline::generate
