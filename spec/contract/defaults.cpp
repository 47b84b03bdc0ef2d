#include "spec/contract/defaults.hpp"

#include "spec/contract/rule_fields.hpp"
#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace plumbline {
namespace {

double rounded(double value, int decimals) {
    const double scale = std::pow(10.0, decimals);
    // A number so large has no digits to spare for rounding: times the scale it loses some, or is
    // infinite.
    constexpr double kExact = 4503599627370496.0;  // 2^52
    if (std::abs(value) >= kExact / scale) return value;
    // std::round goes half away from zero. The small push heals what binary fractions take away:
    // 0.35 * 10 is 3.4999999999999996.
    return std::round(value * scale + std::copysign(1e-9, value)) / scale;
}

/// Calls `visit(rule)` for each rule of some kinds that is in force and whose object the record
/// has.
template <typename Visit>
void for_each_in_force(const Operation& operation,
                       RuleKinds kinds,
                       const Json& record,
                       const Facts& facts,
                       const Visit& visit) {
    for (const RuleObject& object : operation.rules.objects()) {
        if (!has_any(object.kinds, kinds) || !object.in(record)) continue;
        for (std::size_t i = object.fields.front().first; i < object.fields.back().end; ++i) {
            const Rule& rule = operation.rules[i];
            const bool is_meant = has_any(kinds_of({rule.kind}), kinds);
            if (is_meant && !facts.disabled_rules.contains(rule.id)) visit(rule);
        }
    }
}

using NumberRules = std::vector<const Rule*>;

/// Returns the rules of numbers that are in force and whose object the record has: mostly none.
NumberRules number_rules_of(const Operation& operation, const Json& record, const Facts& facts) {
    constexpr RuleKinds kOfNumbers = kinds_of({RuleKind::kDecimals, RuleKind::kDefaultFrom});
    NumberRules rules;
    for_each_in_force(operation, kOfNumbers, record, facts, [&](const Rule& rule) {
        if (!rule.in_items) rules.push_back(&rule);
    });
    return rules;
}

void round_decimals(const NumberRules& rules, Json& record) {
    RuleFields fields(record);
    for (const Rule* rule : rules) {
        if (rule->kind != RuleKind::kDecimals) continue;
        auto* value = const_cast<Json*>(fields.value_at(*rule));
        if (value && value->is_number_float()) {
            *value = rounded(value->get<double>(), rule->decimals);
        }
    }
}

/// Returns the product of two whole numbers, nothing where no number of 64 bits holds it.
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

/// Returns value times factor, nothing where no number holds it: an integer stays exact.
std::optional<Json> product_of(const Json& value, double factor) {
    if (value.is_number_integer() && factor == std::floor(factor))
        return whole_product(value, static_cast<std::uint64_t>(factor));
    const double product = value.get<double>() * factor;
    return std::isfinite(product) ? std::optional(Json(product)) : std::nullopt;
}

/// Returns the number that a derived default rests on, null if the record has none.
const Json* base_of(const Rule& rule, RuleFields& fields) {
    const Json* base = member(*fields.owner_of(rule), rule.field);
    return base && base->is_number() ? base : nullptr;
}

/// Returns the number that a default without a value rests on; null if there is nothing to fill in,
/// or nothing to fill it from.
const Json* base_of_missing(const Rule& rule, RuleFields& fields) {
    const Json* held = fields.value_at(rule);
    return !held || held->is_null() ? base_of(rule, fields) : nullptr;
}

/// Fills one derived default; says whether it did.
bool fill_default(const Rule& rule, RuleFields& fields) {
    const Json* base = base_of_missing(rule, fields);
    auto product = base ? product_of(*base, rule.factor) : std::nullopt;
    if (!product) return false;
    const_cast<Json&>(*fields.owner_of(rule))[rule.name] = *std::move(product);
    return true;
}

void fill_defaults(const NumberRules& rules, Json& record) {
    RuleFields fields(record);
    // A default may rest on another default (queue_cpu_limit on queue_cpu on cpu): repeat until
    // still.
    for (bool filled = true; filled;) {
        filled = false;
        for (const Rule* rule : rules) {
            if (rule->kind == RuleKind::kDefaultFrom)
                filled = fill_default(*rule, fields) || filled;
        }
    }
}

/// Gives each object at the rule's place its text where it has no value; `*` is each item.
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

void fill_texts(const Operation& operation, Json& record, const Facts& facts) {
    constexpr RuleKinds kOfTexts = kinds_of({RuleKind::kDefault});
    for_each_in_force(operation, kOfTexts, record, facts, [&](const Rule& rule) {
        fill_text(record, rule.pointer, rule.text);
    });
}

}  // namespace

void fill_in(const Operation& operation, Json& record, const Facts& facts) {
    const NumberRules rules = number_rules_of(operation, record, facts);
    round_decimals(rules, record);
    fill_defaults(rules, record);
    round_decimals(rules, record);
    fill_texts(operation, record, facts);
}

std::vector<RuleViolation> judge_defaults(const Operation& operation,
                                          const Json& effective,
                                          const Facts& facts) {
    std::vector<RuleViolation> found;
    const NumberRules rules = number_rules_of(operation, effective, facts);
    if (rules.empty()) return found;
    Json record = effective;
    round_decimals(rules, record);
    fill_defaults(rules, record);
    RuleFields fields(record);
    for (const Rule* rule : rules) {
        // What could be filled is filled: what has a base and no value is too large for a number.
        if (rule->kind != RuleKind::kDefaultFrom || !base_of_missing(*rule, fields)) continue;
        found.push_back({rule,
                         rule->base,
                         "the default of " + rule->pointer + " is " +
                             to_short_text(Json(rule->factor)) +
                             " times this, which no number holds; send that as well, or a number "
                             "nearer to zero"});
    }
    return found;
}

}  // namespace plumbline
