// Cases for the rules that bind a field to sources, hosting, listeners and operations.

#include "conformance/generate/case_drafts.hpp"
#include "conformance/generate/case_generators.hpp"
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
    for (const BaseBody& base : builder.context().examples.bases) {
        if (contains_value(sources, base.source)) continue;
        sources.push_back(base.source);
        found.push_back(&base);
    }
    return found;
}

/// Returns what sends the usual value of a location and finds it in the response.
FillBody sends_usual_value(const CaseBuilder& builder, const BodyLocation& location) {
    return [&](const BaseBody& base, GeneratedCase& one) {
        const Json value = builder.bodies().value_for(base, location);
        one.body = builder.bodies().body_with(base, location, value);
        one.expected_values = expected_values(builder.context(), location, value);
    };
}

/// Returns what adds the usual value of a location to a body that is valid without it.
FillBody adds_usual_value(const CaseBuilder& builder, const BodyLocation& location) {
    return [&](const BaseBody& base, GeneratedCase& one) {
        one.valid_body = builder.bodies().initial_body(base);
        one.body = builder.bodies().body_with(base, location);
    };
}

/// A field for some sources: accepted for each of them, refused for every other.
void make_only_for_sources(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.context().find_location(rule.pointer);
    if (!location) return;
    for (const BaseBody* base : one_base_per_source(builder)) {
        const std::string& source = base->source;
        if (contains_value(rule.values, source)) {
            builder.add_for_base(
                *base, rule_case(rule, source), sends_usual_value(builder, *location));
        } else if (!is_always_refused(builder.context(), rule)) {
            builder.add_for_base(
                *base, violating_case(rule, source), adds_usual_value(builder, *location));
        }
    }
}

/// A field that creates for some sources require: without it, and with null in its place.
void make_required_for_sources(CaseBuilder& builder, const Rule& rule) {
    if (!builder.context().is_create()) return;
    const auto at = JsonPointer::parse(rule.pointer);
    for (const BaseBody* base : one_base_per_source(builder)) {
        const bool is_listed = contains_value(rule.values, base->source);
        for (const bool is_null : {false, true}) {
            const std::string word = base->source + (is_null ? "-null" : "-absent");
            const auto fill = [&](const BaseBody& on, GeneratedCase& one) {
                Json body = *on.body;
                one.valid_body = on.body;
                if (is_null) {
                    (void)set_at(body, *at, Json());
                } else if (is_listed && !remove_at(body, *at)) {
                    return;
                }
                one.body = to_shared(std::move(body));
            };
            builder.add_for_base(
                *base, is_listed ? violating_case(rule, word) : rule_case(rule, word), fill);
        }
    }
}

/// A value that a patch may set on some types of hosting: refused on a base with another hosting. A
/// case of the enum shows that its own hosting accepts it.
void make_only_for_hosting_of_patch(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.context().find_location(rule.pointer);
    if (!location) return;
    for (const std::string& pair : rule.values) {
        const std::string value = pair.substr(0, pair.find('='));
        const auto refuses = [&](const BaseBody& base) {
            return std::none_of(base.hostings.begin(), base.hostings.end(), [&](const auto& one) {
                return contains_value(rule.values, value + '=' + one);
            });
        };
        const auto& bases = builder.context().examples.bases;
        const auto other_base = std::find_if(bases.begin(), bases.end(), refuses);
        if (other_base == bases.end()) continue;
        GeneratedCase draft = violating_case(rule, value);
        draft.verifies = rule.requirements_for(value);
        builder.add_for_base(*other_base, draft, [&](const BaseBody& on, GeneratedCase& one) {
            one.valid_body = builder.bodies().initial_body(on);
            one.body = builder.bodies().body_with(on, *location, Json(value));
        });
    }
}

/// Returns the base's body for a target without the inputs of the base.
Json body_without_inputs(const BaseBody& base, const GeneratorExamples& examples) {
    Json placeholders = *examples.placeholders;
    for (const auto& [name, schema] : examples.inputs->items())
        placeholders[name] = "$inputs." + name;
    auto body = fill_placeholders(*base.body, placeholders);
    return body ? *std::move(body) : Json();
}

/// A value that only one type of hosting accepts: refused on every other. The base with this value
/// shows that its own hosting accepts it.
void make_only_for_hosting(CaseBuilder& builder, const Rule& rule) {
    if (!builder.context().is_create()) return make_only_for_hosting_of_patch(builder, rule);
    const GeneratorExamples& examples = builder.context().examples;
    for (const BaseBody& base : examples.bases) {
        const bool is_bound =
            std::any_of(rule.values.begin(), rule.values.end(), [&](const std::string& pair) {
                return pair.starts_with(base.source + '=');
            });
        if (!is_bound || base.name != base.source) continue;
        for (const char* hosting : {"cloud", "self_hosted"}) {
            if (contains_value(rule.values, base.source + '=' + hosting)) continue;
            GeneratedCase draft = violating_case(rule, base.source);
            draft.verifies = rule.requirements_for(base.source);
            draft.hosting = hosting;
            builder.add_for_base(base, draft, [&](const BaseBody& on, GeneratedCase& one) {
                one.body = one.valid_body = to_shared(body_without_inputs(on, examples));
            });
        }
    }
}

/// A field for listeners of some compute kinds: accepted or refused depending on the base's
/// listener.
void make_only_for_compute_kinds(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.context().find_location(rule.pointer);
    if (!location) return;
    builder.add(rule_case(rule, "kept"), sends_usual_value(builder, *location));
    if (is_always_refused(builder.context(), rule)) return;
    builder.add(violating_case(rule, "broken"), adds_usual_value(builder, *location));
}

/// A value that an operation must issue: an issued one, and an invented one.
void make_issued_by(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.context().find_location(rule.pointer);
    if (!location) return;
    const Json issued(kIssuedValue);
    builder.add(rule_case(rule, "given-out"), [&](const BaseBody& base, GeneratedCase& one) {
        one.body = builder.bodies().body_with(base, *location, issued);
        one.expected_values = expected_values(builder.context(), *location, issued);
    });
    builder.add(violating_case(rule, "made-up"), [&](const BaseBody& base, GeneratedCase& one) {
        const Json made_up("uploads/plumbline-made-up.tar.gz");
        one.valid_body = builder.bodies().body_with(base, *location, issued);
        one.body = builder.bodies().body_with(base, *location, made_up);
    });
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
