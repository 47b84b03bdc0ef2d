#include "conformance/api_suite/api_suite.hpp"
#include "spec/json/pointer.hpp"
#include "spec/resources/resources.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace plumbline::api_suite {
namespace {

bool is_about_record(OperationKind kind) {
    return kind == OperationKind::kCreate || kind == OperationKind::kRead ||
           kind == OperationKind::kPatch || kind == OperationKind::kDelete;
}

/// Returns the name of a resource type, or if another has the same one, its collection.
std::string type_name(const ResourceModel& model, const ResourceType& type) {
    const auto same = std::ranges::count(model.resources, type.name, &ResourceType::name);
    return same == 1 ? type.name : type.collection;
}

/// Returns the value of `x-resource`.
Json resource_of(const ResourceModel& model, const OperationRole& role) {
    const ResourceType& type = *model.resource_of(role);
    const bool is_list = role.kind == OperationKind::kList;
    const std::string id = '/' + escape_pointer_token(type.id_member);
    Json resource{{"type", type_name(model, type)}, {"id", is_list ? id : role.body_pointer + id}};
    if (!role.parent_parameter.empty()) resource["parent"] = role.parent_parameter;
    if (is_list) resource["items"] = role.body_pointer;
    return resource;
}

bool is_inferred(const ResourceModel& model, const OperationRole& role) {
    const ResourceType* type = model.resource_of(role);
    const bool has_own_role = !role.operation->kind.empty() || role.operation->resource;
    return type && !type->id_member.empty() && !role.is_below_record && !has_own_role &&
           (is_about_record(role.kind) || role.kind == OperationKind::kList);
}

}  // namespace

Document with_inferred_roles(const ApiDocument& api) {
    const ResourceModel model = infer_resources(api);
    Json root = *api.document().root;
    for (const OperationRole& role : model.operations) {
        if (!is_inferred(model, role)) continue;
        const JsonPointer operation({"paths", role.operation->path.text(), role.operation->member});
        if (!find(root, operation)) continue;
        (void)set_at(root, operation.child("x-operation-kind"), std::string(to_text(role.kind)));
        (void)set_at(root, operation.child("x-resource"), resource_of(model, role));
    }
    Document annotated = api.document();
    annotated.root = std::make_shared<const Json>(std::move(root));
    annotated.fingerprint = 0;  // it is not that of the text
    return annotated;
}

}  // namespace plumbline::api_suite
