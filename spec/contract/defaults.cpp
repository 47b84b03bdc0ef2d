#include "spec/contract/defaults.hpp"

#include "spec/json/pointer.hpp"
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

/// Finds fields that rules of numbers name. Most of them lie in one object, so the last owner is
/// kept; it may get new members meanwhile.
class NumberFields {
  public:
    explicit NumberFields(const Json& record) : record_(record) {}

    /// Returns the object that the field at `pointer` belongs to, null if there is none.
    const Json* owner_of(std::string_view pointer) {
        const std::string_view place = pointer.substr(0, pointer.rfind('/'));
        if (place_ != place) {
            place_ = place;
            const Json* found = find(record_, place);
            owner_ = found && found->is_object() ? found : nullptr;
        }
        return owner_;
    }

    /// Returns what stands at `pointer`, null if nothing does.
    const Json* value_at(std::string_view pointer) {
        const Json* owner = owner_of(pointer);
        return owner ? find(*owner, pointer.substr(pointer.rfind('/'))) : nullptr;
    }

    /// Returns the number at `pointer`, null if there is none.
    const Json* number_at(std::string_view pointer) {
        const Json* value = value_at(pointer);
        return value && value->is_number() ? value : nullptr;
    }

  private:
    const Json& record_;
    std::optional<std::string_view> place_;
    const Json* owner_ = nullptr;
};

void round_decimals(const Operation& operation, Json& record, const Facts& facts) {
    NumberFields fields(record);
    for (const Rule& rule : operation.rules) {
        if (rule.kind != RuleKind::kDecimals || facts.disabled_rules.contains(rule.id)) continue;
        auto* value = const_cast<Json*>(fields.number_at(rule.pointer));
        if (value && value->is_number_float()) {
            *value = rounded(value->get<double>(), rule.decimals);
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

/// Returns the number that a default without a value rests on; null if there is nothing to fill in,
/// or nothing to fill it from.
const Json* base_of_missing(const Rule& rule, NumberFields& fields) {
    const Json* held = fields.value_at(rule.pointer);
    const bool is_missing = fields.owner_of(rule.pointer) && (!held || held->is_null());
    return is_missing ? fields.number_at(rule.base) : nullptr;
}

/// Fills one derived default; says whether it did.
bool fill_default(const Rule& rule, Json& record, NumberFields& fields) {
    const Json* base = base_of_missing(rule, fields);
    const auto product = base ? product_of(*base, rule.factor) : std::nullopt;
    return product && set_at(record, *JsonPointer::parse(rule.pointer), *product).has_value();
}

/// Calls `visit` for every rule for derived defaults that is in force.
template <typename Visit>
void for_each_default(const Operation& operation, const Facts& facts, const Visit& visit) {
    for (const Rule& rule : operation.rules) {
        const bool in_force =
            rule.kind == RuleKind::kDefaultFrom && !facts.disabled_rules.contains(rule.id);
        if (in_force) visit(rule);
    }
}

void fill_defaults(const Operation& operation, Json& record, const Facts& facts) {
    NumberFields fields(record);
    // A default may rest on another default (queue_cpu_limit on queue_cpu on cpu): repeat until
    // still.
    for (bool filled = true; filled;) {
        filled = false;
        for_each_default(operation, facts, [&](const Rule& rule) {
            filled = fill_default(rule, record, fields) || filled;
        });
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
    if (end != std::string_view::npos) {
        if (node.contains(name)) fill_text(node[name], pointer.substr(end), text);
    } else if (!node.contains(name) || node[name].is_null()) {
        node[name] = text;
    }
}

void fill_texts(const Operation& operation, Json& record, const Facts& facts) {
    for (const Rule& rule : operation.rules) {
        if (rule.kind != RuleKind::kDefault || facts.disabled_rules.contains(rule.id)) continue;
        fill_text(record, rule.pointer, rule.text);
    }
}

}  // namespace

void fill_in(const Operation& operation, Json& record, const Facts& facts) {
    round_decimals(operation, record, facts);
    fill_defaults(operation, record, facts);
    round_decimals(operation, record, facts);
    fill_texts(operation, record, facts);
}

std::vector<RuleViolation> judge_defaults(const Operation& operation,
                                          const Json& effective,
                                          const Facts& facts) {
    std::vector<RuleViolation> found;
    // Without a number to rest on no default is filled, and most requests have none.
    NumberFields sent(effective);
    bool has_base = false;
    for_each_default(operation, facts, [&](const Rule& rule) {
        has_base = has_base || sent.number_at(rule.base) != nullptr;
    });
    if (!has_base) return found;
    Json record = effective;
    round_decimals(operation, record, facts);
    fill_defaults(operation, record, facts);
    NumberFields fields(record);
    for_each_default(operation, facts, [&](const Rule& rule) {
        // What could be filled is filled: what has a base and no value is too large for a number.
        if (!base_of_missing(rule, fields)) return;
        found.push_back({&rule,
                         rule.base,
                         "the default of " + rule.pointer + " is " +
                             to_short_text(Json(rule.factor)) +
                             " times this, which no number holds; send that as well, or a number "
                             "nearer to zero"});
    });
    return found;
}

}  // namespace plumbline
