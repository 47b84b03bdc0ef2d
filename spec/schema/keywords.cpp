#include "spec/schema/keywords.hpp"

#include "spec/json/numbers.hpp"
#include "spec/schema/value_types.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace plumbline {
namespace {

using enum KeywordRole;

// The largest count that a double represents exactly, far above any real limit.
constexpr double kMaxCount = 9007199254740992.0;

bool is_count(const Json& value) {
    return value.is_number() && is_integral(value) && value.get<double>() >= 0 &&
           value.get<double>() <= kMaxCount;
}

bool is_boolean(const Json& value) {
    return value.is_boolean();
}

bool is_number(const Json& value) {
    return value.is_number();
}

bool is_array(const Json& value) {
    return value.is_array();
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

bool is_text_list(const Json& value) {
    return value.is_array() && std::all_of(value.begin(), value.end(), is_name);
}

bool is_names_map(const Json& value) {
    return value.is_object() && std::all_of(value.begin(), value.end(), is_names);
}

bool is_types(const Json& value) {
    return is_type(value) || (is_non_empty_array(value) && is_set_of(value, is_type));
}

bool is_dialect(const Json& value) {
    return value == "https://json-schema.org/draft/2020-12/schema" ||
           value == "https://spec.openapis.org/oas/3.1/dialect/base";
}

// valijson converts values where it can ("3" becomes 3) and cuts names at a NUL character, so every
// value is checked before valijson sees it.
constexpr KeywordValueType kAnyValue{[](const Json&) { return true; }, ""};
constexpr KeywordValueType kBooleanValue{is_boolean, "true or false"};
constexpr KeywordValueType kStringValue{[](const Json& value) { return value.is_string(); },
                                        "a string"};
constexpr KeywordValueType kCountValue{is_count, "a whole number from 0"};
constexpr KeywordValueType kNumberValue{is_number, "a number"};
constexpr KeywordValueType kBoundValue{
    is_number, "a number (a boolean is only valid in OpenAPI 3.0)", is_boolean};
constexpr KeywordValueType kPositiveNumberValue{
    [](const Json& value) { return value.is_number() && value.get<double>() > 0; },
    "a number above 0"};
constexpr KeywordValueType kArrayValue{is_array, "an array"};
constexpr KeywordValueType kEnumValue{
    is_non_empty_array, "an array of at least one value", is_array};
constexpr KeywordValueType kSchemasValue{is_non_empty_array, "an array of at least one schema"};
constexpr KeywordValueType kObjectValue{[](const Json& value) { return value.is_object(); },
                                        "an object"};
constexpr KeywordValueType kNamesValue{is_names, "an array of unique names", is_text_list};
constexpr KeywordValueType kNamesMapValue{is_names_map,
                                          "an object whose values are arrays of names"};
constexpr KeywordValueType kTypesValue{
    is_types, "array, boolean, integer, null, number, object, string, or an array of unique types"};
constexpr KeywordValueType kDialectValue{is_dialect,
                                         "the dialect URI of JSON Schema 2020-12 or OpenAPI 3.1"};

constexpr std::string_view kWriteComponents = "use a $ref to #/components/schemas/NAME";

constexpr Keyword kKeywords[] = {
    {"$ref", kReference, kStringValue, true},
    {"$dynamicRef", kReference, kStringValue, true},
    {"$id", kIdentifier, kStringValue},
    {"$anchor", kIdentifier, kStringValue},
    {"$dynamicAnchor", kIdentifier, kStringValue},
    {"$defs", kDefinitions, kObjectValue},

    {"type", kType, kTypesValue},

    {"const", kAssertion, kAnyValue},
    {"enum", kAssertion, kEnumValue},
    {"format", kAssertion, kStringValue},
    {"pattern", kAssertion, kStringValue},
    {"multipleOf", kAssertion, kPositiveNumberValue},
    {"maximum", kAssertion, kNumberValue},
    {"minimum", kAssertion, kNumberValue},
    {"exclusiveMaximum", kAssertion, kBoundValue},
    {"exclusiveMinimum", kAssertion, kBoundValue},
    {"maxLength", kAssertion, kCountValue},
    {"minLength", kAssertion, kCountValue},
    {"maxItems", kAssertion, kCountValue},
    {"minItems", kAssertion, kCountValue},
    {"maxProperties", kAssertion, kCountValue},
    {"minProperties", kAssertion, kCountValue},
    {"uniqueItems", kAssertion, kBooleanValue},
    {"required", kAssertion, kNamesValue},
    {"dependentRequired", kAssertion, kNamesMapValue},

    {"allOf", kSchemaList, kSchemasValue, true},
    {"anyOf", kSchemaList, kSchemasValue, true},
    {"oneOf", kSchemaList, kSchemasValue, true},
    {"not", kSchema, kAnyValue, true},
    {"if", kSchema, kAnyValue, true},
    {"then", kSchema, kAnyValue, true},
    {"else", kSchema, kAnyValue, true},
    {"dependentSchemas", kSchemaMap, kObjectValue, true},
    {"prefixItems", kSchemaList, kSchemasValue},
    {"items", kSchema, kAnyValue},
    {"contains", kSeparateSchema, kAnyValue},
    {"minContains", kContainsBound, kCountValue},
    {"maxContains", kContainsBound, kCountValue},
    {"unevaluatedItems", kSeparateSchema, kAnyValue},
    {"unevaluatedProperties", kSeparateSchema, kAnyValue},
    {"properties", kSchemaMap, kObjectValue},
    {"patternProperties", kSchemaMap, kObjectValue},
    {"additionalProperties", kSchema, kAnyValue},
    {"propertyNames", kSchema, kAnyValue},

    {"title", kAnnotation, kStringValue},
    {"description", kAnnotation, kStringValue},
    {"default", kAnnotation, kAnyValue},
    {"example", kAnnotation, kAnyValue},
    {"examples", kAnnotation, kArrayValue},
    {"deprecated", kAnnotation, kBooleanValue},
    {"readOnly", kAnnotation, kBooleanValue},
    {"writeOnly", kAnnotation, kBooleanValue},
    {"discriminator", kAnnotation, kObjectValue},
    {"xml", kAnnotation, kObjectValue},
    {"externalDocs", kAnnotation, kObjectValue},
    {"contentMediaType", kAnnotation, kStringValue},
    {"contentEncoding", kAnnotation, kStringValue},
    {"contentSchema", kAnnotation, kAnyValue},
    {"$comment", kAnnotation, kStringValue},
    {"$schema", kAnnotation, kDialectValue},
    {"$vocabulary", kAnnotation, kObjectValue},

    {"nullable", kOpenApi30, kBooleanValue, false, "add \"null\" to \"type\""},

    {"additionalItems", kUnsupported, kAnyValue, false, "write prefixItems and items"},
    {"dependencies", kUnsupported, kAnyValue, false, "write dependentRequired or dependentSchemas"},
    {"definitions", kUnsupported, kAnyValue, false, "write $defs or #/components/schemas"},
    {"id", kUnsupported, kAnyValue, false, kWriteComponents},
    {"$recursiveRef", kUnsupported, kAnyValue, false, kWriteComponents},
    {"$recursiveAnchor", kUnsupported, kAnyValue, false, kWriteComponents},
};

}  // namespace

const Keyword* find_keyword(std::string_view name) {
    const auto row = std::find_if(std::begin(kKeywords),
                                  std::end(kKeywords),
                                  [&](const Keyword& keyword) { return keyword.name == name; });
    return row == std::end(kKeywords) ? nullptr : row;
}

std::vector<std::string> keyword_names() {
    std::vector<std::string> names;
    for (const Keyword& keyword : kKeywords) {
        if (keyword.role != kUnsupported && keyword.role != kOpenApi30)
            names.emplace_back(keyword.name);
    }
    return names;
}

}  // namespace plumbline
