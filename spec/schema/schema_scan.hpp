#pragma once
// Checks a schema and all schemas that it references or contains, directly or indirectly, and lists
// them. The later compilation step (lowering) needs no further checks.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"
#include "spec/schema/assertions.hpp"
#include "spec/schema/schema.hpp"
#include "spec/schema/schema_resources.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// How strictly schemas are checked, and which x- keywords they may have (closed mode).
struct SchemaDialect {
    SchemaStrictness strictness = SchemaStrictness::kClosed;
    std::vector<std::string> x_names;
};

/// A schema that is compiled separately: the root, the target of a reference, or the value of a
/// keyword that valijson does not compile.
struct SchemaDefinition {
    /// A reference to another definition that applies to the same value: through in-place
    /// applicators only, e.g. `allOf`. Source: JSON Schema 2020-12 Core, section 10.2.
    struct InPlaceReference {
        std::size_t target = 0;
        std::string pointer;  ///< location of the `$ref`
        int depth = 0;        ///< in-place applicators from this definition to the `$ref`
    };

    std::string pointer;
    const Json* schema = nullptr;  ///< points into the document
    std::vector<InPlaceReference> in_place;
};

/// A `$ref` or `$dynamicRef`.
struct SchemaReference {
    std::size_t initial = 0;  ///< definition, if no entered resource is in `by_resource`
    /// For a `$dynamicRef` to a `$dynamicAnchor`, resource → its definition with the anchor: that
    /// of the outermost resource which an evaluation has entered applies. Empty for any other.
    std::map<std::size_t, std::size_t> by_resource{};
};

/// All definitions that a schema references or contains, directly or indirectly. The first one is
/// the schema itself.
struct SchemaScan {
    std::vector<SchemaDefinition> definitions;
    std::map<std::string, std::size_t, std::less<>> index;  ///< pointer → index in `definitions`
    std::map<std::string, SchemaReference, std::less<>> references;  ///< by their pointers
    CompiledPatterns patterns;
    /// Pointers of keywords and schemas that cannot be judged, with the reason; tolerant mode only.
    std::map<std::string, Error, std::less<>> unjudged;
    /// What is judged less exactly than written, tolerant mode only: unknown formats by name, each
    /// with its first place, and bounds of more than 64 bits by pointer.
    std::map<std::string, Error, std::less<>> imprecise_parts;
};

/// Checks the schema at `root` and all schemas that it references or contains: names, values,
/// references, loops, limits. Errors: those of SchemaCompiler::check.
[[nodiscard]] Result<SchemaScan> scan_schema(const Document& document,
                                             const SchemaDialect& dialect,
                                             SchemaResources& resources,
                                             std::string_view root);

/// Rejects schemas whose evaluation does not terminate, and schemas nested too deeply for the
/// stack; in tolerant mode, makes a reference that closes a loop one that cannot be judged. Errors:
/// kInvalid (a loop, with all its steps), kLimit.
[[nodiscard]] Result<void> check_loops(const Document& document,
                                       const SchemaDialect& dialect,
                                       SchemaScan& scan);

}  // namespace plumbline
