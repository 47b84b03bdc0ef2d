// Reads the x- keywords of a property as rules: one row of kRuleKeywords per keyword.

#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

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
    rule.base = rule.owner.child(rule.field).to_text();
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
    std::string_view name;
    RuleKind kind;
    FillRule fill;
};

constexpr std::array<RuleKeyword, 14> kRuleKeywords{{
    {"x-immutable", RuleKind::kImmutable, fill_nothing},
    {"x-only-for-sources", RuleKind::kOnlyForSources, fill_values},
    {"x-settable-for-sources", RuleKind::kSettableForSources, fill_values},
    {"x-required-on-create-for-sources", RuleKind::kRequiredForSources, fill_values},
    {"x-only-for-hosting", RuleKind::kOnlyForHosting, fill_pairs},
    {"x-only-for-compute-kinds", RuleKind::kOnlyForComputeKinds, fill_values},
    {"x-issued-by", RuleKind::kIssuedBy, fill_issuers},
    {"x-creates-revision", RuleKind::kCreatesRevision, fill_nothing},
    {"x-patch-mode", RuleKind::kReplace, fill_key},
    {"x-default", RuleKind::kDefault, fill_default},
    {"x-default-from", RuleKind::kDefaultFrom, fill_default_from},
    {"x-decimals", RuleKind::kDecimals, fill_decimals},
    {"x-unique-by", RuleKind::kUniqueBy, fill_key},
    {"x-key-ref", RuleKind::kKeyRef, fill_key_ref},
}};

void set_location(Rule& rule, const std::string& pointer) {
    rule.pointer = pointer;
    rule.in_items = pointer.find("/*") != std::string::npos;
    const auto parsed = JsonPointer::parse(pointer);
    if (!parsed || parsed->empty()) return;
    std::vector<std::string> tokens = parsed->tokens();
    rule.name = std::move(tokens.back());
    tokens.pop_back();
    rule.owner = JsonPointer(std::move(tokens));
}

Rule make_rule(const Document& document,
               const OpenApiNode& keyword,
               RuleKind kind,
               const std::string& pointer) {
    Rule rule;
    rule.kind = kind;
    set_location(rule, pointer);
    rule.id = std::string(to_text(kind)) + ':' + pointer;
    rule.basis = parse_basis(string_or(*keyword.value, "basis", "stated")).value_or(Basis::kStated);
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
    for (std::size_t i = 0; i < list.value->size(); ++i) {
        const OpenApiNode one{&(*list.value)[i], list.pointer + '/' + std::to_string(i)};
        Rule rule = make_rule(document, one, RuleKind::kCondition, pointer);
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
    return fail(ErrorCode::kInvalid,
                "\"values\" lists at least one status, from 100 to 599",
                document.where(node.pointer));
}

}  // namespace

Result<std::vector<ViolationStatus>> read_violation_statuses(const Document& document,
                                                             const OpenApiNode& operation) {
    std::vector<ViolationStatus> found;
    if (!operation.has("x-violation-status")) return found;
    const auto statuses = require_object(document, operation.child("x-violation-status"));
    if (!statuses) return fail(statuses.error());
    for (const auto& [kind, value] : statuses->value->items()) {
        const OpenApiNode entry = statuses->child(kind);
        if (!entry.has("values")) continue;
        auto values = read_status_list(document, entry.child("values"));
        if (!values) return fail(values.error());
        found.push_back(
            {std::move(*values),
             parse_basis(string_or(value, "basis", "assumed")).value_or(Basis::kAssumed),
             kind == "default" ? "" : kind});
    }
    return found;
}

Result<void> read_rules(const Document& document, const SchemaProperty& property, RuleList& rules) {
    for (const OpenApiNode& schema : property.schemas) {
        for (const RuleKeyword& keyword : kRuleKeywords) {
            if (!schema.has(keyword.name)) continue;
            const OpenApiNode value = schema.child(keyword.name);
            Rule rule = make_rule(document, value, keyword.kind, property.pointer);
            keyword.fill(*value.value, rule);
            if (rule.kind == RuleKind::kReplace && rule.field != "replace") continue;
            rule.is_uuid = string_or(*schema.value, "format", "") == "uuid";
            rules.add(std::move(rule));
        }
        if (schema.has("x-rules")) {
            read_conditions(document, schema.child("x-rules"), property.pointer, rules);
        }
    }
    return {};
}

}  // namespace plumbline::reading
