#include "spec/contract/rules/defaults.hpp"

#include "spec/contract/rules/rule_field_lookup.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace plumbline {
namespace {

double round_half_away(double value, int decimals) {
    const double scale = std::pow(10.0, decimals);
    // Larger numbers have no decimals to round. Scaling them would lose digits or overflow.
    constexpr double kExact = 4503599627370496.0;  // 2^52
    if (std::abs(value) >= kExact / scale) return value;
    // std::round rounds half away from zero. The small offset compensates for binary fractions:
    // 0.35 * 10 is 3.4999999999999996.
    return std::round(value * scale + std::copysign(1e-9, value)) / scale;
}

/// Calls `visit(rule)` for each enabled rule of these kinds whose object the record has.
template <typename Visit>
void for_each_active_rule(const Operation& operation,
                          RuleKindSet kinds,
                          const Json& record,
                          const RuleContext& context,
                          const Visit& visit) {
    for (const ObjectRules& object : operation.rules.objects()) {
        if (!has_any(object.kinds, kinds) || !object.find_in(record)) continue;
        for (std::size_t i = object.fields.front().first; i < object.fields.back().end; ++i) {
            const Rule& rule = operation.rules[i];
            const bool is_meant = has_any(kinds_of({rule.kind}), kinds);
            if (is_meant && !context.disabled_rules.contains(rule.id)) visit(rule);
        }
    }
}

using NumberRules = std::vector<const Rule*>;

/// Returns the enabled rules of numbers whose object the record has: mostly none.
NumberRules number_rules_of(const Operation& operation,
                            const Json& record,
                            const RuleContext& context) {
    constexpr RuleKindSet kOfNumbers = kinds_of({RuleKind::kDecimals, RuleKind::kDefaultFrom});
    NumberRules rules;
    for_each_active_rule(operation, kOfNumbers, record, context, [&](const Rule& rule) {
        if (!rule.in_items) rules.push_back(&rule);
    });
    return rules;
}

void round_decimals(const NumberRules& rules, Json& record) {
    RuleFieldLookup fields(record);
    for (const Rule* rule : rules) {
        if (rule->kind != RuleKind::kDecimals) continue;
        auto* value = const_cast<Json*>(fields.value_at(*rule));
        if (value && value->is_number_float()) {
            *value = round_half_away(value->get<double>(), rule->decimals);
        }
    }
}

/// Returns the product of two whole numbers, nothing if it exceeds 64 bits.
std::optional<Json> whole_product(const Json& value, std::uint64_t factor) {
    const bool is_negative = !value.is_number_unsigned() && value.get<std::int64_t>() < 0;
    if (is_negative) {
        std::int64_t product = 0;
        if (factor > std::numeric_limits<std::int64_t>::max() ||
            __builtin_mul_overflow(
                value.get<std::int64_t>(), static_cast<std::int64_t>(factor), &product))
            return std::nullopt;
        return Json(product);
    }
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(value.get<std::uint64_t>(), factor, &product)) return std::nullopt;
    return Json(product);
}

/// Returns value times factor, nothing if it is out of range. Integers stay exact.
std::optional<Json> product_of(const Json& value, double factor) {
    if (value.is_number_integer() && factor == std::floor(factor))
        return whole_product(value, static_cast<std::uint64_t>(factor));
    const double product = value.get<double>() * factor;
    return std::isfinite(product) ? std::optional(Json(product)) : std::nullopt;
}

/// Returns the number from which a default derives, null if the record has none.
const Json* base_of(const Rule& rule, RuleFieldLookup& fields) {
    const Json* base = member(*fields.owner_of(rule), rule.field);
    return base && base->is_number() ? base : nullptr;
}

/// Returns the number from which a missing default derives; null if the field has a value, or if
/// the record has no such number.
const Json* base_of_missing_default(const Rule& rule, RuleFieldLookup& fields) {
    const Json* held = fields.value_at(rule);
    return !held || held->is_null() ? base_of(rule, fields) : nullptr;
}

/// Applies one derived default. Returns whether it changed the record.
bool fill_default(const Rule& rule, RuleFieldLookup& fields) {
    const Json* base = base_of_missing_default(rule, fields);
    auto product = base ? product_of(*base, rule.factor) : std::nullopt;
    if (!product) return false;
    const_cast<Json&>(*fields.owner_of(rule))[rule.name] = *std::move(product);
    return true;
}

void fill_defaults(const NumberRules& rules, Json& record) {
    RuleFieldLookup fields(record);
    // A default may derive from another default (queue_cpu_limit from queue_cpu from cpu): repeat
    // until nothing changes.
    for (bool filled = true; filled;) {
        filled = false;
        for (const Rule* rule : rules) {
            if (rule->kind == RuleKind::kDefaultFrom)
                filled = fill_default(*rule, fields) || filled;
        }
    }
}

/// Sets the text at `pointer` where there is no value; `*` is each item.
void fill_text(Json& node, std::string_view pointer, const std::string& text) {
    if (pointer.starts_with("/*")) {
        if (!node.is_array()) return;
        for (Json& item : node) fill_text(item, pointer.substr(2), text);
        return;
    }
    if (!node.is_object()) return;
    const std::size_t end = pointer.find('/', 1);
    const std::string name(pointer.substr(1, end - 1));
    if (end == std::string_view::npos) {
        Json& held = node[name];
        if (held.is_null()) held = text;
    } else if (node.contains(name)) {
        fill_text(node[name], pointer.substr(end), text);
    }
}

void fill_texts(const Operation& operation, Json& record, const RuleContext& context) {
    constexpr RuleKindSet kOfTexts = kinds_of({RuleKind::kDefault});
    for_each_active_rule(operation, kOfTexts, record, context, [&](const Rule& rule) {
        fill_text(record, rule.pointer, rule.text);
    });
}

}  // namespace

void apply_defaults(const Operation& operation, Json& record, const RuleContext& context) {
    const NumberRules rules = number_rules_of(operation, record, context);
    round_decimals(rules, record);
    fill_defaults(rules, record);
    round_decimals(rules, record);
    fill_texts(operation, record, context);
}

std::vector<RuleViolation> check_defaults(const Operation& operation,
                                          const Json& effective,
                                          const RuleContext& context) {
    std::vector<RuleViolation> found;
    const NumberRules rules = number_rules_of(operation, effective, context);
    if (rules.empty()) return found;
    Json record = effective;
    round_decimals(rules, record);
    fill_defaults(rules, record);
    RuleFieldLookup fields(record);
    for (const Rule* rule : rules) {
        // All defaults in range have been applied: one with a base but no value is out of range.
        if (rule->kind != RuleKind::kDefaultFrom || !base_of_missing_default(*rule, fields))
            continue;
        found.push_back({rule,
                         rule->base,
                         "the default of " + rule->pointer + " is " +
                             to_short_text(Json(rule->factor)) +
                             " times this value, which is out of range; send that field too, or a "
                             "number closer to zero here"});
    }
    return found;
}

}  // namespace plumbline
