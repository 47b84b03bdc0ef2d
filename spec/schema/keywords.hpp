#pragma once
// The closed list of schema keywords: the value of each and how lowering treats it.

#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// What lowering does with a keyword.
enum class KeywordRole {
    kAnnotation,      ///< does not affect validity; is dropped
    kType,            ///< `type`, which becomes a TypeSet
    kAssertion,       ///< becomes an Assertion
    kSchema,          ///< its value is a schema
    kSeparateSchema,  ///< its value is a schema that is compiled as a definition of its own
    kContainsBound,   ///< a bound of `contains`, with which it is lowered
    kIdentifier,      ///< names the schema for references
    kSchemaList,      ///< its value is an array of schemas
    kSchemaMap,       ///< its value is an object of schemas
    kDefinitions,     ///< its value is an object of schemas that apply only through a `$ref`
    kReference,       ///< `$ref`, `$dynamicRef`
    kOpenApi30,       ///< OpenAPI 3.0 only: lowered in tolerant mode, rejected in closed mode
    kUnsupported,     ///< affects validity and cannot be lowered
};

/// The values that a keyword accepts.
struct KeywordValueType {
    bool (*accepts)(const Json& value);
    std::string_view expected;  ///< for messages
    /// Also accepted in tolerant mode: a form of OpenAPI 3.0, or one that is clear though invalid.
    bool (*accepts_tolerantly)(const Json& value) = nullptr;
};

/// One keyword.
struct Keyword {
    std::string_view name;
    KeywordRole role;
    const KeywordValueType& value;
    /// Whether its schemas apply to the same value as the surrounding schema, not to a part of it.
    bool in_place = false;
    /// For kUnsupported and kOpenApi30: what to write instead.
    std::string_view fix = {};
};

/// Returns the keyword of this name, or null if it is unknown.
[[nodiscard]] const Keyword* find_keyword(std::string_view name);
/// Returns the names of all supported keywords, for suggestions.
[[nodiscard]] std::vector<std::string> keyword_names();

}  // namespace plumbline
