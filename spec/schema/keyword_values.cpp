// What the value of each kind of keyword must be. valijson converts where it can ("3" becomes 3)
// and cuts names at a NUL, so nothing reaches it that has not passed here.
#include "spec/schema/exact.hpp"
#include "spec/schema/keywords.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline {
namespace {

constexpr std::string_view kTypes[] = {
    "array", "boolean", "integer", "null", "number", "object", "string"};

// The largest count that a double still holds exactly; no real limit comes near.
constexpr double kMaxCount = 9007199254740992.0;

bool is_count(const Json& value) {
    return value.is_number() && is_integral(value) && value.get<double>() >= 0 &&
           value.get<double>() <= kMaxCount;
}

bool is_type(const Json& value) {
    return value.is_string() &&
           std::find(std::begin(kTypes), std::end(kTypes), value.get_ref<const std::string&>()) !=
               std::end(kTypes);
}

bool is_filled_array(const Json& value) {
    return value.is_array() && !value.empty();
}

bool is_set_of(const Json& value, bool (*is_member)(const Json&)) {
    return value.is_array() && std::all_of(value.begin(), value.end(), is_member) &&
           std::set<Json>(value.begin(), value.end()).size() == value.size();
}

bool is_name(const Json& value) {
    return value.is_string() && value.get_ref<const std::string&>().find('\0') == std::string::npos;
}

bool is_names(const Json& value) {
    return is_set_of(value, is_name);
}

bool is_names_map(const Json& value) {
    return value.is_object() && std::all_of(value.begin(), value.end(), is_names);
}

bool is_dialect(const Json& value) {
    return value == "https://json-schema.org/draft/2020-12/schema" ||
           value == "https://spec.openapis.org/oas/3.1/dialect/base";
}

std::string unless(bool right, std::string_view expected) {
    return right ? std::string() : std::string(expected);
}

}  // namespace

std::string wrong_value(const Json& value, ValueKind kind, bool old_forms) {
    switch (kind) {
        case ValueKind::kAny:
            return {};
        case ValueKind::kBoolean:
            return unless(value.is_boolean(), "true or false");
        case ValueKind::kString:
            return unless(value.is_string(), "a string");
        case ValueKind::kCount:
            return unless(is_count(value), "a whole number from 0");
        case ValueKind::kNumber:
            return unless(value.is_number(), "a number");
        case ValueKind::kBound:
            return unless(value.is_number() || (old_forms && value.is_boolean()),
                          "a number (the boolean form is that of OpenAPI 3.0)");
        case ValueKind::kPositiveNumber:
            return unless(value.is_number() && value.get<double>() > 0, "a number above 0");
        case ValueKind::kArray:
            return unless(value.is_array(), "an array");
        case ValueKind::kFilledArray:
            return unless(is_filled_array(value), "an array of at least one value");
        case ValueKind::kSchemas:
            return unless(is_filled_array(value), "an array of at least one schema");
        case ValueKind::kObject:
            return unless(value.is_object(), "an object");
        case ValueKind::kNames:
            return unless(is_names(value), "an array of different names");
        case ValueKind::kNamesMap:
            return unless(is_names_map(value), "an object whose values are arrays of names");
        case ValueKind::kTypes:
            return unless(is_type(value) || (is_filled_array(value) && is_set_of(value, is_type)),
                          "array, boolean, integer, null, number, object, string, or an array of "
                          "different ones");
        case ValueKind::kDialect:
            return unless(is_dialect(value), "the dialect of JSON Schema 2020-12 or OpenAPI 3.1");
    }
    return {};
}

}  // namespace plumbline
