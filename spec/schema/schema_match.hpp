#pragma once
// How far a value matches a schema.

namespace plumbline {

/// Whether a value matches a schema. Ordered: all of several schemas match as the least does.
enum class SchemaMatch {
    kFails,
    kUnknown,  ///< it would match, but for a keyword that cannot be judged
    kMatches,
};

}  // namespace plumbline
