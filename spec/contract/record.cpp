// What a request does to a record: merging a patch, derived defaults, revision triggers.

#include "spec/contract/judge.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline {
namespace {

bool has_rule(const Operation& operation, RuleKind kind, const std::string& pointer) {
    return std::any_of(operation.rules.begin(), operation.rules.end(), [&](const Rule& rule) {
        return rule.kind == kind && rule.pointer == pointer;
    });
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
        if (has_rule(operation, RuleKind::kReplace, pointer)) {
            held = value;
        } else if (value.is_object() && held.is_object() &&
                   has_declared_members(operation.request_fields, pointer)) {
            merge_object(operation, held, value, pointer);
        } else if (is_list_of_named(value) && is_list_of_named(held)) {
            merge_named(held, value);
        } else {
            held = value;
        }
    }
}

double rounded(double value, int decimals) {
    const double scale = std::pow(10.0, decimals);
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

/// Returns value times factor; an integer stays one unless the product leaves the range.
Json multiplied(const Json& value, double factor) {
    std::int64_t product = 0;
    if (value.is_number_integer() && factor == std::floor(factor) &&
        !__builtin_mul_overflow(
            value.get<std::int64_t>(), static_cast<std::int64_t>(factor), &product)) {
        return Json(product);
    }
    return Json(value.get<double>() * factor);
}

/// Fills one derived default; says whether it did.
bool fill_default(const Rule& rule, Json& record) {
    const std::size_t slash = rule.pointer.rfind('/');
    const std::string parent = rule.pointer.substr(0, slash);
    const Json* owner = find(record, std::string_view(parent));
    const Json* held = find(record, std::string_view(rule.pointer));
    if (!owner || !owner->is_object() || (held && !held->is_null())) return false;
    const Json* base = number_at(record, parent + '/' + rule.field);
    if (!base) return false;
    return set_at(record, *JsonPointer::parse(rule.pointer), multiplied(*base, rule.factor))
        .has_value();
}

void fill_defaults(const Operation& operation, Json& record, const Facts& facts) {
    // A default may rest on another default (queue_cpu_limit on queue_cpu on cpu): repeat until
    // still.
    for (bool filled = true; filled;) {
        filled = false;
        for (const Rule& rule : operation.rules) {
            if (rule.kind != RuleKind::kDefaultFrom || facts.disabled_rules.contains(rule.id))
                continue;
            filled = fill_default(rule, record) || filled;
        }
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
