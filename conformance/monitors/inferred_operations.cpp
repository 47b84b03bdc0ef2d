#include "conformance/monitors/inferred_operations.hpp"

#include "spec/contract/openapi.hpp"
#include "spec/example_values/schema_parts.hpp"
#include "spec/http/message.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"
#include "spec/resources/resources.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::monitors {
namespace {

using Schemas = std::vector<reading::OpenApiNode>;

/// Returns whether monitors know the records of a type by its id alone.
bool is_monitored(const ResourceType& resource) {
    return resource.parent.empty() && !resource.id_member.empty() &&
           resource.path.find('{') == std::string::npos;
}

bool is_unsafe(const Operation& operation) {
    constexpr std::array<std::string_view, 5> kSafeMethods{
        "GET", "HEAD", "OPTIONS", "TRACE", "QUERY"};
    return std::ranges::count(kSafeMethods, operation.method) == 0;
}

std::string pointer_to(std::string_view member) {
    return '/' + escape_pointer_token(member);
}

/// The members of a record that monitors compare: those that requests may have.
class MonitoredMembers {
  public:
    MonitoredMembers(const ApiDocument& api, const ResourceType& resource)
        : api_(api), record_(SchemaParts::at_pointer(api.document(), resource.record_schema)) {}

    void add_to(Operation& operation, const Operation& given) const {
        const SchemaParts request = SchemaParts::at_pointer(api_.document(), request_schema(given));
        for (const std::string& name : record_.property_names()) {
            const auto parts = record_.property_parts(api_.document(), name);
            if (!parts) continue;
            operation.record_fields.add(pointer_to(name));
            if (const Json* format = parts->keyword("format"))
                operation.record_formats.emplace(pointer_to(name), as_string(*format).value_or(""));
            const auto sent = request.property_parts(api_.document(), name);
            if (sent && !parts->has_flag("readOnly") && !sent->has_flag("readOnly"))
                operation.request_fields.add(pointer_to(name));
        }
    }

    /// Returns the members with the time of the record's creation.
    [[nodiscard]] std::vector<std::string> creation_times() const {
        std::vector<std::string> names;
        for (const std::string& name : record_.property_names()) {
            const auto parts = record_.property_parts(api_.document(), name);
            const Json* format = parts ? parts->keyword("format") : nullptr;
            const std::string plain = plain_name(name);
            const bool is_creation = plain == "created" || plain == "createdat" ||
                                     plain == "creationtime" || plain == "creationdate";
            if (is_creation && format && *format == "date-time") names.push_back(name);
        }
        return names;
    }

