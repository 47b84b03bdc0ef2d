// Cases for rules about values: immutable, unique, referring, defaulted and rounded values.

#include "conformance/generate/case_drafts.hpp"
#include "conformance/generate/case_generators.hpp"
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
    const BodyLocation* location = builder.context().find_location(rule.pointer);
    if (!location) return;
    const BodyFactory& bodies = builder.bodies();
    const Json different = bodies.two_items(*location, rule.field, kOtherString);
    const Json same = bodies.two_items(*location, rule.field, kPlainString);
    builder.add(rule_case(rule, "different"), [&](const BaseBody& base, GeneratedCase& one) {
        one.body = bodies.body_with(base, *location, different);
    });
    builder.add(violating_case(rule, "same"), [&](const BaseBody& base, GeneratedCase& one) {
        one.valid_body = bodies.body_with(base, *location, different);
        one.body = bodies.body_with(base, *location, same);
    });
}

/// A key that must exist elsewhere in the body; `body_with` adds the item that it refers to.
void make_key_ref(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* key = builder.context().find_location(rule.pointer + "/*/" + rule.field);
    if (!key) return;
    const BodyFactory& bodies = builder.bodies();
    builder.add(rule_case(rule, "known"), [&](const BaseBody& base, GeneratedCase& one) {
        one.body = bodies.body_with(base, *key);
        one.expected_values =
            expected_values(builder.context(), *key, bodies.value_for(base, *key));
    });
    builder.add(violating_case(rule, "unknown"), [&](const BaseBody& base, GeneratedCase& one) {
        one.valid_body = bodies.body_with(base, *key);
        Json body = *one.valid_body;
        const auto at = JsonPointer::parse(first_item_pointer(key->pointer));
        if (set_at(body, *at, Json(std::string(kOtherString))))
            one.body = to_shared(std::move(body));
    });
}

/// Returns a body in which the rule's object has the values.
SharedJson with_values(const CaseBuilder& builder,
                       const BaseBody& base,
                       const Rule& rule,
                       const std::vector<const std::map<std::string, SharedJson>*>& changes) {
    Json body = *builder.bodies().initial_body(base);
    for (const auto* values : changes) {
        for (const auto& [pointer, value] : *values)
            builder.bodies().set_value(body, rule.pointer + pointer, *value);
    }
    return to_shared(std::move(body));
}

void make_condition(CaseBuilder& builder, const Rule& rule) {
    const RuleExamples* condition = builder.context().examples.find_rule_examples(rule.id);
    if (!condition || condition->valid.empty()) {
        builder.add_omission(
            {ErrorCode::kNotFound,
             "there are no example values for which the rule " + rule.id + " is satisfied",
             rule.where,
             {"add a row under `rule_examples` in conformance/generate/examples.yaml"}});
        return;
    }
    for (std::size_t i = 0; i < condition->valid.size(); ++i) {
        const GeneratedCase draft = rule_case(rule, "kept-" + std::to_string(i + 1));
        builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
            one.body = with_values(builder, base, rule, {&condition->valid[i]});
        });
    }
    builder.add(violating_case(rule, "broken"), [&](const BaseBody& base, GeneratedCase& one) {
        const auto* holds = &condition->valid.front();
        one.valid_body = with_values(builder, base, rule, {holds});
        one.body = with_values(builder, base, rule, {holds, &condition->invalid});
    });
}

/// Returns the pointer of the sibling that a rule's field gets its default from.
std::string origin_of(const Rule& rule) {
    return rule.pointer.substr(0, rule.pointer.rfind('/') + 1) + rule.field;
}

/// The origin of a default: a sibling, or the origin of that sibling's own default.
struct DefaultOrigin {
    std::string word;  ///< part of the case's name
    std::string pointer;
    double factor = 1;
    std::vector<std::string> rules;  ///< all rules on the path to it
};

/// Returns the draft of a case about a rule for a number. The accepted body verifies the
/// requirements of the field; only a value that the response shows verifies those of the rule.
GeneratedCase number_case(const CaseBuilder& builder,
                          const Rule& rule,
                          const BodyLocation& location,
                          const std::string& word) {
    GeneratedCase draft = rule_case(rule, word);
    draft.verifies = requirements_of(builder.context(), location);
    return draft;
}

/// Returns the number that the response must show; it verifies the requirements of the rule.
std::vector<ExpectedValue> expected_number(const CaseBuilder& builder,
                                           const Rule& rule,
                                           const BodyLocation& location,
                                           const Json& number) {
    auto expected = expected_values(builder.context(), location, number);
    for (ExpectedValue& shown : expected) shown.verifies = rule.requirements;
    return expected;
}

/// Adds the case that the field becomes `factor` times its origin, if only the origin is sent.
void add_derived_default(CaseBuilder& builder, const Rule& rule, const DefaultOrigin& origin) {
    const BodyLocation* from = builder.context().find_location(origin.pointer);
    const BodyLocation* location = builder.context().find_location(rule.pointer);
    if (!from || !location) return;
    GeneratedCase draft = number_case(builder, rule, *location, origin.word);
    draft.rules = origin.rules;
    draft.visibility = ValueVisibility::kIfVisible;
    builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
        const Json sent = builder.bodies().value_for(base, *from);
        const double shown = sent.get<double>() * origin.factor;
        one.body = builder.bodies().body_with(base, *from, sent);
        one.expected_values =
            expected_number(builder, rule, *location, number_for(*location, shown));
    });
}

