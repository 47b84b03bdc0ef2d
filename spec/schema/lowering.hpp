#pragma once
// Lowering: converts schemas of JSON Schema 2020-12 into schemas of draft-07, which valijson
// compiles, and the keywords that draft-07 or valijson lacks into keywords of our own.

#include "spec/json/json_fwd.hpp"
#include "spec/schema/assertions.hpp"
#include "spec/schema/schema_scan.hpp"
#include "spec/schema/value_types.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// The keyword of lowered schemas whose value is the index of the schema's OwnKeywords.
inline constexpr const char* kOwnKeyword = "x-own";

/// `contains` with its bounds.
struct ContainsRule {
    std::size_t definition = 0;  ///< index of the schema of the counted items
    std::uint64_t least = 1;
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

/// The keywords of one schema that valijson does not compile. Definitions are indexes of the scan.
struct OwnKeywords {
    std::string pointer;    ///< of the schema, in the document
    bool is_false = false;  ///< whether the schema is `false`
    TypeSet types = kAllTypes;
    std::vector<Assertion> assertions;
    std::vector<SchemaReference> references;  ///< schemas that apply to the same value
    std::optional<ContainsRule> contains;
    std::optional<std::size_t> unevaluated_items;       ///< definition
    std::optional<std::size_t> unevaluated_properties;  ///< definition
    std::size_t resource = 0;  ///< the schema resource to which the schema belongs
    bool is_unjudged = false;  ///< whether it has a keyword that cannot be judged

    [[nodiscard]] bool has_unevaluated() const {
        return unevaluated_items.has_value() || unevaluated_properties.has_value();
    }
};

/// The input of the compiler. The assertions point into the document from which they were compiled.
struct LoweredSchema {
    /// An array schema whose `items` are the definitions of the scan, without references.
    SharedJson schema;
    std::vector<OwnKeywords> own;
    CompiledPatterns patterns;
};

/// Lowers all schemas of a scan.
[[nodiscard]] LoweredSchema lower(SchemaScan scan, const SchemaResources& resources);

}  // namespace plumbline
