#pragma once
// The closed list of schema keywords: what value each takes, and what becomes of it.

#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// What lowering does with a keyword.
enum class Role {
    kAnnotation,   ///< says nothing about validity, dropped
    kType,         ///< `type`: valijson's own
    kAssertion,    ///< becomes a Check of ours
    kSchema,       ///< holds a schema
    kSchemaList,   ///< holds an array of schemas
    kSchemaMap,    ///< holds an object of schemas
    kDefinitions,  ///< holds an object of schemas that apply only where a `$ref` points at them
    kReference,    ///< `$ref`
    kOld,          ///< OpenAPI 3.0 only: lowered in tolerant mode, refused in closed mode
    kRefused,      ///< would change a verdict and cannot be lowered
};

/// What the value of a keyword must be.
enum class ValueKind {
    kAny,
    kBoolean,
    kString,
    kCount,
    kNumber,
    kBound,
    kPositiveNumber,
    kArray,
    kFilledArray,
    kSchemas,
    kObject,
    kNames,
    kNamesMap,
    kTypes,
    kDialect,
};

/// One row of the list.
struct Keyword {
    std::string_view name;
    Role role;
    ValueKind value;
    /// Whether its schemas judge the same value as the schema that holds it, not a part of it.
    bool in_place = false;
    /// For refused and old keywords: what to write instead.
    std::string_view mend = {};
};

/// Returns the row of `name`, or null for a name that no schema knows.
[[nodiscard]] const Keyword* find_keyword(std::string_view name);
/// Returns every name that may be written, for suggestions.
[[nodiscard]] std::vector<std::string> keyword_names();

/// Returns what `kind` expects if `value` is not that, else nothing. `old_forms` admits the boolean
/// exclusive bounds of OpenAPI 3.0.
[[nodiscard]] std::string wrong_value(const Json& value, ValueKind kind, bool old_forms);

}  // namespace plumbline
