#include "spec/schema/keywords.hpp"

#include <algorithm>
#include <iterator>

namespace plumbline {
namespace {

using enum KeywordRole;
using Value = KeywordValueType;

constexpr std::string_view kWriteComponents = "use a $ref to #/components/schemas/NAME";

constexpr Keyword kKeywords[] = {
    {"$ref", kReference, Value::kString, true},
    {"$dynamicRef", kReference, Value::kString, true},
    {"$id", kIdentifier, Value::kString},
    {"$anchor", kIdentifier, Value::kString},
    {"$dynamicAnchor", kIdentifier, Value::kString},
    {"$defs", kDefinitions, Value::kObject},

    {"type", kType, Value::kTypes},

    {"const", kAssertion, Value::kAny},
    {"enum", kAssertion, Value::kValues},
    {"format", kAssertion, Value::kString},
    {"pattern", kAssertion, Value::kString},
    {"multipleOf", kAssertion, Value::kPositiveNumber},
    {"maximum", kAssertion, Value::kNumber},
    {"minimum", kAssertion, Value::kNumber},
    {"exclusiveMaximum", kAssertion, Value::kBound},
    {"exclusiveMinimum", kAssertion, Value::kBound},
    {"maxLength", kAssertion, Value::kCount},
    {"minLength", kAssertion, Value::kCount},
    {"maxItems", kAssertion, Value::kCount},
    {"minItems", kAssertion, Value::kCount},
    {"maxProperties", kAssertion, Value::kCount},
    {"minProperties", kAssertion, Value::kCount},
    {"uniqueItems", kAssertion, Value::kBoolean},
    {"required", kAssertion, Value::kNames},
    {"dependentRequired", kAssertion, Value::kNamesMap},

    {"allOf", kSchemaList, Value::kSchemas, true},
    {"anyOf", kSchemaList, Value::kSchemas, true},
    {"oneOf", kSchemaList, Value::kSchemas, true},
    {"not", kSchema, Value::kAny, true},
    {"if", kSchema, Value::kAny, true},
    {"then", kSchema, Value::kAny, true},
    {"else", kSchema, Value::kAny, true},
    {"dependentSchemas", kSchemaMap, Value::kObject, true},
    {"prefixItems", kSchemaList, Value::kSchemas},
    {"items", kSchema, Value::kAny},
    {"contains", kSeparateSchema, Value::kAny},
    {"minContains", kContainsBound, Value::kCount},
    {"maxContains", kContainsBound, Value::kCount},
    {"unevaluatedItems", kSeparateSchema, Value::kAny},
    {"unevaluatedProperties", kSeparateSchema, Value::kAny},
    {"properties", kSchemaMap, Value::kObject},
    {"patternProperties", kSchemaMap, Value::kObject},
    {"additionalProperties", kSchema, Value::kAny},
    {"propertyNames", kSchema, Value::kAny},

    {"title", kAnnotation, Value::kString},
    {"description", kAnnotation, Value::kString},
    {"default", kAnnotation, Value::kAny},
    {"example", kAnnotation, Value::kAny},
    {"examples", kAnnotation, Value::kArray},
    {"deprecated", kAnnotation, Value::kBoolean},
    {"readOnly", kAnnotation, Value::kBoolean},
    {"writeOnly", kAnnotation, Value::kBoolean},
    {"discriminator", kAnnotation, Value::kObject},
    {"xml", kAnnotation, Value::kObject},
    {"externalDocs", kAnnotation, Value::kObject},
    {"contentMediaType", kAnnotation, Value::kString},
    {"contentEncoding", kAnnotation, Value::kString},
    {"contentSchema", kAnnotation, Value::kAny},
    {"$comment", kAnnotation, Value::kString},
    {"$schema", kAnnotation, Value::kDialect},
    {"$vocabulary", kAnnotation, Value::kObject},

    {"nullable", kOpenApi30, Value::kBoolean, false, "add \"null\" to \"type\""},

    {"additionalItems", kUnsupported, Value::kAny, false, "write prefixItems and items"},
    {"dependencies",
     kUnsupported,
     Value::kAny,
     false,
     "write dependentRequired or dependentSchemas"},
    {"definitions", kUnsupported, Value::kAny, false, "write $defs or #/components/schemas"},
    {"id", kUnsupported, Value::kAny, false, kWriteComponents},
    {"$recursiveRef", kUnsupported, Value::kAny, false, kWriteComponents},
    {"$recursiveAnchor", kUnsupported, Value::kAny, false, kWriteComponents},
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
