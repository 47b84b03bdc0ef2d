// Cases for rules about values: immutable, unique, referring, defaulted and rounded values.

#include "conformance/generate/case_generators.hpp"
#include "conformance/generate/rule_templates.hpp"
#include "conformance/generate/sample_strings.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace plumbline::generate {
namespace {

void make_unique(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.bodies().find_location(rule.pointer);
    if (!location) return;
    CaseTemplate valid = rule_template(rule, "different");
    valid.fill = [&builder, &rule, location](const BaseBody& base, GeneratedCase& one) {
        one.body = to_shared(builder.body_with(
            base, *location, builder.bodies().two_items(*location, rule.field, kOtherString)));
        return true;
    };
    builder.add(valid);
    CaseTemplate invalid = rule_template(rule, "same");
    invalid.fill = [&builder, &rule, location](const BaseBody& base, GeneratedCase& one) {
        one.valid_body = to_shared(builder.body_with(
            base, *location, builder.bodies().two_items(*location, rule.field, kOtherString)));
        one.body = to_shared(builder.body_with(
            base, *location, builder.bodies().two_items(*location, rule.field, kPlainString)));
        expect_violation(one, rule);
        return true;
    };
    builder.add(invalid);
}

/// A key that must exist elsewhere in the body; `body_with` adds the item that it refers to.
void make_key_ref(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* key = builder.bodies().find_location(rule.pointer + "/*/" + rule.field);
    if (!key) return;
    CaseTemplate valid = rule_template(rule, "known");
    valid.fill = [&builder, key](const BaseBody& base, GeneratedCase& one) {
        one.body = to_shared(builder.body_with(base, *key));
        one.expected_values = builder.expected_values(*key, builder.value_for(base, *key));
        return true;
    };
    builder.add(valid);
    CaseTemplate invalid = rule_template(rule, "unknown");
    invalid.fill = [&builder, &rule, key](const BaseBody& base, GeneratedCase& one) {
        Json body = builder.body_with(base, *key);
        one.valid_body = to_shared(body);
        const auto at = JsonPointer::parse(first_item_pointer(key->pointer));
        if (!set_at(body, *at, Json(std::string(kOtherString)))) return false;
        one.body = to_shared(std::move(body));
        expect_violation(one, rule);
        return true;
    };
    builder.add(invalid);
}

/// Returns a body in which the rule's object has the values.
Json with_values(const CaseBuilder& builder,
                 const BaseBody& base,
                 const Rule& rule,
                 const std::vector<const std::map<std::string, SharedJson>*>& changes) {
    Json body = builder.initial_body(base);
    for (const auto* values : changes) {
        for (const auto& [pointer, value] : *values)
            builder.bodies().set_value(body, rule.pointer + pointer, *value);
    }
    return body;
}

void make_condition(CaseBuilder& builder, const Rule& rule) {
    const RuleExamples* condition = builder.examples().find_rule_examples(rule.id);
    if (!condition || condition->valid.empty()) {
        builder.add_omission(
            {ErrorCode::kNotFound,
             "there are no example values for which the rule " + rule.id + " is satisfied",
             rule.where,
             {"add a row under `rule_examples` in conformance/generate/examples.yaml"}});
        return;
    }
    for (std::size_t i = 0; i < condition->valid.size(); ++i) {
        CaseTemplate valid = rule_template(rule, "kept-" + std::to_string(i + 1));
        valid.fill = [&builder, &rule, condition, i](const BaseBody& base, GeneratedCase& one) {
            one.body = to_shared(with_values(builder, base, rule, {&condition->valid[i]}));
            return true;
        };
        builder.add(valid);
    }
    CaseTemplate invalid = rule_template(rule, "broken");
    invalid.fill = [&builder, &rule, condition](const BaseBody& base, GeneratedCase& one) {
        const auto* holds = &condition->valid.front();
        one.valid_body = to_shared(with_values(builder, base, rule, {holds}));
        one.body = to_shared(with_values(builder, base, rule, {holds, &condition->invalid}));
        expect_violation(one, rule);
        return true;
    };
    builder.add(invalid);
}

/// Returns the pointer of a sibling of the rule's field.
std::string sibling_pointer(const Rule& rule, const std::string& name) {
    return rule.pointer.substr(0, rule.pointer.rfind('/') + 1) + name;
}

const Rule* default_of(const CaseBuilder& builder, const std::string& pointer) {
    for (const Rule& rule : builder.rules()) {
        if (rule.kind == RuleKind::kDefaultFrom && rule.pointer == pointer) return &rule;
    }
    return nullptr;
}

/// The origin of a default: a sibling, or the origin of that sibling's own default.
struct DefaultOrigin {
    std::string word;  ///< part of the case's name
    std::string pointer;
    double factor = 1;
    std::vector<std::string> rules;  ///< all rules on the path to it
};

/// Returns the template of a case about a default. The accepted body verifies the requirements of
/// the field; only a default that the response shows verifies those of the rule.
CaseTemplate default_template(const CaseBuilder& builder,
                              const Rule& rule,
                              const BodyLocation& location,
                              const std::string& word) {
    CaseTemplate draft = rule_template(rule, word);
    draft.verifies = builder.requirements_at(location.schemas.front().pointer);
    return draft;
}

/// Adds the case that the field becomes `factor` times its origin, if only the origin is sent.
void add_derived_default(CaseBuilder& builder, const Rule& rule, const DefaultOrigin& origin) {
    const BodyLocation* from = builder.bodies().find_location(origin.pointer);
    const BodyLocation* location = builder.bodies().find_location(rule.pointer);
    if (!from || !location) return;
    CaseTemplate draft = default_template(builder, rule, *location, origin.word);
    draft.rules = origin.rules;
    draft.fill = [&builder, &rule, &origin, from, location](const BaseBody& base,
                                                            GeneratedCase& one) {
        const Json sent = builder.value_for(base, *from);
        one.body = to_shared(builder.body_with(base, *from, sent));
        one.expected_values = builder.expected_values(
            *location, number_for(*location, sent.get<double>() * origin.factor));
        for (ExpectedValue& shown : one.expected_values) shown.verifies = rule.requirements;
        one.visibility = ValueVisibility::kIfVisible;
        return true;
    };
    builder.add(draft);
}

/// Returns the first origin of the chain of defaults that ends in `rule`; for a cyclic chain, the
/// last one before the repetition.
DefaultOrigin chain_origin(const CaseBuilder& builder, const Rule& rule) {
    DefaultOrigin origin{"", sibling_pointer(rule, rule.field), rule.factor, {rule.id}};
    while (const Rule* next = default_of(builder, origin.pointer)) {
        const auto& known = origin.rules;
        if (std::find(known.begin(), known.end(), next->id) != known.end()) break;
        origin.factor *= next->factor;
        origin.pointer = sibling_pointer(*next, next->field);
        origin.rules.push_back(next->id);
    }
    origin.word = "chain-" + origin.pointer.substr(origin.pointer.rfind('/') + 1);
    return origin;
}

/// A given value takes precedence over the default: three times the origin of the default.
void add_given_default(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* origin = builder.bodies().find_location(sibling_pointer(rule, rule.field));
    const BodyLocation* location = builder.bodies().find_location(rule.pointer);
    if (!origin || !location || !builder.is_first_overall("default-given", *location)) return;
    CaseTemplate given = default_template(builder, rule, *location, "given");
    given.fill = [&builder, &rule, origin, location](const BaseBody& base, GeneratedCase& one) {
        const double other = builder.value_for(base, *origin).get<double>() * 3;
        const Json sent = number_for(*location, other);
        Json body = builder.body_with(base, *origin);
        builder.bodies().set_value(body, rule.pointer, sent);
        one.body = to_shared(std::move(body));
        one.expected_values = builder.expected_values(*location, sent);
        return true;
    };
    builder.add(given);
}

bool is_number(const CaseBuilder& builder, const std::string& pointer) {
    const BodyLocation* location = builder.bodies().find_location(pointer);
    return location && builder.bodies().simplest_value(*location).is_number();
}

/// A default that depends on another number: cases for the direct and for the first origin.
void make_default_from(CaseBuilder& builder, const Rule& rule) {
    if (!is_number(builder, chain_origin(builder, rule).pointer) ||
        !is_number(builder, sibling_pointer(rule, rule.field))) {
        builder.add_omission(
            {ErrorCode::kUnsupported,
             "the cases of " + rule.id + ": the field that it depends on is not a number",
             rule.where,
             {}});
        return;
    }
    const DefaultOrigin direct{"filled", sibling_pointer(rule, rule.field), rule.factor, {rule.id}};
    add_derived_default(builder, rule, direct);
    const DefaultOrigin root = chain_origin(builder, rule);
    if (root.pointer != direct.pointer) add_derived_default(builder, rule, root);
    add_given_default(builder, rule);
}

/// A number that is rounded down or up, or refused. The description does not define the middle.
void make_decimals(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.bodies().find_location(rule.pointer);
    if (!location) return;
    const double unit = std::pow(10.0, rule.decimals);
    struct RoundingCase {
        const char* word;
        double tenths;   ///< of the last remaining decimal
        double rounded;  ///< what remains of them
    };
    for (const RoundingCase& one : {RoundingCase{"down", 2.4, 2}, RoundingCase{"up", 2.6, 3}}) {
        const double sent = std::round((unit + one.tenths) * 10) / (unit * 10);
        const double rounded = std::round(unit + one.rounded) / unit;
        CaseTemplate draft = rule_template(rule, one.word);
        draft.verifies = builder.requirements_at(location->schemas.front().pointer);
        draft.fill = [&builder, &rule, location, sent, rounded](const BaseBody& base,
                                                                GeneratedCase& generated) {
            generated.visibility = ValueVisibility::kIfAccepted;
            generated.body = to_shared(builder.body_with(base, *location, Json(sent)));
            generated.expected_values = builder.expected_values(*location, Json(rounded));
            for (ExpectedValue& shown : generated.expected_values)
                shown.verifies = rule.requirements;
            return true;
        };
        builder.add(draft);
    }
}

/// A value that cannot change: another is refused; the same value and null are accepted. If a patch
/// does not have the field at all, sending it changes nothing, whatever the response is.
void make_immutable(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.bodies().find_location(rule.pointer);
    if (builder.context().is_create() || !location) return;
    const auto current_value = [&rule](const BaseBody& base) {
        const Json* held = find(*base.body, std::string_view(rule.pointer));
        return held && !held->is_null() ? held : nullptr;
    };
    CaseTemplate same = rule_template(rule, "same");
    same.fill = [&builder, location, current_value](const BaseBody& base, GeneratedCase& one) {
        const Json* held = current_value(base);
        if (!held) return false;
        one.body = to_shared(builder.body_with(base, *location, *held));
        one.expected_values = builder.expected_values(*location, *held);
        return true;
    };
    builder.add(same);
    CaseTemplate changed = rule_template(rule, "changed");
    changed.fill = [&builder, &rule, location, current_value](const BaseBody& base,
                                                              GeneratedCase& one) {
        const Json* held = current_value(base);
        if (!held) return false;
        Json other = builder.bodies().simplest_value(*location);
        if (const Json* members = location->keyword("enum")) {
            for (const Json& member : *members) {
                if (!member.is_null() && member != *held) other = member;
            }
        }
        one.valid_body = to_shared(builder.body_with(base, *location, *held));
        one.body = to_shared(builder.body_with(base, *location, other));
        expect_violation(one, rule);
        return true;
    };
    builder.add(changed);
}

}  // namespace

const std::vector<RuleGenerator>& value_rule_generators() {
    static const std::vector<RuleGenerator> kRows{
        {RuleKind::kImmutable, make_immutable},
        {RuleKind::kUniqueBy, make_unique},
        {RuleKind::kKeyRef, make_key_ref},
        {RuleKind::kCondition, make_condition},
        {RuleKind::kDefaultFrom, make_default_from},
        {RuleKind::kDecimals, make_decimals},
    };
    return kRows;
}

}  // namespace plumbline::generate
