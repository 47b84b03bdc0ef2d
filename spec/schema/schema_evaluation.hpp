#pragma once
// Evaluates a value against the nodes of a schema.

#include "spec/json/json_fwd.hpp"
#include "spec/schema/schema_match.hpp"
#include "spec/schema/schema_table.hpp"
#include "spec/schema/violations.hpp"

namespace plumbline {

class WrittenNumbers;

/// What an evaluation knows of a value beside the value, and reports beside violations.
struct SchemaEvaluationOptions {
    WrittenNumbers* numbers = nullptr;     ///< null if no number of the value is rounded
    SchemaViolations* unjudged = nullptr;  ///< gets the keywords that this value makes kUnknown
};

/// Evaluates a value against the first definition of a table. Adds every violation to `violations`;
/// if that is null, ends at the first one. Linear in the size of the value, but for schemas whose
/// alternatives contain themselves. Thread-safe: threads may share the table.
[[nodiscard]] SchemaMatch evaluate_schema(const SchemaTable& table,
                                          const Json& value,
                                          SchemaViolations* violations,
                                          const SchemaEvaluationOptions& options = {});

}  // namespace plumbline
