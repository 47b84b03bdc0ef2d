// Lists the schemas of an OpenAPI document: one row of kSchemaMembers per member that leads to one.

#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <array>

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

constexpr std::array kSchemaMembers{
    SchemaMember{
        OpenApiObject::kRoot, "components", MemberContainer::kOne, OpenApiObject::kComponents},
    SchemaMember{OpenApiObject::kRoot, "paths", MemberContainer::kMap, OpenApiObject::kPathItem},
    SchemaMember{OpenApiObject::kRoot, "webhooks", MemberContainer::kMap, OpenApiObject::kPathItem},
    SchemaMember{
        OpenApiObject::kComponents, "schemas", MemberContainer::kMap, OpenApiObject::kSchema},
    SchemaMember{
        OpenApiObject::kComponents, "parameters", MemberContainer::kMap, OpenApiObject::kParameter},
    SchemaMember{
        OpenApiObject::kComponents, "headers", MemberContainer::kMap, OpenApiObject::kParameter},
    SchemaMember{
        OpenApiObject::kComponents, "responses", MemberContainer::kMap, OpenApiObject::kMessage},
    SchemaMember{OpenApiObject::kComponents,
                 "requestBodies",
                 MemberContainer::kMap,
                 OpenApiObject::kMessage},
    SchemaMember{
        OpenApiObject::kComponents, "pathItems", MemberContainer::kMap, OpenApiObject::kPathItem},
    SchemaMember{OpenApiObject::kComponents,
                 "callbacks",
                 MemberContainer::kMapOfMaps,
                 OpenApiObject::kPathItem},
    SchemaMember{
        OpenApiObject::kPathItem, "parameters", MemberContainer::kList, OpenApiObject::kParameter},
    SchemaMember{OpenApiObject::kPathItem, "get", MemberContainer::kOne, OpenApiObject::kOperation},
    SchemaMember{OpenApiObject::kPathItem, "put", MemberContainer::kOne, OpenApiObject::kOperation},
    SchemaMember{
        OpenApiObject::kPathItem, "post", MemberContainer::kOne, OpenApiObject::kOperation},
    SchemaMember{
        OpenApiObject::kPathItem, "delete", MemberContainer::kOne, OpenApiObject::kOperation},
    SchemaMember{
        OpenApiObject::kPathItem, "options", MemberContainer::kOne, OpenApiObject::kOperation},
    SchemaMember{
        OpenApiObject::kPathItem, "head", MemberContainer::kOne, OpenApiObject::kOperation},
    SchemaMember{
        OpenApiObject::kPathItem, "patch", MemberContainer::kOne, OpenApiObject::kOperation},
    SchemaMember{
        OpenApiObject::kPathItem, "trace", MemberContainer::kOne, OpenApiObject::kOperation},
    SchemaMember{
        OpenApiObject::kOperation, "parameters", MemberContainer::kList, OpenApiObject::kParameter},
    SchemaMember{
        OpenApiObject::kOperation, "requestBody", MemberContainer::kOne, OpenApiObject::kMessage},
    SchemaMember{
        OpenApiObject::kOperation, "responses", MemberContainer::kMap, OpenApiObject::kMessage},
    SchemaMember{OpenApiObject::kOperation,
                 "callbacks",
                 MemberContainer::kMapOfMaps,
                 OpenApiObject::kPathItem},
    SchemaMember{
        OpenApiObject::kParameter, "schema", MemberContainer::kOne, OpenApiObject::kSchema},
    SchemaMember{
        OpenApiObject::kParameter, "content", MemberContainer::kMap, OpenApiObject::kMediaType},
    SchemaMember{
        OpenApiObject::kMessage, "content", MemberContainer::kMap, OpenApiObject::kMediaType},
    SchemaMember{
        OpenApiObject::kMessage, "headers", MemberContainer::kMap, OpenApiObject::kParameter},
    SchemaMember{
        OpenApiObject::kMediaType, "schema", MemberContainer::kOne, OpenApiObject::kSchema},
    SchemaMember{
        OpenApiObject::kMediaType, "encoding", MemberContainer::kMap, OpenApiObject::kMessage},
};

class SchemaSearch {
  public:
    std::vector<std::string> run(const Json& root) {
        enter(OpenApiObject::kRoot, {&root, ""});
        return std::move(found_);
    }

  private:
    // Does not follow a `$ref`: its target is visited where it is defined.
    void enter(OpenApiObject kind, const OpenApiNode& node) {
        if (kind == OpenApiObject::kSchema) {
            found_.push_back(node.pointer);
            return;
        }
        for (const SchemaMember& row : kSchemaMembers) {
            if (row.owner == kind && node.has(row.member)) {
                enter_all(row.container, row.kind, node.child(row.member));
            }
        }
    }

    void enter_all(MemberContainer holds, OpenApiObject kind, const OpenApiNode& node) {
        if (holds == MemberContainer::kOne) return enter(kind, node);
        if (holds == MemberContainer::kList) {
            if (!node.value->is_array()) return;
            for (std::size_t i = 0; i < node.value->size(); ++i) {
                enter(kind, {&(*node.value)[i], node.pointer + '/' + std::to_string(i)});
            }
            return;
        }
        if (!node.value->is_object()) return;
        const MemberContainer inner =
            holds == MemberContainer::kMapOfMaps ? MemberContainer::kMap : MemberContainer::kOne;
        for (const auto& [name, value] : node.value->items()) {
            enter_all(inner, kind, {&value, node.pointer + '/' + escape_pointer_token(name)});
        }
    }

    std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> schema_pointers(const Document& document) {
    return SchemaSearch().run(*document.root);
}

}  // namespace plumbline::reading
