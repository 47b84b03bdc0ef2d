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
/// Stands for an absent schema, which says nothing about a value.
inline constexpr NodeIndex kNoSchema = std::numeric_limits<NodeIndex>::max();

/// The constraints of one schema.
struct SchemaNode {
    const OwnKeywords* own = nullptr;  ///< never null in a table

    bool has_combinations = false;  ///< one of the following
    std::vector<NodeIndex> all_of;
    std::vector<NodeIndex> any_of;  ///< empty for none
    std::vector<NodeIndex> one_of;  ///< empty for none
    NodeIndex negated = kNoSchema;
    NodeIndex condition = kNoSchema;  ///< if
    NodeIndex then = kNoSchema;
    NodeIndex otherwise = kNoSchema;
    std::vector<std::pair<std::string, NodeIndex>> dependents;

    bool has_member_keywords = false;  ///< one of the following
    /// In byte order of their names, like the members of a Json.
    std::vector<std::pair<std::string, NodeIndex>> properties;
    std::vector<std::pair<const Regex*, NodeIndex>> patterns;
    NodeIndex additional_members = kNoSchema;
    NodeIndex names = kNoSchema;

    bool has_item_keywords = false;  ///< one of the following
    std::vector<NodeIndex> prefix_items;
    NodeIndex other_items = kNoSchema;
};

/// The nodes of a schema and of all schemas that it reaches. The first ones are the definitions of
/// the scan, in their order. They point into the other members.
struct SchemaTable {
    std::vector<OwnKeywords> own;
    CompiledPatterns patterns;
    std::vector<SchemaNode> nodes;

    /// Compiles a lowered schema with valijson and makes a node of each schema in its result.
    /// Errors: kInvalid, if valijson rejects a schema that passed our own checks.
    [[nodiscard]] static Result<std::shared_ptr<const SchemaTable>> compile(LoweredSchema lowered);
};

}  // namespace plumbline
