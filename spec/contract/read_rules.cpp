// The x- keywords of a property, as rules. One row of kKeywords per keyword.

#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::reading {
namespace {

using Fill = void (*)(const Json& value, Rule& rule);

void fill_nothing(const Json&, Rule&) {}

void fill_values(const Json& value, Rule& rule) {
    rule.values = strings_or_empty(value, "value");
}

/// {git_host: [cloud]} becomes `git_host=cloud`: one entry per allowed pair.
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

struct Keyword {
    std::string_view name;
    RuleKind kind;
    Fill fill;
};

constexpr std::array<Keyword, 14> kKeywords{{
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

void set_place(Rule& rule, const std::string& pointer) {
    rule.pointer = pointer;
    rule.in_items = pointer.find("/*") != std::string::npos;
    const auto place = JsonPointer::parse(pointer);
    if (!place || place->empty()) return;
    std::vector<Name> tokens = place->tokens();
    rule.name = std::move(tokens.back());
    tokens.pop_back();
    rule.owner = JsonPointer(std::move(tokens));
}

Rule rule_of(const Document& document,
             const Place& keyword,
             RuleKind kind,
             const std::string& pointer) {
    Rule rule;
    rule.kind = kind;
    set_place(rule, pointer);
    rule.id = std::string(to_text(kind)) + ':' + pointer;
    rule.basis = parse_basis(string_or(*keyword.node, "basis", "stated")).value_or(Basis::kStated);
    rule.requirements = strings_or_empty(*keyword.node, "requirements");
    rule.where = document.where(keyword.pointer);
    return rule;
}

void read_conditions(const Document& document,
                     const Place& list,
                     const std::string& pointer,
                     RuleList& rules) {
    for (std::size_t i = 0; i < list.node->size(); ++i) {
        const Place one{&(*list.node)[i], list.pointer + '/' + std::to_string(i)};
        Rule rule = rule_of(document, one, RuleKind::kCondition, pointer);
        rule.id = string_or(*one.node, "id", rule.id);
        rule.message = string_or(*one.node, "message", "");
        rule.on_effective = string_or(*one.node, "scope", "request") == "effective";
        rule.when_pointer = one.pointer + "/when";
        rule.then_pointer = one.pointer + "/then";
        rules.add(std::move(rule));
    }
}

Result<std::vector<int>> statuses_in(const Document& document, const Place& place) {
    const bool fits = place.node->is_array() && !place.node->empty() &&
                      std::all_of(place.node->begin(), place.node->end(), [](const Json& one) {
                          return one.is_number_integer() && one >= 100 && one <= 599;
                      });
    if (fits) return place.node->get<std::vector<int>>();
    return fail(ErrorCode::kInvalid,
                "\"values\" lists at least one status, from 100 to 599",
                document.where(place.pointer));
}

}  // namespace

Result<std::vector<ViolationStatus>> read_violation_statuses(const Document& document,
                                                             const Place& operation) {
    std::vector<ViolationStatus> found;
    if (!operation.has("x-violation-status")) return found;
    const auto statuses = object_at(document, operation.child("x-violation-status"));
    if (!statuses) return fail(statuses.error());
    for (const auto& [kind, value] : statuses->node->items()) {
        const Place entry = statuses->child(kind);
        if (!entry.has("values")) continue;
        auto values = statuses_in(document, entry.child("values"));
        if (!values) return fail(values.error());
        found.push_back(
            {std::move(*values),
             parse_basis(string_or(value, "basis", "assumed")).value_or(Basis::kAssumed),
             kind == "default" ? "" : kind});
    }
    return found;
}

Result<void> read_rules(const Document& document, const Property& property, RuleList& rules) {
    for (const Place& schema : property.schemas) {
        for (const Keyword& keyword : kKeywords) {
            if (!schema.has(keyword.name)) continue;
            const Place value = schema.child(keyword.name);
            Rule rule = rule_of(document, value, keyword.kind, property.pointer);
            keyword.fill(*value.node, rule);
            if (rule.kind == RuleKind::kReplace && rule.field != "replace") continue;
            rule.is_uuid = string_or(*schema.node, "format", "") == "uuid";
            rules.add(std::move(rule));
        }
        if (schema.has("x-rules")) {
            read_conditions(document, schema.child("x-rules"), property.pointer, rules);
        }
    }
    return {};
}

}  // namespace plumbline::reading
