#include "spec/base/text.hpp"
#include "spec/http/message.hpp"
#include "spec/resources/body_shape.hpp"
#include "spec/resources/list_conventions.hpp"
#include "spec/resources/operation_kind.hpp"
#include "spec/resources/path_segments.hpp"
#include "spec/resources/resources.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace plumbline {
namespace {

/// The operations of a collection path and of the path of its records.
struct PathGroup {
    PathSegments segments;  ///< of the collection path
    std::string path;       ///< text of the collection path
    std::vector<const Operation*> on_collection;
    std::vector<const Operation*> on_record;
    std::size_t resource = OperationRole::kNoResource;
};

const Operation* with_method(const std::vector<const Operation*>& operations,
                             std::string_view method) {
    const auto found = std::find_if(operations.begin(), operations.end(), [&](const auto* one) {
        return one->method == method;
    });
    return found == operations.end() ? nullptr : *found;
}

std::vector<int> preferred_statuses(OperationKind kind) {
    if (kind == OperationKind::kCreate) return {201, 200, 202};
    if (kind == OperationKind::kDelete) return {204, 200, 202};
    return {200, 201, 202, 204};
}

class ResourceInference {
  public:
    explicit ResourceInference(const ApiDocument& api) : api_(api) {}

    ResourceModel infer() {
        for (const Operation& operation : api_.operations()) add_to_group(operation);
        for (auto& [key, group] : groups_) add_resource(group);
        for (auto& [key, group] : groups_) name_resource(group);
        for (auto& [key, group] : groups_) set_parent(group);
        for (const Operation& operation : api_.operations())
            model_.operations.push_back(role_of(operation));
        return std::move(model_);
    }

  private:
    void add_to_group(const Operation& operation) {
        PathSegments segments = segments_of(operation);
        if (segments.empty()) return;
        const bool is_record_path = is_parameter(segments.back()) && segments.size() > 1 &&
                                    segments[segments.size() - 2].is_literal();
        if (is_record_path) segments.pop_back();
        if (!segments.back().is_literal()) return;
        PathGroup& group = groups_[key_of(segments)];
        if (group.segments.empty()) {
            group.path = path_of(segments);
            group.segments = std::move(segments);
        }
        (is_record_path ? group.on_record : group.on_collection).push_back(&operation);
    }

    /// Adds the resource type of a group, if it has one.
    void add_resource(PathGroup& group) {
        const std::string literal = group.segments.back().literals.front();
        const Operation* read = with_method(group.on_record, "GET");
        const Operation* list = with_method(group.on_collection, "GET");
        const Operation* create = with_method(group.on_collection, "POST");
        ResourceType resource;
        resource.name = declared_type(group);
        if (resource.name.empty()) resource.name = singular(literal);
        resource.path = group.path;
        const auto record = read ? record_of(*read, resource.name) : std::nullopt;
        const auto items = list ? list_of(*list, literal) : std::nullopt;
        const bool has_records = record || items || (create && !group.on_record.empty());
        const bool is_selected = !group.on_record.empty() || (items && create);
        if (!has_records || !is_selected) return;
        if (record) resource.record_schema = record->schema;
        if (resource.record_schema.empty() && items) resource.record_schema = items->schema;
        if (resource.record_schema.empty() && create) {
            const auto created = record_of(*create, resource.name);
            resource.record_schema = created ? created->schema : request_schema(*create);
        }
        set_id(group, create, resource);
        group.resource = model_.resources.size();
        model_.resources.push_back(std::move(resource));
    }

    /// Returns the type that x-resource of an operation names, "" if none does.
    static std::string declared_type(const PathGroup& group) {
        for (const auto* operations : {&group.on_record, &group.on_collection}) {
            for (const Operation* operation : *operations) {
                if (operation->resource && !operation->resource->type.empty())
                    return operation->resource->type;
            }
        }
        return "";
    }

    [[nodiscard]] std::optional<RecordLocation> record_of(const Operation& operation,
                                                          const std::string& resource) const {
        return record_in(api_, success_response(operation, {200, 201}).schema, resource);
    }
    [[nodiscard]] std::optional<RecordLocation> list_of(const Operation& operation,
                                                        const std::string& collection) const {
        return list_in(api_, success_response(operation, {200}).schema, collection);
    }

    /// Finds the member of records that has their id, and the schema of ids.
    void set_id(const PathGroup& group, const Operation* create, ResourceType& resource) const {
        std::string parameter;
        if (!group.on_record.empty()) {
            const Operation& operation = *group.on_record.front();
            parameter = segments_of(operation).back().parameters.front();
            for (const Parameter& one : operation.parameters) {
                if (one.location == ParameterLocation::kPath && one.name == parameter)
                    resource.id_schema = one.schema_pointer;
            }
        }
        const auto members = scalar_members(api_, resource.record_schema);
        for (const std::string& name : {parameter,
                                        std::string("id"),
                                        resource.name + "_id",
                                        resource.name + "Id",
                                        std::string("uuid"),
                                        std::string("key"),
                                        std::string("slug"),
                                        std::string("name"),
                                        std::string("code")}) {
            const bool is_member =
                !name.empty() && std::find(members.begin(), members.end(), name) != members.end();
            if (!is_member) continue;
            resource.id_member = name;
            break;
        }
        if (resource.id_member.empty()) return;
        if (resource.id_schema.empty())
            resource.id_schema = member_schema(api_, resource.record_schema, resource.id_member);
        resource.client_chooses_id =
            create && requires_from_client(api_, request_schema(*create), resource.id_member);
    }

