#pragma once
// Evaluates a value against the nodes of a schema.

#include "spec/json/json_fwd.hpp"
#include "spec/schema/schema_table.hpp"
#include "spec/schema/violations.hpp"

namespace plumbline {

/// Whether a value matches a schema. Ordered: all of several schemas match as the least does.
enum class SchemaMatch {
    kFails,
    kUnknown,  ///< it would match, but for a keyword that cannot be judged
    kMatches,
};

/// Evaluates a value against the first definition of a table. Adds every violation to `violations`;
/// if that is null, ends at the first one. Linear in the size of the value, but for schemas whose
/// alternatives contain themselves. Thread-safe: threads may share the table.
[[nodiscard]] SchemaMatch evaluate_schema(const SchemaTable& table,
                                          const Json& value,
                                          SchemaViolations* violations);

}  // namespace plumbline
