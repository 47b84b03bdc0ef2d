#pragma once
// The compiled form of a schema: a table of nodes, one for each schema object.

#include "spec/base/result.hpp"
#include "spec/schema/lowering.hpp"

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// The index of a node in its table.
using NodeIndex = std::size_t;
/// The index of an absent schema, which accepts every value.
inline constexpr NodeIndex kNoSchema = std::numeric_limits<NodeIndex>::max();

/// The constraints of one schema.
struct SchemaNode {
    /// The keywords that valijson does not compile; set in every node of a table.
    const OwnKeywords* own = nullptr;

    bool has_combinations = false;  ///< whether any member down to `dependents` is set
    std::vector<NodeIndex> all_of;
    std::vector<NodeIndex> any_of;    ///< empty if the keyword is absent
    std::vector<NodeIndex> one_of;    ///< empty if the keyword is absent
    NodeIndex negated = kNoSchema;    ///< not
    NodeIndex condition = kNoSchema;  ///< if
    NodeIndex then = kNoSchema;
    NodeIndex otherwise = kNoSchema;                            ///< else
    std::vector<std::pair<std::string, NodeIndex>> dependents;  ///< dependentSchemas

    bool has_member_keywords = false;  ///< whether any member down to `names` is set
    /// In byte order of their names, like the members of a Json.
    std::vector<std::pair<std::string, NodeIndex>> properties;
    std::vector<std::pair<const EcmaRegex*, NodeIndex>> patterns;  ///< patternProperties
    NodeIndex additional_members = kNoSchema;                      ///< additionalProperties
    NodeIndex names = kNoSchema;                                   ///< propertyNames

    bool has_item_keywords = false;  ///< whether a member below is set
    std::vector<NodeIndex> prefix_items;
    NodeIndex other_items = kNoSchema;  ///< items
};

/// The nodes of a schema and of all schemas that it reaches. The first nodes are the
/// definitions that SchemaScan found, in their order. Nodes point into `own` and `patterns`, so a
/// table is not copied.
struct SchemaTable {
    std::vector<OwnKeywords> own;
    CompiledPatterns patterns;
    std::vector<SchemaNode> nodes;

    /// Compiles a lowered schema with valijson and makes a node of each schema in its result.
    /// Errors: kInvalid, if valijson rejects a schema that passed our own checks.
    [[nodiscard]] static Result<std::shared_ptr<const SchemaTable>> compile(LoweredSchema lowered);
};

}  // namespace plumbline