  private:
    const ApiDocument& api_;
    SchemaParts record_;
};

HistoryRule assumed_rule(HistoryRuleKind kind, const Operation& given, std::string pointer = "") {
    HistoryRule rule;
    rule.kind = kind;
    rule.pointer = std::move(pointer);
    rule.basis = Basis::kAssumed;
    rule.where = given.where;
    return rule;
}

/// Returns the history rules of an operation that does something with a whole record.
std::vector<HistoryRule> history_of(const OperationRole& role,
                                    const ResourceType& resource,
                                    const MonitoredMembers& members) {
    const Operation& given = *role.operation;
    std::vector<HistoryRule> rules;
    const auto add = [&](HistoryRuleKind kind, std::string pointer = "") {
        rules.push_back(assumed_rule(kind, given, std::move(pointer)));
    };
    if (role.kind == OperationKind::kDelete) {
        add(HistoryRuleKind::kDeleted);
        return rules;
    }
    add(HistoryRuleKind::kMatchesWrite);
    if (role.kind == OperationKind::kPatch) add(HistoryRuleKind::kKeeps);
    // A client that chooses ids may use one again.
    if (!resource.client_chooses_id)
        add(HistoryRuleKind::kIdentity, pointer_to(resource.id_member));
    for (const std::string& name : members.creation_times())
        add(HistoryRuleKind::kConstant, pointer_to(name));
    return rules;
}

/// Returns the kind as x-operation-kind names it, "" for an operation without a role of a record.
std::string monitored_kind(const OperationRole& role) {
    switch (role.kind) {
        case OperationKind::kCreate:
        case OperationKind::kRead:
        case OperationKind::kReplace:
        case OperationKind::kPatch:
        case OperationKind::kDelete:
            return role.is_below_record ? "" : std::string(to_text(role.kind));
        case OperationKind::kList:
        case OperationKind::kStream:
        case OperationKind::kExample:
            return "";
    }
    return "";
}

/// Returns the type at the beginning of the path of a child resource.
const ResourceType* outermost(const ResourceModel& model, const ResourceType* resource) {
    for (std::size_t i = 0; resource && !resource->parent.empty() && i < model.resources.size();
         ++i) {
        const auto parent =
            std::ranges::find(model.resources, resource->parent, &ResourceType::collection);
        resource = parent == model.resources.end() ? nullptr : &*parent;
    }
    return resource;
}

/// Returns the name of a type: that of a record, if no other collection has such records.
std::string type_name(const ResourceModel& model, const ResourceType& resource) {
    const auto count = std::ranges::count(model.resources, resource.name, &ResourceType::name);
    return count == 1 ? resource.name : resource.collection;
}

/// Returns an operation that may change records in a way that its path and schemas do not tell.
InferredOperation unknown_write(const ResourceModel& model, const OperationRole& role) {
    InferredOperation one;
    const ResourceType* resource = outermost(model, model.resource_of(role));
    const auto& parameters = role.operation->path.parameters();
    const bool names_record = resource && is_monitored(*resource) && !parameters.empty() &&
                              role.operation->path.text().starts_with(resource->path + "/{");
    one.effect = names_record ? RecordEffect::kUnknownRecord : RecordEffect::kUnknown;
    if (!names_record) return one;
    one.id_parameter = parameters.front();
    one.operation.resource = Resource{type_name(model, *resource), "", "", "", ""};
    return one;
}

InferredOperation operation_on_record(const ApiDocument& api,
                                      const ResourceModel& model,
                                      const OperationRole& role,
                                      const ResourceType& resource) {
    InferredOperation one;
    const MonitoredMembers members(api, resource);
    one.operation.resource =
        Resource{type_name(model, resource), pointer_to(resource.id_member), "", "", ""};
    one.operation.history = history_of(role, resource, members);
    one.record_at = role.body_pointer;
    one.status = role.status;
    members.add_to(one.operation, *role.operation);
    one.id_parameter = role.id_parameter;
    return one;
}

}  // namespace

std::map<std::string, InferredOperation, std::less<>> inferred_operations(const ApiDocument& api) {
    std::map<std::string, InferredOperation, std::less<>> operations;
    const ResourceModel model = infer_resources(api);
    for (const OperationRole& role : model.operations) {
        const Operation& given = *role.operation;
        const ResourceType* resource = model.resource_of(role);
        const std::string kind = monitored_kind(role);
        const bool is_known = resource && is_monitored(*resource) && !kind.empty();
        if (!is_known && !is_unsafe(given)) continue;
        InferredOperation one = is_known ? operation_on_record(api, model, role, *resource)
                                         : unknown_write(model, role);
        one.operation.id = given.id;
        one.operation.source = given.source;
        one.operation.method = given.method;
        one.operation.path = given.path;
        one.operation.kind = is_known ? kind : "action";
        one.operation.where = given.where;
        operations.emplace(given.id, std::move(one));
    }
    return operations;
}

Json sent_values(const Json* former, const Json* request, const Json& shown) {
    Json known = former ? *former : Json::object();
    if (request && request->is_object()) known.update(*request);
    Json kept = Json::object();
    for (const auto& [name, value] : known.items()) {
        const Json* now = member(shown, name);
        if (now && *now == value) kept[name] = value;
    }
    return kept;
}

}  // namespace plumbline::monitors
