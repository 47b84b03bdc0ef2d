// Checks the values of keywords. valijson converts values where it can ("3" becomes 3) and cuts
// names at a NUL character, so every value is checked here before valijson sees it.
#include "spec/schema/exact_arithmetic.hpp"
#include "spec/schema/keywords.hpp"
#include "spec/schema/value_types.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline {
namespace {

// The largest count that a double represents exactly, far above any real limit.
constexpr double kMaxCount = 9007199254740992.0;

bool is_count(const Json& value) {
    return value.is_number() && is_integral(value) && value.get<double>() >= 0 &&
           value.get<double>() <= kMaxCount;
}

bool is_type(const Json& value) {
    return value.is_string() && type_set(value) != 0;
}

bool is_non_empty_array(const Json& value) {
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

std::string expected_unless(bool right, std::string_view expected) {
    return right ? std::string() : std::string(expected);
}

}  // namespace

std::string expected_keyword_value(const Json& value, KeywordValueType kind, bool old_forms) {
    switch (kind) {
        case KeywordValueType::kAny:
            return {};
        case KeywordValueType::kBoolean:
            return expected_unless(value.is_boolean(), "true or false");
        case KeywordValueType::kString:
            return expected_unless(value.is_string(), "a string");
        case KeywordValueType::kCount:
            return expected_unless(is_count(value), "a whole number from 0");
        case KeywordValueType::kNumber:
            return expected_unless(value.is_number(), "a number");
        case KeywordValueType::kBound:
            return expected_unless(value.is_number() || (old_forms && value.is_boolean()),
                                   "a number (a boolean is only valid in OpenAPI 3.0)");
        case KeywordValueType::kPositiveNumber:
            return expected_unless(value.is_number() && value.get<double>() > 0,
                                   "a number above 0");
        case KeywordValueType::kArray:
            return expected_unless(value.is_array(), "an array");
        case KeywordValueType::kValues:
            return expected_unless(is_non_empty_array(value) || (old_forms && value.is_array()),
                                   "an array of at least one value");
        case KeywordValueType::kSchemas:
            return expected_unless(is_non_empty_array(value), "an array of at least one schema");
        case KeywordValueType::kObject:
            return expected_unless(value.is_object(), "an object");
        case KeywordValueType::kNames:
            return expected_unless(is_names(value), "an array of unique names");
        case KeywordValueType::kNamesMap:
            return expected_unless(is_names_map(value),
                                   "an object whose values are arrays of names");
        case KeywordValueType::kTypes:
            return expected_unless(
                is_type(value) || (is_non_empty_array(value) && is_set_of(value, is_type)),
                "array, boolean, integer, null, number, object, string, or an array of "
                "unique types");
        case KeywordValueType::kDialect:
            return expected_unless(is_dialect(value),
                                   "the dialect URI of JSON Schema 2020-12 or OpenAPI 3.1");
    }
    return {};
}

}  // namespace plumbline
