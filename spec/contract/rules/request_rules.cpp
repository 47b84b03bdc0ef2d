// Checks the rules of a request: one function per kind of rule and one row in kRuleCheckers.

#include "spec/contract/request_rules.hpp"

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

/// The request and all other input of the rules.
struct RuleInput {
    const Operation& operation;
    const ApiDocument& api;
    const Json& request;
    const Json* current;
    const RuleContext& context;
    const Json& effective;    ///< the request on create, else the record with the patch applied
    std::string_view source;  ///< by which fields are checked
    std::string_view revision_source;  ///< by which fields of the revision are checked
};

using RuleViolations = std::vector<RuleViolation>;

const Json* value_at(const Json& root, std::string_view pointer) {
    const Json* value = find(root, pointer);
    return value && !value->is_null() ? value : nullptr;
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The location of a value; becomes text only for a violation.
struct ValueLocation {
    std::string_view prefix;  ///< pointer of the value in which `pointer` begins
    std::string_view pointer;

    [[nodiscard]] std::string text() const { return std::string(prefix).append(pointer); }
};

/// Calls `visit(location, value)` for every non-null value at `pointer` of a rule; `*` is each
/// item. `prefix` is the pointer of `root`.
template <typename Visit>
void for_each_value(const Json& root,
                    std::string_view pointer,
                    const Visit& visit,
                    std::string_view prefix = "") {
    const std::string_view owner = pointer.substr(0, pointer.find("/*"));
    const Json* value = value_at(root, owner);
    if (!value) return;
    const ValueLocation location{prefix, owner};
    if (owner.size() == pointer.size()) return visit(location, *value);
    if (!value->is_array()) return;
    for (std::size_t i = 0; i < value->size(); ++i) {
        for_each_value((*value)[i],
                       pointer.substr(owner.size() + 2),
                       visit,
                       location.text() + '/' + std::to_string(i));
    }
}

/// Returns the text of a member, "" if it is not a string.
std::string_view member_text(const Json& object, std::string_view name) {
    const Json* value = member(object, name);
    const auto* text = value ? value->get_ptr<const std::string*>() : nullptr;
    return text ? std::string_view(*text) : "";
}

/// Returns the source by which the fields of a revision are checked: the revision_source of a
/// patch, if it has one. Source: description, DeploymentPatchRequest, revision_source.
std::string_view revision_source_of(const Json& request, const Json* current) {
    const bool has_own = current && value_at(request, "/revision_source");
    return has_own ? member_text(request, "revision_source")
                   : member_text(current ? *current : request, "source");
}

std::string_view source_for(const RuleInput& one, const std::string& pointer) {
    return pointer.starts_with("/source_revision_config") ? one.revision_source : one.source;
}

bool is_disabled_for_source(const Rule& rule, const RuleInput& one) {
    const auto lifted = one.context.disabled_for_sources.find(rule.id);
    return lifted != one.context.disabled_for_sources.end() &&
           lifted->second.contains(std::string(source_for(one, rule.pointer)));
}

std::string in_quotes(std::string_view text) {
    return '"' + std::string(text) + '"';
}

void check_immutable(const Rule& rule, const RuleInput& one, RuleViolations& found) {
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

void check_only_for_sources(const Rule& rule, const RuleInput& one, RuleViolations& found) {
    const std::string_view source = source_for(one, rule.pointer);
    if (contains(rule.values, source)) return;
    for_each_value(one.request, rule.pointer, [&](const ValueLocation& location, const Json&) {
        found.push_back(
            {&rule,
             location.text(),
             "only for source " + join(rule.values, ", ") + ", not for " + in_quotes(source)});
    });
}

void check_required_for_sources(const Rule& rule, const RuleInput& one, RuleViolations& found) {
    if (one.current || value_at(one.request, rule.pointer)) return;
    const std::string_view source = source_for(one, rule.pointer);
    if (!contains(rule.values, source)) return;
    found.push_back({&rule, rule.pointer, "required on create for source " + in_quotes(source)});
}

void check_hosting(const Rule& rule, const RuleInput& one, RuleViolations& found) {
    const Json* value = value_at(one.request, rule.pointer);
    if (!value || !value->is_string()) return;
    const std::string_view held = value->get_ref<const std::string&>();
    bool bound = false;
    for (const std::string_view pair : rule.values) {
        if (pair.substr(0, pair.find('=')) != held) continue;
        if (pair.substr(pair.find('=') + 1) == one.context.hosting) return;
        bound = true;
    }
    if (!bound) return;
    found.push_back(
        {&rule,
         rule.pointer,
         to_short_text(*value) + " is not available on " + one.context.hosting + " hosting"});
}

void check_compute_kind(const Rule& rule, const RuleInput& one, RuleViolations& found) {
    if (!one.context.compute_kind || !value_at(one.request, rule.pointer)) return;
    const Json* listener = value_at(one.effective, "/source_config/listener_id");
    const std::string id = listener ? as_string(*listener).value_or("") : "";
    const std::string kind = one.context.compute_kind(id);
    if (contains(rule.values, kind)) return;
    found.push_back(
        {&rule,
         rule.pointer,
         "only for listeners of compute kind " + join(rule.values, ", ") +
             (kind.empty() ? ", but no such listener is selected" : ", not " + in_quotes(kind))});
}

void check_issued(const Rule& rule, const RuleInput& one, RuleViolations& found) {
    if (!one.context.is_issued) return;
    for_each_value(
        one.request, rule.pointer, [&](const ValueLocation& location, const Json& value) {
            const std::string text = as_string(value).value_or("");
            const bool known =
                std::any_of(rule.values.begin(), rule.values.end(), [&](const auto& issuer) {
                    return one.context.is_issued(issuer, text);
                });
            if (known) return;
            found.push_back(
                {&rule, location.text(), "must be a value issued by " + join(rule.values, " or ")});
        });
}

void check_unique(const Rule& rule, const RuleInput& one, RuleViolations& found) {
    for_each_value(one.request, rule.pointer, [&](const ValueLocation& location, const Json& list) {
        std::set<std::string> seen;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string key = string_or(list[i], rule.field, "");
            if (key.empty() || seen.insert(key).second) continue;
            found.push_back(
                {&rule,
                 location.text() + '/' + std::to_string(i) + '/' + rule.field,
                 in_quotes(key) + " occurs twice; each " + rule.field + " must be unique"});
        }
    });
}

/// Checks {key, in, to}: the `key` of each item must be the `to` of an item of the array at pointer
/// `in`.
void check_key_ref(const Rule& rule, const RuleInput& one, RuleViolations& found) {
    if (!value_at(one.request, rule.pointer.substr(0, rule.pointer.find("/*")))) return;
    std::set<std::string> known;
    for_each_value(one.effective,
                   rule.values[0] + "/*/" + rule.values[1],
                   [&](const ValueLocation&, const Json& name) {
                       known.insert(as_string(name).value_or(""));
                   });
    for_each_value(one.request,
                   rule.pointer + "/*/" + rule.field,
                   [&](const ValueLocation& location, const Json& name) {
                       if (known.contains(as_string(name).value_or(""))) return;
                       found.push_back({&rule,
                                        location.text(),
                                        to_short_text(name) + " is not the " + rule.values[1] +
                                            " of any item of " + rule.values[0]});
                   });
}

void check_condition(const Rule& rule, const RuleInput& one, RuleViolations& found) {
    const auto& when = one.api.schema(rule.when_pointer);
    if (!when) return;  // cannot happen: loading the contract has checked both schemas
    const Json& root = rule.on_effective ? one.effective : one.request;
    const auto check_value = [&](const ValueLocation& location, const Json& value) {
        if (!when->accepts(value)) return;
        const auto& then = one.api.schema(rule.then_pointer);
        const auto violations = then ? then->evaluate(value) : std::vector<Violation>();
        if (violations.empty()) return;
        const std::string& at = violations.front().instance_pointer;
        found.push_back({&rule,
                         location.text() + at,
                         rule.message.empty() ? violations.front().message : rule.message});
    };
    if (rule.pointer.empty()) {
        check_value(ValueLocation{}, root);
    } else {
        for_each_value(root, rule.pointer, check_value);
    }
}

/// The check of one kind of rule.
struct RuleChecker {
    RuleKind kind;
    void (*check)(const Rule&, const RuleInput&, RuleViolations&);
};

constexpr std::array<RuleChecker, 10> kRuleCheckers{{
    {RuleKind::kImmutable, check_immutable},
    {RuleKind::kOnlyForSources, check_only_for_sources},
    {RuleKind::kSettableForSources, check_only_for_sources},
    {RuleKind::kRequiredForSources, check_required_for_sources},
    {RuleKind::kOnlyForHosting, check_hosting},
    {RuleKind::kOnlyForComputeKinds, check_compute_kind},
    {RuleKind::kIssuedBy, check_issued},
    {RuleKind::kUniqueBy, check_unique},
    {RuleKind::kKeyRef, check_key_ref},
    {RuleKind::kCondition, check_condition},
}};

/// The kinds of rule that a request can violate without a value in their field.
constexpr RuleKindSet kKindsWithoutValue =
    kinds_of({RuleKind::kRequiredForSources, RuleKind::kCondition});

constexpr RuleKindSet checked_kinds() {
    RuleKindSet kinds = 0;
    for (const RuleChecker& row : kRuleCheckers) kinds |= kinds_of({row.kind});
    return kinds;
}

void check_rule(const Rule& rule, const RuleInput& one, RuleViolations& found) {
    for (const RuleChecker& row : kRuleCheckers) {
        if (row.kind != rule.kind) continue;
        const bool is_disabled =
            one.context.disabled_rules.contains(rule.id) || is_disabled_for_source(rule, one);
        if (!is_disabled) row.check(rule, one, found);
        return;
    }
}

void check_object(const ObjectRules& object, const RuleInput& one, RuleViolations& found) {
    if (!has_any(object.kinds, checked_kinds())) return;
    const Json* owner = object.find_in(one.request);
    if (!owner && !has_any(object.kinds, kKindsWithoutValue)) return;
    for (const FieldRules& field : object.fields) {
        const RuleKindSet kinds = field.value_in(owner) ? checked_kinds() : kKindsWithoutValue;
        if (!has_any(field.kinds, kinds)) continue;
        for (std::size_t i = field.first; i < field.end; ++i) {
            const Rule& rule = one.operation.rules[i];
            if (has_any(kinds_of({rule.kind}), kinds)) check_rule(rule, one, found);
        }
    }
}

}  // namespace

std::vector<RuleViolation> check_request_rules(const Operation& operation,
                                               const ApiDocument& api,
                                               const Json& request,
                                               const Json* current,
                                               const RuleContext& context) {
    const Json patched = current ? merge_patch(operation, *current, request) : Json();
    const Json& effective = current ? patched : request;
    const RuleInput one{operation,
                        api,
                        request,
                        current,
                        context,
                        effective,
                        member_text(current ? *current : request, "source"),
                        revision_source_of(request, current)};
    RuleViolations found;
    for (const ObjectRules& object : operation.rules.objects()) check_object(object, one, found);
    RuleViolations out_of_range = check_defaults(operation, effective, context);
    found.insert(found.end(), out_of_range.begin(), out_of_range.end());
    return found;
}

}  // namespace plumbline
