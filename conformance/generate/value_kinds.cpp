// Cases from the rules over values: that they stay, differ, refer to one another, are filled or
// rounded.

#include "conformance/generate/kinds.hpp"
#include "conformance/generate/rule_drafts.hpp"
#include "conformance/generate/texts.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace plumbline::generate {
namespace {

void make_unique(Maker& maker, const Rule& rule) {
    const BodyPlace* place = maker.bodies().find_place(rule.pointer);
    if (!place) return;
    Draft kept = draft_of(rule, "different");
    kept.fill = [&maker, &rule, place](const Base& base, Case& one) {
        one.body = shared(
            maker.with(base, *place, maker.bodies().two_items(*place, rule.field, kOtherText)));
        return true;
    };
    maker.add(kept);
    Draft broken = draft_of(rule, "same");
    broken.fill = [&maker, &rule, place](const Base& base, Case& one) {
        one.valid = shared(
            maker.with(base, *place, maker.bodies().two_items(*place, rule.field, kOtherText)));
        one.body = shared(
            maker.with(base, *place, maker.bodies().two_items(*place, rule.field, kPlainText)));
        breaks(one, rule);
        return true;
    };
    maker.add(broken);
}

/// A key that must stand elsewhere in the body: `with` adds what it refers to.
void make_key_ref(Maker& maker, const Rule& rule) {
    const BodyPlace* key = maker.bodies().find_place(rule.pointer + "/*/" + rule.field);
    if (!key) return;
    Draft kept = draft_of(rule, "known");
    kept.fill = [&maker, key](const Base& base, Case& one) {
        one.body = shared(maker.with(base, *key));
        one.shows = maker.shown(*key, maker.value_for(base, *key));
        return true;
    };
    maker.add(kept);
    Draft broken = draft_of(rule, "unknown");
    broken.fill = [&maker, &rule, key](const Base& base, Case& one) {
        Json body = maker.with(base, *key);
        one.valid = shared(body);
        const auto at = JsonPointer::parse(first_at(key->pointer));
        if (!set_at(body, *at, Json(std::string(kOtherText)))) return false;
        one.body = shared(std::move(body));
        breaks(one, rule);
        return true;
    };
    maker.add(broken);
}

/// Returns a body in which the object of a rule has the values.
Json with_values(const Maker& maker,
                 const Base& base,
                 const Rule& rule,
                 const std::vector<const std::map<std::string, SharedJson>*>& changes) {
    Json body = maker.start(base);
    for (const auto* values : changes) {
        for (const auto& [pointer, value] : *values)
            maker.bodies().put(body, rule.pointer + pointer, *value);
    }
    return body;
}

void make_condition(Maker& maker, const Rule& rule) {
    const Condition* condition = maker.examples().find_condition(rule.id);
    if (!condition || condition->holds.empty()) {
        maker.trouble({ErrorCode::kNotFound,
                       "nothing says with which values the rule " + rule.id + " holds",
                       rule.where,
                       {"give it a row under `conditions` in conformance/generate/examples.yaml"}});
        return;
    }
    for (std::size_t i = 0; i < condition->holds.size(); ++i) {
        Draft kept = draft_of(rule, "kept-" + std::to_string(i + 1));
        kept.fill = [&maker, &rule, condition, i](const Base& base, Case& one) {
            one.body = shared(with_values(maker, base, rule, {&condition->holds[i]}));
            return true;
        };
        maker.add(kept);
    }
    Draft broken = draft_of(rule, "broken");
    broken.fill = [&maker, &rule, condition](const Base& base, Case& one) {
        const auto* holds = &condition->holds.front();
        one.valid = shared(with_values(maker, base, rule, {holds}));
        one.body = shared(with_values(maker, base, rule, {holds, &condition->broken}));
        breaks(one, rule);
        return true;
    };
    maker.add(broken);
}

/// Returns the pointer of a neighbour of the rule's field.
std::string neighbour(const Rule& rule, const std::string& name) {
    return rule.pointer.substr(0, rule.pointer.rfind('/') + 1) + name;
}

const Rule* default_of(const Maker& maker, const std::string& pointer) {
    for (const Rule& rule : maker.rules()) {
        if (rule.kind == RuleKind::kDefaultFrom && rule.pointer == pointer) return &rule;
    }
    return nullptr;
}

/// What a default comes from: a neighbour, or what that one comes from itself.
struct Origin {
    std::string word;  ///< of the case's name
    std::string pointer;
    double factor = 1;
    std::vector<std::string> rules;  ///< all on the way
};

/// Returns the draft of a case about a default. That the body is taken counts for the field: only a
/// default that an answer shows counts for the rule.
Draft default_draft(const Maker& maker,
                    const Rule& rule,
                    const BodyPlace& place,
                    const std::string& word) {
    Draft draft = draft_of(rule, word);
    draft.verifies = maker.requirements_at(place.schemas.front().pointer);
    return draft;
}

/// Adds the case that the field becomes `factor` times its origin, where only that is sent.
void default_from(Maker& maker, const Rule& rule, const Origin& origin) {
    const BodyPlace* from = maker.bodies().find_place(origin.pointer);
    const BodyPlace* place = maker.bodies().find_place(rule.pointer);
    if (!from || !place) return;
    Draft draft = default_draft(maker, rule, *place, origin.word);
    draft.rules = origin.rules;
    draft.fill = [&maker, &rule, &origin, from, place](const Base& base, Case& one) {
        const Json sent = maker.value_for(base, *from);
        one.body = shared(maker.with(base, *from, sent));
        one.shows = maker.shown(*place, number_for(*place, sent.get<double>() * origin.factor));
        for (Shown& shown : one.shows) shown.verifies = rule.requirements;
        one.showing = Showing::kIfVisible;
        return true;
    };
    maker.add(draft);
}

/// Returns the first of the chain of defaults that ends in `rule`; of a chain that bites its tail
/// the last before that.
Origin root_of(const Maker& maker, const Rule& rule) {
    Origin origin{"", neighbour(rule, rule.field), rule.factor, {rule.id}};
    while (const Rule* next = default_of(maker, origin.pointer)) {
        const auto& known = origin.rules;
        if (std::find(known.begin(), known.end(), next->id) != known.end()) break;
        origin.factor *= next->factor;
        origin.pointer = neighbour(*next, next->field);
        origin.rules.push_back(next->id);
    }
    origin.word = "chain-" + origin.pointer.substr(origin.pointer.rfind('/') + 1);
    return origin;
}

/// A value of its own goes before the default: three times what the default rests on.
void default_given(Maker& maker, const Rule& rule) {
    const BodyPlace* origin = maker.bodies().find_place(neighbour(rule, rule.field));
    const BodyPlace* place = maker.bodies().find_place(rule.pointer);
    if (!origin || !place || !maker.is_first_of_all("default-given", *place)) return;
    Draft given = default_draft(maker, rule, *place, "given");
    given.fill = [&maker, &rule, origin, place](const Base& base, Case& one) {
        const double other = maker.value_for(base, *origin).get<double>() * 3;
        const Json sent = number_for(*place, other);
        Json body = maker.with(base, *origin);
        maker.bodies().put(body, rule.pointer, sent);
        one.body = shared(std::move(body));
        one.shows = maker.shown(*place, sent);
        return true;
    };
    maker.add(given);
}

bool is_number(const Maker& maker, const std::string& pointer) {
    const BodyPlace* place = maker.bodies().find_place(pointer);
    return place && maker.bodies().simplest(*place).is_number();
}

/// A default that rests on another number: from it, and from what that rests on itself.
void make_default_from(Maker& maker, const Rule& rule) {
    if (!is_number(maker, root_of(maker, rule).pointer) ||
        !is_number(maker, neighbour(rule, rule.field))) {
        maker.trouble({ErrorCode::kUnsupported,
                       "the cases of " + rule.id + ": what it rests on takes no number",
                       rule.where,
                       {}});
        return;
    }
    const Origin direct{"filled", neighbour(rule, rule.field), rule.factor, {rule.id}};
    default_from(maker, rule, direct);
    const Origin root = root_of(maker, rule);
    if (root.pointer != direct.pointer) default_from(maker, rule, root);
    default_given(maker, rule);
}

/// A number that is rounded, down and up, or refused. What is in the middle is not described.
void make_decimals(Maker& maker, const Rule& rule) {
    const BodyPlace* place = maker.bodies().find_place(rule.pointer);
    if (!place) return;
    const double unit = std::pow(10.0, rule.decimals);
    struct Rounding {
        const char* word;
        double tenths;  ///< of the last decimal that is kept
        double kept;    ///< what is left of them
    };
    for (const Rounding& one : {Rounding{"down", 2.4, 2}, Rounding{"up", 2.6, 3}}) {
        const double sent = std::round((unit + one.tenths) * 10) / (unit * 10);
        const double kept = std::round(unit + one.kept) / unit;
        Draft draft = draft_of(rule, one.word);
        draft.verifies = maker.requirements_at(place->schemas.front().pointer);
        draft.fill = [&maker, &rule, place, sent, kept](const Base& base, Case& made) {
            made.showing = Showing::kIfTaken;
            made.body = shared(maker.with(base, *place, Json(sent)));
            made.shows = maker.shown(*place, Json(kept));
            for (Shown& shown : made.shows) shown.verifies = rule.requirements;
            return true;
        };
        maker.add(draft);
    }
}

/// A value that cannot change: another is refused, the same and null are taken. Where a patch does
/// not have the field at all, sending it changes nothing, whatever the answer.
void make_immutable(Maker& maker, const Rule& rule) {
    const BodyPlace* place = maker.bodies().find_place(rule.pointer);
    if (maker.subject().is_create() || !place) return;
    const auto holder = [&rule](const Base& base) {
        const Json* held = find(*base.body, std::string_view(rule.pointer));
        return held && !held->is_null() ? held : nullptr;
    };
    Draft same = draft_of(rule, "same");
    same.fill = [&maker, place, holder](const Base& base, Case& one) {
        const Json* held = holder(base);
        if (!held) return false;
        one.body = shared(maker.with(base, *place, *held));
        one.shows = maker.shown(*place, *held);
        return true;
    };
    maker.add(same);
    Draft changed = draft_of(rule, "changed");
    changed.fill = [&maker, &rule, place, holder](const Base& base, Case& one) {
        const Json* held = holder(base);
        if (!held) return false;
        Json other = maker.bodies().simplest(*place);
        if (const Json* members = place->keyword("enum")) {
            for (const Json& member : *members) {
                if (!member.is_null() && member != *held) other = member;
            }
        }
        one.valid = shared(maker.with(base, *place, *held));
        one.body = shared(maker.with(base, *place, other));
        breaks(one, rule);
        return true;
    };
    maker.add(changed);
}

}  // namespace

const std::vector<RuleCases>& value_kinds() {
    static const std::vector<RuleCases> kRows{
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
