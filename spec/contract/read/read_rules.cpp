// Reads the x- keywords of a property as rules: one row of kRuleKeywords per keyword.

#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::reading {
namespace {

using FillRule = void (*)(const Json& value, Rule& rule);

void fill_nothing(const Json&, Rule&) {}

void fill_values(const Json& value, Rule& rule) {
    rule.values = strings_or_empty(value, "value");
}

/// Reads {git_host: [cloud]} as `git_host=cloud`: one entry per allowed pair.
void fill_pairs(const Json& value, Rule& rule) {
    if (!member(value, "value")) return;
    for (const auto& [key, hostings] : value["value"].items()) {
        for (const Json& hosting : hostings) {
            rule.values.push_back(key + '=' + hosting.get<std::string>());
        }
    }
}

void fill_issuers(const Json& value, Rule& rule) {
    rule.values = strings_or_empty(value, "value");
    if (rule.values.empty()) rule.values.push_back(string_or(value, "value", ""));
}

void fill_default(const Json& value, Rule& rule) {
    rule.text = string_or(value, "value", "");
}

void fill_default_from(const Json& value, Rule& rule) {
    rule.field = string_or(value, "field", "");
    if (member(value, "factor")) rule.factor = value["factor"].get<double>();
}

void fill_decimals(const Json& value, Rule& rule) {
    rule.decimals = static_cast<int>(integer_or(value, "value", 0));
}

void fill_key(const Json& value, Rule& rule) {
    rule.field = string_or(value, "value", "");
}

void fill_key_ref(const Json& value, Rule& rule) {
    rule.field = string_or(value, "key", "");
    rule.values = {string_or(value, "in", ""), string_or(value, "to", "")};
}

struct RuleKeyword {
    std::string_view keyword;
    RuleKind kind;
    std::string_view name;  ///< of the kind
    FillRule fill;
};

using enum RuleKind;

constexpr RuleKeyword kRuleKeywords[] = {
    {"x-immutable", kImmutable, "immutable", fill_nothing},
    {"x-only-for-sources", kOnlyForSources, "only_for_sources", fill_values},
    {"x-settable-for-sources", kSettableForSources, "settable_for_sources", fill_values},
    {"x-required-on-create-for-sources", kRequiredForSources, "required_for_sources", fill_values},
    {"x-only-for-hosting", kOnlyForHosting, "only_for_hosting", fill_pairs},
    {"x-only-for-compute-kinds", kOnlyForComputeKinds, "only_for_compute_kinds", fill_values},
    {"x-issued-by", kIssuedBy, "issued_by", fill_issuers},
    {"x-creates-revision", kCreatesRevision, "creates_revision", fill_nothing},
    {"x-patch-mode", kReplace, "replace", fill_key},
    {"x-default", kDefault, "default", fill_default},
    {"x-default-from", kDefaultFrom, "default_from", fill_default_from},
    {"x-decimals", kDecimals, "decimals", fill_decimals},
    {"x-unique-by", kUniqueBy, "unique_by", fill_key},
    {"x-key-ref", kKeyRef, "key_ref", fill_key_ref},
    {"x-rules", kCondition, "condition", nullptr},  // read_conditions
};

Rule make_rule(const Document& document,
               const OpenApiNode& keyword,
               RuleKind kind,
               const std::string& pointer) {
    Rule rule;
    rule.kind = kind;
    rule.pointer = pointer;
    rule.id = std::string(to_text(kind)) + ':' + pointer;
    rule.basis = basis_or(*keyword.value, "basis", Basis::kStated);
    rule.requirements = strings_or_empty(*keyword.value, "requirements");
    rule.where = document.where(keyword.pointer);
    if (const Json* by_value = member(*keyword.value, "value_requirements")) {
        for (const auto& [value, ids] : by_value->items()) {
            auto& own = rule.value_requirements[value];
            own = strings_or_empty(*by_value, value);
            rule.requirements.insert(rule.requirements.end(), own.begin(), own.end());
        }
    }
    return rule;
}

void read_conditions(const Document& document,
                     const OpenApiNode& list,
                     const std::string& pointer,
                     RuleList& rules) {
    for (const OpenApiNode& one : list.items()) {
        Rule rule = make_rule(document, one, kCondition, pointer);
        rule.id = string_or(*one.value, "id", rule.id);
        rule.message = string_or(*one.value, "message", "");
        rule.on_effective = string_or(*one.value, "scope", "request") == "effective";
        rule.when_pointer = one.pointer + "/when";
        rule.then_pointer = one.pointer + "/then";
        rules.add(std::move(rule));
    }
}

Result<std::vector<int>> read_status_list(const Document& document, const OpenApiNode& node) {
    const bool fits = node.value->is_array() && !node.value->empty() &&
                      std::all_of(node.value->begin(), node.value->end(), [](const Json& one) {
                          return one.is_number_integer() && one >= 100 && one <= 599;
                      });
    if (fits) return node.value->get<std::vector<int>>();
    return invalid_node(document, node, "\"values\" lists at least one status, from 100 to 599");
}

}  // namespace

Result<std::vector<ViolationStatus>> read_violation_statuses(const Document& document,
                                                             const OpenApiNode& operation) {
    std::vector<ViolationStatus> found;
    if (!operation.has("x-violation-status")) return found;
    const auto statuses = require_object(document, operation.child("x-violation-status"));
    if (!statuses) return fail(statuses.error());
    for (const auto& [kind, entry] : statuses->members()) {
        if (!entry.has("values")) continue;
        auto values = read_status_list(document, entry.child("values"));
        if (!values) return fail(values.error());
        found.push_back({std::move(*values),
                         basis_or(*entry.value, "basis", Basis::kAssumed),
                         kind == "default" ? "" : kind});
    }
    return found;
}

Result<void> read_rules(const Document& document, const SchemaProperty& property, RuleList& rules) {
    for (const OpenApiNode& schema : property.schemas) {
        for (const RuleKeyword& row : kRuleKeywords) {
            if (!schema.has(row.keyword)) continue;
            const OpenApiNode value = schema.child(row.keyword);
            if (row.kind == kCondition) {
                read_conditions(document, value, property.pointer, rules);
                continue;
            }
            Rule rule = make_rule(document, value, row.kind, property.pointer);
            row.fill(*value.value, rule);
            if (rule.kind == kReplace && rule.field != "replace") continue;
            rule.is_uuid = string_or(*schema.value, "format", "") == "uuid";
            rules.add(std::move(rule));
        }
    }
    return {};
}

}  // namespace plumbline::reading

namespace plumbline {

std::string_view to_text(RuleKind kind) {
    for (const auto& row : reading::kRuleKeywords) {
        if (row.kind == kind) return row.name;
    }
    return "unknown";
}

}  // namespace plumbline