/// Returns the first origin of the chain of defaults that ends in `rule`; for a cyclic chain, the
/// last one before the repetition.
DefaultOrigin chain_origin(const CaseContext& context, const Rule& rule) {
    DefaultOrigin origin{"", origin_of(rule), rule.factor, {rule.id}};
    while (const Rule* next = context.find_rule(RuleKind::kDefaultFrom, origin.pointer)) {
        const auto& known = origin.rules;
        if (std::find(known.begin(), known.end(), next->id) != known.end()) break;
        origin.factor *= next->factor;
        origin.pointer = origin_of(*next);
        origin.rules.push_back(next->id);
    }
    origin.word = "chain-" + origin.pointer.substr(origin.pointer.rfind('/') + 1);
    return origin;
}

/// A given value takes precedence over the default: three times the origin of the default.
void add_given_default(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* origin = builder.context().find_location(origin_of(rule));
    const BodyLocation* location = builder.context().find_location(rule.pointer);
    if (!origin || !location) return;
    if (!builder.covered().is_first_overall("default-given", *location)) return;
    const GeneratedCase draft = number_case(builder, rule, *location, "given");
    builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
        const double other = builder.bodies().value_for(base, *origin).get<double>() * 3;
        const Json sent = number_for(*location, other);
        Json body = *builder.bodies().body_with(base, *origin);
        builder.bodies().set_value(body, rule.pointer, sent);
        one.body = to_shared(std::move(body));
        one.expected_values = expected_values(builder.context(), *location, sent);
    });
}

bool is_number(const CaseBuilder& builder, const std::string& pointer) {
    const BodyLocation* location = builder.context().find_location(pointer);
    return location && builder.bodies().simplest_value(*location).is_number();
}

/// A default that depends on another number: cases for the direct and for the first origin.
void make_default_from(CaseBuilder& builder, const Rule& rule) {
    const DefaultOrigin direct{"filled", origin_of(rule), rule.factor, {rule.id}};
    const DefaultOrigin root = chain_origin(builder.context(), rule);
    if (!is_number(builder, root.pointer) || !is_number(builder, direct.pointer)) {
        builder.add_omission(
            {ErrorCode::kUnsupported,
             "the cases of " + rule.id + ": the field that it depends on is not a number",
             rule.where,
             {}});
        return;
    }
    add_derived_default(builder, rule, direct);
    if (root.pointer != direct.pointer) add_derived_default(builder, rule, root);
    add_given_default(builder, rule);
}

/// A number that is rounded down or up, or refused. The description does not define the middle.
void make_decimals(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.context().find_location(rule.pointer);
    if (!location) return;
    const double unit = std::pow(10.0, rule.decimals);
    struct RoundingCase {
        const char* word;
        double tenths;   ///< of the last remaining decimal
        double rounded;  ///< what remains of them
    };
    for (const RoundingCase& row : {RoundingCase{"down", 2.4, 2}, RoundingCase{"up", 2.6, 3}}) {
        const Json sent(std::round((unit + row.tenths) * 10) / (unit * 10));
        const Json rounded(std::round(unit + row.rounded) / unit);
        GeneratedCase draft = number_case(builder, rule, *location, row.word);
        draft.visibility = ValueVisibility::kIfAccepted;
        builder.add(draft, [&](const BaseBody& base, GeneratedCase& one) {
            one.body = builder.bodies().body_with(base, *location, sent);
            one.expected_values = expected_number(builder, rule, *location, rounded);
        });
    }
}

/// A value that cannot change: another is refused; the same value and null are accepted. If a patch
/// does not have the field at all, sending it changes nothing, whatever the response is.
void make_immutable(CaseBuilder& builder, const Rule& rule) {
    const BodyLocation* location = builder.context().find_location(rule.pointer);
    if (builder.context().is_create() || !location) return;
    const BodyFactory& bodies = builder.bodies();
    const auto current_value = [&rule](const BaseBody& base) {
        const Json* held = find(*base.body, std::string_view(rule.pointer));
        return held && !held->is_null() ? held : nullptr;
    };
    builder.add(rule_case(rule, "same"), [&](const BaseBody& base, GeneratedCase& one) {
        const Json* held = current_value(base);
        if (!held) return;
        one.body = bodies.body_with(base, *location, *held);
        one.expected_values = expected_values(builder.context(), *location, *held);
    });
    builder.add(violating_case(rule, "changed"), [&](const BaseBody& base, GeneratedCase& one) {
        const Json* held = current_value(base);
        if (!held) return;
        Json other = bodies.simplest_value(*location);
        if (const Json* members = location->keyword("enum")) {
            for (const Json& member : *members) {
                if (!member.is_null() && member != *held) other = member;
            }
        }
        one.valid_body = bodies.body_with(base, *location, *held);
        one.body = bodies.body_with(base, *location, other);
    });
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
