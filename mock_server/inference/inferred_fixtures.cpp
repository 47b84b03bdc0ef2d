#include "mock_server/inference/inferred_fixtures.hpp"

#include "mock_server/inference/webhook_triggers.hpp"
#include "mock_server/outgoing/outgoing_requests.hpp"
#include "spec/base/text.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/resources/resources.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::mock {
namespace {

using Documents = std::vector<std::shared_ptr<const ApiDocument>>;

/// Returns the action of operations.json for a kind of operation.
std::string action_of(OperationKind kind) {
    const bool is_example = kind == OperationKind::kStream || kind == OperationKind::kExample;
    return is_example ? "respond" : std::string(to_text(kind));
}

/// Returns the form of ids that a schema allows.
std::string id_form(const ApiDocument& api, const ResourceType& resource) {
    if (resource.client_chooses_id) return "client";
    const SchemaParts parts = SchemaParts::at_pointer(api.document(), resource.id_schema);
    const std::string type = parts.type();
    if (type == "integer" || type == "number") return "number";
    const Json* format = parts.keyword("format");
    const bool has_other_format = format && as_string(*format) != "uuid";
    constexpr std::size_t kUuidLength = 36;
    const bool is_too_short = parts.smallest("maxLength").value_or(kUuidLength) < kUuidLength;
    const bool is_restricted =
        parts.has("pattern") || parts.has("enum") || has_other_format || is_too_short;
    return is_restricted ? "text" : "uuid";
}

/// Returns the member of a child record with the id of its parent, "" if it has none.
std::string parent_member(const ApiDocument& api,
                          const ResourceType& resource,
                          const ResourceType& parent,
                          const std::string& parameter) {
    const SchemaParts parts = SchemaParts::at_pointer(api.document(), resource.record_schema);
    for (const std::string& name : {parameter, parent.name + "_id", parent.name + "Id"}) {
        if (!name.empty() && name != resource.id_member && !parts.property(name).empty())
            return name;
    }
    return "";
}

/// Returns the path parameter of the parent's id in the operations of a resource.
std::string parent_parameter(const ResourceModel& model, const ResourceType& resource) {
    for (const OperationRole& role : model.operations) {
        if (model.resource_of(role) == &resource && !role.parent_parameter.empty())
            return role.parent_parameter;
    }
    return "";
}

Json collection_row(const ApiDocument& api,
                    const ResourceModel& model,
                    const ResourceType& resource) {
    Json row{{"title", resource.name}};
    Json ids{{"form", id_form(api, resource)}};
    if (!resource.id_member.empty()) ids["member"] = resource.id_member;
    if (ids["form"] == "text") ids["schema"] = resource.id_schema;
    row["ids"] = std::move(ids);
    if (!resource.record_schema.empty()) row["schema"] = resource.record_schema;
    const auto parent =
        std::find_if(model.resources.begin(), model.resources.end(), [&](const auto& other) {
            return other.collection == resource.parent;
        });
    if (resource.parent.empty() || parent == model.resources.end()) return row;
    row["parent"] = resource.parent;
    const std::string member =
        parent_member(api, resource, *parent, parent_parameter(model, resource));
    if (!member.empty()) row["parent_member"] = member;
    return row;
}

Json conventions_row(const ListConventions& list) {
    Json row = Json::object();
    for (const ListMeaning& meaning : kListMeanings) {
        const std::string& name = list.*meaning.name;
        if (!name.empty()) row[std::string(meaning.text)] = name;
    }
    if (list.first_page != 1) row["first_page"] = list.first_page;
    return row;
}

Json operation_row(const ResourceModel& model, const OperationRole& role) {
    Json row{{"action", action_of(role.kind)}, {"status", role.status}};
    const ResourceType* resource = model.resource_of(role);
    if (!resource) return row;
    row["collection"] = resource->collection;
    if (!role.id_parameter.empty()) row["id"] = role.id_parameter;
    if (!role.parent_parameter.empty()) row["parent"] = role.parent_parameter;
    if (role.kind == OperationKind::kList) {
        row["items"] = role.body_pointer.empty() ? "" : role.body_pointer.substr(1);
        row["order"] = "oldest_first";
        row["conventions"] = conventions_row(role.list);
        if (role.list.default_limit > 0) row["default_limit"] = role.list.default_limit;
        for (const MemberFilter& filter : role.list.filters) {
            row["filters"].push_back(Json{{"parameter", filter.parameter},
                                          {"field", '/' + escape_pointer_token(filter.member)}});
        }
    } else if (!role.body_pointer.empty()) {
        row["body"] = role.body_pointer;
    }
    return row;
}

Json operations_of(const Documents& documents) {
    Json collections = Json::object();
    Json operations = Json::object();
    Json webhooks = Json::object();
    for (const auto& api : documents) {
        const ResourceModel model = infer_resources(*api);
        for (const ResourceType& resource : model.resources)
            collections[resource.collection] = collection_row(*api, model, resource);
        for (const OperationRole& role : model.operations)
            operations[role.operation->id] = operation_row(model, role);
        for (const OutgoingSpec& webhook : webhooks_of(*api)) {
            Json& triggers = webhooks[webhook.name];
            for (const std::string& operation : webhook_triggers(model, webhook.name)) {
                if (!triggers.is_array() || std::ranges::count(triggers, Json(operation)) == 0)
                    triggers.push_back(operation);
            }
        }
    }
    Json row{{"collections", std::move(collections)}, {"operations", std::move(operations)}};
    // A webhook whose name tells nothing follows no operation.
    std::erase_if(webhooks.get_ref<Json::object_t&>(),
                  [](const auto& one) { return one.second.is_null(); });
    if (!webhooks.empty()) row["webhooks"] = std::move(webhooks);
    return row;
}

Json world() {
    return Json{{"world", kInferredWorld},
                {"summary", "No records"},
                {"hosting", "cloud"},
                {"start", "2026-01-05T09:00:00Z"},
                {"tenants", Json::array({"main"})},
                {"limits", Json{{"records", 100'000}}}};
}

}  // namespace

std::map<std::string, std::string> inferred_fixture_texts(const Documents& documents) {
    return {{"operations.json", to_pretty_text(operations_of(documents))},
            {std::string("worlds/") + kInferredWorld + ".json", to_pretty_text(world())}};
}

Result<std::map<std::string, Document>> inferred_fixtures(const Documents& documents) {
    std::map<std::string, Document> files;
    for (const auto& [path, text] : inferred_fixture_texts(documents)) {
        auto document = parse_json_document(text, "inferred " + path);
        if (!document) return fail(document.error());
        files.emplace(path, std::move(*document));
    }
    return files;
}

std::string inference_text(const Documents& documents) {
    std::string text;
    for (const auto& api : documents) {
        const ResourceModel model = infer_resources(*api);
        for (const ResourceType& resource : model.resources) {
            const Json row = collection_row(*api, model, resource);
            text += fmt::format(
                "collection {}: records of the type {}, ids: {}{}{}\n",
                resource.collection,
                resource.name,
                string_or(row["ids"], "form", ""),
                resource.id_member.empty() ? "" : " in the member " + resource.id_member,
                resource.parent.empty() ? "" : ", each of a record of " + resource.parent);
        }
        for (const OperationRole& role : model.operations) {
            text += fmt::format("{:<7} {}\n        {} {}: {}\n",
                                role.operation->method,
                                role.operation->path.text(),
                                to_text(role.kind),
                                role.status,
                                role.reason);
            for (const OutgoingSpec& callback : callbacks_of(*api, *role.operation)) {
                text += fmt::format("        callback {}: {} {}\n",
                                    callback.name,
                                    callback.request.method,
                                    callback.url_expression);
            }
        }
        for (const OutgoingSpec& webhook : webhooks_of(*api)) {
            const auto triggers = webhook_triggers(model, webhook.name);
            text += fmt::format(
                "webhook {}: {}\n",
                webhook.name,
                triggers.empty() ? "sent only by the control interface: its name tells no operation"
                                 : "sent after " + join(triggers, ", ") + ", by its name");
        }
        for (const UnreadableOperation& operation : api->unreadable_operations()) {
            text += fmt::format("{:<7} {}\n        not served: {}\n",
                                operation.method,
                                operation.path,
                                to_text(operation.error));
        }
    }
    return text;
}

}  // namespace plumbline::mock
