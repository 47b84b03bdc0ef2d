// What a request does to a record: merging a patch, derived defaults, revision triggers.

#include "spec/base/text.hpp"
#include "spec/contract/judge.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace plumbline {
namespace {

const Rule* rule_at(const Operation& operation, RuleKind kind, const std::string& pointer) {
    const auto found =
        std::find_if(operation.rules.begin(), operation.rules.end(), [&](const Rule& rule) {
            return rule.kind == kind && rule.pointer == pointer;
        });
    return found == operation.rules.end() ? nullptr : &*found;
}

bool is_field(const std::vector<std::string>& fields, const std::string& pointer) {
    return std::find(fields.begin(), fields.end(), pointer) != fields.end();
}

/// Says whether the properties of the object at `pointer` are known one by one (a map's are not).
bool has_declared_members(const std::vector<std::string>& fields, const std::string& pointer) {
    return std::any_of(fields.begin(), fields.end(), [&](const std::string& field) {
        return field.rfind(pointer + '/', 0) == 0 && field.compare(pointer.size(), 2, "/*") != 0;
    });
}

bool is_list_of_named(const Json& value) {
    return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& item) {
               return item.is_object() && item.contains("name");
           });
}

/// Puts each item of `patch` in the place of the one of its name, or behind the others.
void merge_named(Json& list, const Json& patch) {
    for (const Json& item : patch) {
        const auto named = std::find_if(
            list.begin(), list.end(), [&](const Json& old) { return old["name"] == item["name"]; });
        if (named == list.end()) {
            list.push_back(item);
        } else {
            *named = item;
        }
    }
}

/// Merging one object level: null is "not supplied", unknown members are ignored.
void merge_object(const Operation& operation,
                  Json& record,
                  const Json& patch,
                  const std::string& at) {
    for (const auto& [key, value] : patch.items()) {
        const std::string pointer = at + '/' + escape_pointer_token(key);
        if (value.is_null() || !is_field(operation.request_fields, pointer)) continue;
        if (at.empty() && !record.contains(key)) continue;
        Json& held = record[key];
        const Rule* immutable = rule_at(operation, RuleKind::kImmutable, pointer);
        if (immutable && is_same_value(*immutable, held, value)) continue;
        const bool merges = !rule_at(operation, RuleKind::kReplace, pointer);
        if (merges && value.is_object() && held.is_object() &&
            has_declared_members(operation.request_fields, pointer)) {
            merge_object(operation, held, value, pointer);
        } else if (merges && is_list_of_named(value) && is_list_of_named(held)) {
            merge_named(held, value);
        } else {
            held = value;
        }
    }
}

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

Json* number_at(Json& record, const std::string& pointer) {
    const Json* value = find(record, std::string_view(pointer));
    return value && value->is_number() ? const_cast<Json*>(value) : nullptr;
}

void round_decimals(const Operation& operation, Json& record, const Facts& facts) {
    for (const Rule& rule : operation.rules) {
        if (rule.kind != RuleKind::kDecimals || facts.disabled_rules.contains(rule.id)) continue;
        if (Json* value = number_at(record, rule.pointer); value && value->is_number_float()) {
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

/// A default that has no value yet, and what it rests on.
struct Missing {
    const Json* base = nullptr;  ///< null: there is nothing to fill in, or nothing to fill it from
    std::string base_pointer;
};

Missing missing_default(const Rule& rule, Json& record) {
    const std::string_view pointer = rule.pointer;
    const std::string_view parent = pointer.substr(0, pointer.rfind('/'));
    const Json* owner = find(record, parent);
    if (!owner || !owner->is_object()) return {};
    const Json* held = find(record, pointer);
    if (held && !held->is_null()) return {};
    const std::string base_pointer = std::string(parent) + '/' + rule.field;
    return {number_at(record, base_pointer), base_pointer};
}

/// Fills one derived default; says whether it did.
bool fill_default(const Rule& rule, Json& record) {
    const Missing missing = missing_default(rule, record);
    const auto product = missing.base ? product_of(*missing.base, rule.factor) : std::nullopt;
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
    // A default may rest on another default (queue_cpu_limit on queue_cpu on cpu): repeat until
    // still.
    for (bool filled = true; filled;) {
        filled = false;
        for_each_default(operation, facts, [&](const Rule& rule) {
            filled = fill_default(rule, record) || filled;
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

void materialise_nulls(const Operation& operation, Json& record) {
    for (const std::string& field : operation.record_fields) {
        if (field.find("/*") != std::string::npos) continue;
        const std::size_t slash = field.rfind('/');
        const Json* owner = find(record, std::string_view(field).substr(0, slash));
        if (!owner || !owner->is_object() || find(record, std::string_view(field))) continue;
        (void)set_at(record, *JsonPointer::parse(field), Json());
    }
}

}  // namespace

bool is_same_value(const Rule& immutable, const Json& held, const Json& wanted) {
    const auto held_text = immutable.is_uuid ? as_string(held) : std::nullopt;
    const auto wanted_text = as_string(wanted);
    if (held_text && wanted_text) return equals_ignoring_case(*held_text, *wanted_text);
    return held == wanted;
}

Json merge_patch(const Operation& operation, const Json& current, const Json& request) {
    Json record = current;
    if (request.is_object()) merge_object(operation, record, request, "");
    return record;
}

void complete_record(const Operation& operation, Json& record, const Facts& facts) {
    materialise_nulls(operation, record);
    round_decimals(operation, record, facts);
    fill_defaults(operation, record, facts);
    round_decimals(operation, record, facts);
    fill_texts(operation, record, facts);
}

std::vector<RuleViolation> judge_defaults(const Operation& operation,
                                          const Json& effective,
                                          const Facts& facts) {
    Json record = effective;
    round_decimals(operation, record, facts);
    fill_defaults(operation, record, facts);
    std::vector<RuleViolation> found;
    for_each_default(operation, facts, [&](const Rule& rule) {
        // What could be filled is filled: what has a base and no value is too large for a number.
        const Missing missing = missing_default(rule, record);
        if (!missing.base) return;
        found.push_back({&rule,
                         missing.base_pointer,
                         "the default of " + rule.pointer + " is " +
                             to_short_text(Json(rule.factor)) +
                             " times this, which no number holds; send that as well, or a number "
                             "nearer to zero"});
    });
    return found;
}

std::vector<std::string> revision_triggers(const Operation& operation, const Json& request) {
    std::vector<std::string> pointers;
    for (const Rule& rule : operation.rules) {
        if (rule.kind != RuleKind::kCreatesRevision) continue;
        const Json* value = find(request, std::string_view(rule.pointer));
        if (value && !value->is_null()) pointers.push_back(rule.pointer);
    }
    return pointers;
}

}  // namespace plumbline
