#include "spec/contract/rules/defaults.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
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

/// Calls `visit(rule, object, name)` for each enabled rule of these kinds whose object the record
/// has; `name` is that of the field in the object.
template <typename Visit>
void for_each_active_rule(const Operation& operation,
                          RuleKindSet kinds,
                          const Json& record,
                          const RuleContext& context,
                          const Visit& visit) {
    for (const ObjectRules& object : operation.rules.objects()) {
        const Json* owner = has_any(object.kinds, kinds) ? object.find_in(record) : nullptr;
        if (!owner) continue;
        for (const FieldRules& field : object.fields) {
            for (std::size_t i = field.first; i < field.end; ++i) {
                const Rule& rule = operation.rules[i];
                const bool is_meant = has_any(kinds_of({rule.kind}), kinds);
                if (is_meant && !context.disabled_rules.contains(rule.id))
                    visit(rule, *owner, field.name);
            }
        }
    }
}

/// A rule of a number and the object in the record that contains the number.
struct NumberRule {
    const Rule& rule;
    Json& owner;
    const std::string& name;  ///< of the field in the object

    /// Returns the number, or null if there is no value.
    [[nodiscard]] Json* value() const {
        const auto held = owner.find(name);
        return held == owner.end() || held->is_null() ? nullptr : &*held;
    }
};

using NumberRules = std::vector<NumberRule>;

constexpr RuleKindSet kOfNumbers = kinds_of({RuleKind::kDecimals, RuleKind::kDefaultFrom});

/// Returns the enabled rules of numbers whose object the record has: mostly none.
NumberRules number_rules_of(const Operation& operation, Json& record, const RuleContext& context) {
    NumberRules rules;
    const auto add = [&](const Rule& rule, const Json& owner, const std::string& name) {
        const bool is_in_items = rule.pointer.find("/*") != std::string::npos;
        if (!is_in_items) rules.push_back({rule, const_cast<Json&>(owner), name});
    };
    for_each_active_rule(operation, kOfNumbers, record, context, add);
    return rules;
}

void round_decimals(const NumberRules& rules) {
    for (const NumberRule& one : rules) {
        Json* value = one.rule.kind == RuleKind::kDecimals ? one.value() : nullptr;
        if (value && value->is_number_float())
            *value = round_half_away(value->get<double>(), one.rule.decimals);
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

/// Returns the number from which a missing default derives; null if the field has a value, or if
/// the record has no such number.
const Json* base_of_missing_default(const NumberRule& one) {
    if (one.rule.kind != RuleKind::kDefaultFrom || one.value()) return nullptr;
    const Json* base = member(one.owner, one.rule.field);
    return base && base->is_number() ? base : nullptr;
}

/// Applies one derived default. Returns whether it changed the record.
bool fill_default(const NumberRule& one) {
    const Json* base = base_of_missing_default(one);
    auto product = base ? product_of(*base, one.rule.factor) : std::nullopt;
    if (!product) return false;
    one.owner[one.name] = *std::move(product);
    return true;
}

void fill_defaults(const NumberRules& rules) {
    // A default may derive from another default (queue_cpu_limit from queue_cpu from cpu): repeat
    // until nothing changes.
    for (bool filled = true; filled;) {
        filled = false;
        for (const NumberRule& one : rules) filled = fill_default(one) || filled;
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
    for_each_active_rule(
        operation, kOfTexts, record, context, [&](const Rule& rule, const auto&...) {
            fill_text(record, rule.pointer, rule.text);
        });
}

}  // namespace

void apply_defaults(const Operation& operation, Json& record, const RuleContext& context) {
    const NumberRules rules = number_rules_of(operation, record, context);
    round_decimals(rules);
    fill_defaults(rules);
    round_decimals(rules);
    fill_texts(operation, record, context);
}

std::vector<RuleViolation> check_defaults(const Operation& operation,
                                          const Json& effective,
                                          const RuleContext& context) {
    std::vector<RuleViolation> found;
    bool has_numbers = false;
    for_each_active_rule(
        operation, kOfNumbers, effective, context, [&](const auto&...) { has_numbers = true; });
    if (!has_numbers) return found;
    Json record = effective;
    const NumberRules rules = number_rules_of(operation, record, context);
    round_decimals(rules);
    fill_defaults(rules);
    for (const NumberRule& one : rules) {
        // All defaults in range have been applied: one with a base but no value is out of range.
        if (!base_of_missing_default(one)) continue;
        const Rule& rule = one.rule;
        found.push_back(
            {&rule,
             rule.pointer.substr(0, rule.pointer.rfind('/') + 1) + escape_pointer_token(rule.field),
             "the default of " + rule.pointer + " is " + to_short_text(Json(rule.factor)) +
                 " times this value, which is out of range; send that field too, or a "
                 "number closer to zero here"});
    }
    return found;
}

}  // namespace plumbline
