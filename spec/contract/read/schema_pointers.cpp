// Lists the schemas of an OpenAPI document: one row of kSchemaMembers per member that leads to one.

#include "spec/contract/reading.hpp"

namespace plumbline::reading {
namespace {

/// The OpenAPI objects that contain schemas directly or indirectly.
enum class OpenApiObject {
    kRoot,
    kComponents,
    kPathItem,
    kOperation,
    kParameter,  ///< and header
    kMessage,    ///< response, request body, encoding
    kMediaType,
    kStreamItems,  ///< x-stream that describes items
    kSchema,
};

/// How a member contains objects.
enum class MemberContainer { kOne, kList, kMap, kMapOfMaps };

struct SchemaMember {
    OpenApiObject owner;
    std::string_view member;
    MemberContainer container;
    OpenApiObject kind;
};

using enum OpenApiObject;
using enum MemberContainer;

constexpr SchemaMember kSchemaMembers[] = {
    {kRoot, "components", kOne, kComponents},
    {kRoot, "paths", kMap, kPathItem},
    {kRoot, "webhooks", kMap, kPathItem},
    {kComponents, "schemas", kMap, kSchema},
    {kComponents, "parameters", kMap, kParameter},
    {kComponents, "headers", kMap, kParameter},
    {kComponents, "responses", kMap, kMessage},
    {kComponents, "requestBodies", kMap, kMessage},
    {kComponents, "pathItems", kMap, kPathItem},
    {kComponents, "callbacks", kMapOfMaps, kPathItem},
    {kPathItem, "parameters", kList, kParameter},
    {kPathItem, "get", kOne, kOperation},
    {kPathItem, "put", kOne, kOperation},
    {kPathItem, "post", kOne, kOperation},
    {kPathItem, "delete", kOne, kOperation},
    {kPathItem, "options", kOne, kOperation},
    {kPathItem, "head", kOne, kOperation},
    {kPathItem, "patch", kOne, kOperation},
    {kPathItem, "trace", kOne, kOperation},
    {kOperation, "parameters", kList, kParameter},
    {kOperation, "requestBody", kOne, kMessage},
    {kOperation, "responses", kMap, kMessage},
    {kOperation, "callbacks", kMapOfMaps, kPathItem},
    {kParameter, "schema", kOne, kSchema},
    {kParameter, "content", kMap, kMediaType},
    {kMessage, "content", kMap, kMediaType},
    {kMessage, "headers", kMap, kParameter},
    {kMediaType, "schema", kOne, kSchema},
    {kMediaType, "itemSchema", kOne, kSchema},
    {kMediaType, "x-stream", kOne, kStreamItems},
    {kStreamItems, "schema", kOne, kSchema},
    {kStreamItems, "kinds", kMap, kSchema},
    {kMediaType, "encoding", kMap, kMessage},
};

/// Adds the schemas of an object. Does not follow a `$ref`: its target is visited where it is
/// defined.
void add_schemas(OpenApiObject kind, const OpenApiNode& node, std::vector<std::string>& found);

void add_schemas_in(MemberContainer container,
                    OpenApiObject kind,
                    const OpenApiNode& node,
                    std::vector<std::string>& found) {
    if (container == kOne) return add_schemas(kind, node, found);
    if (container == kList) {
        for (const OpenApiNode& item : node.items()) add_schemas(kind, item, found);
        return;
    }
    const MemberContainer inner = container == kMapOfMaps ? kMap : kOne;
    for (const auto& [name, part] : node.members()) add_schemas_in(inner, kind, part, found);
}

void add_schemas(OpenApiObject kind, const OpenApiNode& node, std::vector<std::string>& found) {
    if (kind == kSchema) return found.push_back(node.pointer);
    for (const SchemaMember& row : kSchemaMembers) {
        if (row.owner == kind && node.has(row.member))
            add_schemas_in(row.container, row.kind, node.child(row.member), found);
    }
}

}  // namespace

std::vector<std::string> schema_pointers(const Document& document) {
    std::vector<std::string> found;
    add_schemas(kRoot, {document.root.get(), ""}, found);
    return found;
}

}  // namespace plumbline::reading
