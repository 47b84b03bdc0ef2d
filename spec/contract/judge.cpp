// The rules of a request, one function per kind and one row each in kJudges.

#include "spec/contract/judge.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace plumbline {
namespace {

/// A request under judgement and what belongs to it.
struct Case {
    const Operation& operation;
    const ApiDocument& api;
    const Json& request;
    const Json* current;
    const Facts& facts;
    const Json& effective;    ///< the request on create, else the record with the patch applied
    std::string_view source;  ///< by which fields are judged
    std::string_view revision_source;  ///< the same for those of the revision
};

using Found = std::vector<RuleViolation>;

const Json* value_at(const Json& root, std::string_view pointer) {
    const Json* value = find(root, pointer);
    return value && !value->is_null() ? value : nullptr;
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Where a value stands; its text is made where something is found wrong.
struct Spot {
    std::string_view above;  ///< what stands before the pointer
    std::string_view pointer;

    [[nodiscard]] std::string text() const { return std::string(above).append(pointer); }
};

/// Calls `visit(spot, value)` for every non-null value a rule's pointer names; `*` is each item.
/// `above` is the pointer of `root`.
template <typename Visit>
void for_each_value(const Json& root,
                    std::string_view pointer,
                    const Visit& visit,
                    std::string_view above = "") {
    const std::string_view owner = pointer.substr(0, pointer.find("/*"));
    const Json* value = value_at(root, owner);
    if (!value) return;
    const Spot spot{above, owner};
    if (owner.size() == pointer.size()) return visit(spot, *value);
    if (!value->is_array()) return;
    for (std::size_t i = 0; i < value->size(); ++i) {
        for_each_value((*value)[i],
                       pointer.substr(owner.size() + 2),
                       visit,
                       spot.text() + '/' + std::to_string(i));
    }
}

/// Returns the text of a member, "" if it is none.
std::string_view text_in(const Json& object, std::string_view name) {
    const Json* value = member(object, name);
    const auto* text = value ? value->get_ptr<const std::string*>() : nullptr;
    return text ? std::string_view(*text) : "";
}

/// Returns the source that governs a revision's own fields: a patch's revision_source, if it has
/// one. Source: description, DeploymentPatchRequest, revision_source.
std::string_view revision_source_of(const Json& request, const Json* current) {
    const bool has_own = current && value_at(request, "/revision_source");
    return has_own ? text_in(request, "revision_source")
                   : text_in(current ? *current : request, "source");
}

std::string_view source_for(const Case& one, const std::string& pointer) {
    return pointer.starts_with("/source_revision_config") ? one.revision_source : one.source;
}

bool is_lifted(const Rule& rule, const Case& one) {
    const auto lifted = one.facts.lifted_rules.find(rule.id);
    return lifted != one.facts.lifted_rules.end() &&
           lifted->second.contains(std::string(source_for(one, rule.pointer)));
}

std::string in_quotes(std::string_view text) {
    return '"' + std::string(text) + '"';
}

void judge_immutable(const Rule& rule, const Case& one, Found& found) {
    if (!one.current) return;
    const Json* wanted = value_at(one.request, rule.pointer);
    if (!wanted) return;
    const Json* held = find(*one.current, std::string_view(rule.pointer));
    if (held && is_same_value(rule, *held, *wanted)) return;
    found.push_back({&rule,
                     rule.pointer,
                     "cannot be changed after creation: it is " +
                         (held ? to_short_text(*held) : std::string("null")) +
                         ", the request has " + to_short_text(*wanted)});
}

void judge_only_for_sources(const Rule& rule, const Case& one, Found& found) {
    const std::string_view source = source_for(one, rule.pointer);
    if (contains(rule.values, source)) return;
    for_each_value(one.request, rule.pointer, [&](const Spot& spot, const Json&) {
        found.push_back(
            {&rule,
             spot.text(),
             "only for source " + join(rule.values, ", ") + ", not for " + in_quotes(source)});
    });
}

void judge_required_for_sources(const Rule& rule, const Case& one, Found& found) {
    if (one.current || value_at(one.request, rule.pointer)) return;
    const std::string_view source = source_for(one, rule.pointer);
    if (!contains(rule.values, source)) return;
    found.push_back({&rule, rule.pointer, "required on create for source " + in_quotes(source)});
}

void judge_hosting(const Rule& rule, const Case& one, Found& found) {
    const Json* value = value_at(one.request, rule.pointer);
    if (!value || !value->is_string()) return;
    const std::string_view held = value->get_ref<const std::string&>();
    bool bound = false;
    for (const std::string_view pair : rule.values) {
        if (pair.substr(0, pair.find('=')) != held) continue;
        if (pair.substr(pair.find('=') + 1) == one.facts.hosting) return;
        bound = true;
    }
    if (!bound) return;
    found.push_back(
        {&rule,
         rule.pointer,
         to_short_text(*value) + " is not available on " + one.facts.hosting + " hosting"});
}

void judge_compute_kind(const Rule& rule, const Case& one, Found& found) {
    if (!one.facts.compute_kind || !value_at(one.request, rule.pointer)) return;
    const Json* listener = value_at(one.effective, "/source_config/listener_id");
    const std::string id = listener ? as_string(*listener).value_or("") : "";
    const std::string kind = one.facts.compute_kind(id);
    if (contains(rule.values, kind)) return;
    found.push_back(
        {&rule,
         rule.pointer,
         "only for listeners of compute kind " + join(rule.values, ", ") +
             (kind.empty() ? ", and no such listener is chosen" : ", not " + in_quotes(kind))});
}

void judge_issued(const Rule& rule, const Case& one, Found& found) {
    if (!one.facts.issued) return;
    for_each_value(one.request, rule.pointer, [&](const Spot& spot, const Json& value) {
        const std::string text = as_string(value).value_or("");
        const bool known =
            std::any_of(rule.values.begin(), rule.values.end(), [&](const auto& issuer) {
                return one.facts.issued(issuer, text);
            });
        if (known) return;
        found.push_back(
            {&rule, spot.text(), "must be a value given out by " + join(rule.values, " or ")});
    });
}

void judge_unique(const Rule& rule, const Case& one, Found& found) {
    for_each_value(one.request, rule.pointer, [&](const Spot& spot, const Json& list) {
        std::set<std::string> seen;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string key = string_or(list[i], rule.field, "");
            if (key.empty() || seen.insert(key).second) continue;
            found.push_back(
                {&rule,
                 spot.text() + '/' + std::to_string(i) + '/' + rule.field,
                 in_quotes(key) + " stands twice; each " + rule.field + " must be unique"});
        }
    });
}

/// {key, in, to}: each item's `key` must be the `to` of an item of the array at pointer `in`.
void judge_key_ref(const Rule& rule, const Case& one, Found& found) {
    if (!value_at(one.request, rule.pointer.substr(0, rule.pointer.find("/*")))) return;
    std::set<std::string> known;
    for_each_value(
        one.effective, rule.values[0] + "/*/" + rule.values[1], [&](const Spot&, const Json& name) {
            known.insert(as_string(name).value_or(""));
        });
    for_each_value(
        one.request, rule.pointer + "/*/" + rule.field, [&](const Spot& spot, const Json& name) {
            if (known.contains(as_string(name).value_or(""))) return;
            found.push_back({&rule,
                             spot.text(),
                             to_short_text(name) + " is not the " + rule.values[1] +
                                 " of any item of " + rule.values[0]});
        });
}

void judge_condition(const Rule& rule, const Case& one, Found& found) {
    const auto& when = one.api.schema(rule.when_pointer);
    if (!when) return;  // it was checked when the contract was loaded, and so was the other
    const Json& root = rule.on_effective ? one.effective : one.request;
    const auto judge = [&](const Spot& spot, const Json& value) {
        if (!when->accepts(value)) return;
        const auto& then = one.api.schema(rule.then_pointer);
        const auto violations = then ? then->judge(value) : std::vector<Violation>();
        if (violations.empty()) return;
        const std::string& at = violations.front().instance_pointer;
        found.push_back({&rule,
                         spot.text() + at,
                         rule.message.empty() ? violations.front().message : rule.message});
    };
    if (rule.pointer.empty()) {
        judge(Spot{}, root);
    } else {
        for_each_value(root, rule.pointer, judge);
    }
}

/// How rules of one kind are judged.
struct Judge {
    RuleKind kind;
    void (*judge)(const Rule&, const Case&, Found&);
};

constexpr std::array<Judge, 10> kJudges{{
    {RuleKind::kImmutable, judge_immutable},
    {RuleKind::kOnlyForSources, judge_only_for_sources},
    {RuleKind::kSettableForSources, judge_only_for_sources},
    {RuleKind::kRequiredForSources, judge_required_for_sources},
    {RuleKind::kOnlyForHosting, judge_hosting},
    {RuleKind::kOnlyForComputeKinds, judge_compute_kind},
    {RuleKind::kIssuedBy, judge_issued},
    {RuleKind::kUniqueBy, judge_unique},
    {RuleKind::kKeyRef, judge_key_ref},
    {RuleKind::kCondition, judge_condition},
}};

/// Those that a request may break which has no value at their field.
constexpr RuleKinds kOfAnyBody = kinds_of({RuleKind::kRequiredForSources, RuleKind::kCondition});

constexpr RuleKinds judged_kinds() {
    RuleKinds kinds = 0;
    for (const Judge& row : kJudges) kinds |= kinds_of({row.kind});
    return kinds;
}

void judge_rule(const Rule& rule, const Case& one, Found& found) {
    for (const Judge& row : kJudges) {
        if (row.kind != rule.kind) continue;
        const bool is_off = one.facts.disabled_rules.contains(rule.id) || is_lifted(rule, one);
        if (!is_off) row.judge(rule, one, found);
        return;
    }
}

void judge_object(const RuleObject& object, const Case& one, Found& found) {
    if (!has_any(object.kinds, judged_kinds())) return;
    const Json* owner = object.in(one.request);
    if (!owner && !has_any(object.kinds, kOfAnyBody)) return;
    for (const RuleField& field : object.fields) {
        const RuleKinds judged = field.value_in(owner) ? judged_kinds() : kOfAnyBody;
        if (!has_any(field.kinds, judged)) continue;
        for (std::size_t i = field.first; i < field.end; ++i) {
            const Rule& rule = one.operation.rules[i];
            if (has_any(kinds_of({rule.kind}), judged)) judge_rule(rule, one, found);
        }
    }
}

}  // namespace

std::vector<RuleViolation> judge_rules(const Operation& operation,
                                       const ApiDocument& api,
                                       const Json& request,
                                       const Json* current,
                                       const Facts& facts) {
    const Json patched = current ? merge_patch(operation, *current, request) : Json();
    const Json& effective = current ? patched : request;
    const Case one{operation,
                   api,
                   request,
                   current,
                   facts,
                   effective,
                   text_in(current ? *current : request, "source"),
                   revision_source_of(request, current)};
    Found found;
    for (const RuleObject& object : operation.rules.objects()) judge_object(object, one, found);
    Found unfit = judge_defaults(operation, effective, facts);
    found.insert(found.end(), unfit.begin(), unfit.end());
    return found;
}

}  // namespace plumbline