    /// Gives a collection the shortest name that no other has.
    void name_resource(PathGroup& group) {
        if (group.resource == OperationRole::kNoResource) return;
        ResourceType& resource = model_.resources[group.resource];
        const std::string& literal = group.segments.back().literals.front();
        const auto same = std::count_if(groups_.begin(), groups_.end(), [&](const auto& other) {
            return other.second.resource != OperationRole::kNoResource &&
                   other.second.segments.back().literals.front() == literal;
        });
        std::vector<std::string> literals;
        for (const auto& segment : group.segments) {
            if (segment.is_literal()) literals.push_back(segment.literals.front());
        }
        resource.collection = same == 1 ? literal : join(literals, "/");
    }

    void set_parent(const PathGroup& group) {
        if (group.resource == OperationRole::kNoResource) return;
        const auto parent = parent_of(group.segments);
        if (parent)
            model_.resources[group.resource].parent = model_.resources[parent->resource].collection;
    }

    /// A resource type whose records a path is below, and the path parameter with their id.
    struct ParentResource {
        std::size_t resource;
        std::string parameter;
    };

    /// Returns the nearest parent of a path, nothing if it has none.
    [[nodiscard]] std::optional<ParentResource> parent_of(const PathSegments& segments) const {
        for (std::size_t i = segments.size(); i-- > 1;) {
            if (!is_parameter(segments[i])) continue;
            const auto end = segments.begin() + static_cast<std::ptrdiff_t>(i);
            const auto found = groups_.find(key_of({segments.begin(), end}));
            if (found != groups_.end() && found->second.resource != OperationRole::kNoResource)
                return ParentResource{found->second.resource, segments[i].parameters.front()};
        }
        return std::nullopt;
    }

    [[nodiscard]] OperationRole role_of(const Operation& operation) {
        OperationRole role;
        role.operation = &operation;
        find_resource(role);
        role.kind = kind_of(api_, model_.resource_of(role), role);
        const SuccessResponse success = success_response(operation, preferred_statuses(role.kind));
        role.status = success.status;
        role.response_schema = success.schema;
        const ResourceType* resource = model_.resource_of(role);
        if (resource && !role.is_below_record) set_parts(role, *resource);
        return role;
    }

    /// Finds the resource of an operation, and the path parameters with ids.
    void find_resource(OperationRole& role) {
        const Operation& operation = *role.operation;
        if (operation.resource && use_declared_resource(role)) return;
        PathSegments segments = segments_of(operation);
        if (segments.empty()) return;
        if (is_parameter(segments.back())) {
            role.id_parameter = segments.back().parameters.front();
            segments.pop_back();
        }
        const auto found = groups_.find(key_of(segments));
        if (found == groups_.end() || found->second.resource == OperationRole::kNoResource) {
            role.id_parameter.clear();
            if (const auto parent = parent_of(segments)) {
                role.resource = parent->resource;
                role.id_parameter = parent->parameter;
                role.is_below_record = true;
            }
            return;
        }
        role.resource = found->second.resource;
        if (const auto parent = parent_of(segments)) role.parent_parameter = parent->parameter;
    }

    /// Uses the x-resource of an operation. Returns false if it names no type.
    bool use_declared_resource(OperationRole& role) {
        const Operation& operation = *role.operation;
        const Resource& declared = *operation.resource;
        if (declared.type.empty()) return false;
        const auto known = std::find_if(model_.resources.begin(),
                                        model_.resources.end(),
                                        [&](const auto& one) { return one.name == declared.type; });
        role.resource = static_cast<std::size_t>(known - model_.resources.begin());
        if (known == model_.resources.end()) {
            ResourceType type;
            type.name = declared.type;
            type.collection = declared.type;
            model_.resources.push_back(std::move(type));
        }
        ResourceType& type = model_.resources[role.resource];
        if (!declared.id.empty()) type.id_member = declared.id.substr(declared.id.rfind('/') + 1);
        role.parent_parameter = declared.parent;
        role.id_parameter = operation.record_parameter();
        role.reason = "x-resource; ";
        return true;
    }

    /// Finds where the body of the response has the record or the list, and what the parameters of
    /// a list mean.
    void set_parts(OperationRole& role, const ResourceType& resource) const {
        const Operation& operation = *role.operation;
        if (role.kind == OperationKind::kList) {
            const std::string& name = operation.resource ? operation.resource->items : "";
            const auto part = list_in(api_, role.response_schema, resource.collection);
            role.body_pointer = !name.empty() ? name : part ? part->pointer : "";
            role.list = list_conventions_of(api_,
                                            operation,
                                            scalar_members(api_, resource.record_schema),
                                            scalar_members(api_, role.response_schema));
            return;
        }
        const auto part = record_in(api_, role.response_schema, resource.name);
        if (part) role.body_pointer = part->pointer;
    }

    const ApiDocument& api_;
    std::map<std::string, PathGroup> groups_;
    ResourceModel model_;
};

}  // namespace

std::string request_schema(const Operation& operation) {
    if (!operation.body) return "";
    for (const MediaType& content : operation.body->content) {
        if (http::is_json_media_type(content.name) && !content.name.ends_with("json-patch+json"))
            return content.schema_pointer;
    }
    return "";
}

ResourceModel infer_resources(const ApiDocument& api) {
    return ResourceInference(api).infer();
}

}  // namespace plumbline
