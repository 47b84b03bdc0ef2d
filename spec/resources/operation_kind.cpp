#include "spec/resources/operation_kind.hpp"

#include "spec/resources/body_shape.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace plumbline {
namespace {

constexpr std::array<std::pair<OperationKind, std::string_view>, 8> kKindNames{{
    {OperationKind::kCreate, "create"},
    {OperationKind::kList, "list"},
    {OperationKind::kRead, "read"},
    {OperationKind::kReplace, "replace"},
    {OperationKind::kPatch, "patch"},
    {OperationKind::kDelete, "delete"},
    {OperationKind::kStream, "stream"},
    {OperationKind::kExample, "example"},
}};

}  // namespace

std::string_view to_text(OperationKind kind) {
    for (const auto& [known, name] : kKindNames) {
        if (known == kind) return name;
    }
    return "";
}

std::optional<OperationKind> parse_operation_kind(std::string_view text) {
    if (text == "action") return OperationKind::kExample;
    for (const auto& [kind, name] : kKindNames) {
        if (name == text) return kind;
    }
    return std::nullopt;
}

OperationKind kind_of(const ApiDocument& api, const ResourceType* resource, OperationRole& role) {
    const Operation& operation = *role.operation;
    const auto because = [&](OperationKind kind, const std::string& reason) {
        role.reason += reason;
        return kind;
    };
    if (const auto declared = parse_operation_kind(operation.kind))
        return because(*declared, "x-operation-kind");
    const SuccessResponse success = success_response(operation, {200, 201});
    if (success.is_stream)
        return because(OperationKind::kStream, "the success response is a stream");
    if (!resource) {
        return because(OperationKind::kExample,
                       "no path of records has this one's collection or begins it");
    }
    if (role.is_below_record) {
        return because(OperationKind::kExample,
                       fmt::format("below a {}, at {{{}}}", resource->name, role.id_parameter));
    }
    const std::string of_record = fmt::format("{} of a {}", operation.method, resource->name);
    const std::string on_collection = fmt::format("{} of {}", operation.method, resource->path);
    if (role.id_parameter.empty()) {
        if (operation.method == "POST")
            return because(OperationKind::kCreate, on_collection + ", a collection");
        const bool is_list =
            operation.method == "GET" &&
            list_in(api, success_response(operation, {200}).schema, resource->collection);
        if (is_list) return because(OperationKind::kList, on_collection + " returns a list");
        return because(OperationKind::kExample,
                       on_collection + ", a collection, is neither a list nor a create");
    }
    constexpr std::array<std::pair<std::string_view, OperationKind>, 4> kByMethod{{
        {"GET", OperationKind::kRead},
        {"PUT", OperationKind::kReplace},
        {"PATCH", OperationKind::kPatch},
        {"DELETE", OperationKind::kDelete},
    }};
    for (const auto& [method, kind] : kByMethod) {
        if (operation.method == method)
            return because(kind, fmt::format("{}, at {{{}}}", of_record, role.id_parameter));
    }
    return because(OperationKind::kExample, of_record + " has no usual meaning");
}

}  // namespace plumbline
