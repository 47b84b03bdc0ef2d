#include "mock_server/engine/record_stages.hpp"

#include "mock_server/engine/actions.hpp"
#include "mock_server/engine/rule_check.hpp"
#include "mock_server/validation/request_validation.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

EngineResponse not_found_response(const Collection& collection, const std::string& id) {
    return detail_response(404, fmt::format("{} {} not found", collection.title, id));
}

/// A record of another tenant is reported as not found: its existence is not disclosed.
bool is_visible(const RequestContext& context, const Record& record) {
    if (record.is_deleted && !context.permissions.deleted_records) return false;
    return record.tenant.empty() || record.tenant == context.tenant ||
           context.permissions.other_tenants;
}

/// Returns the record of a collection with the id in a path parameter, null if the client cannot
/// see one.
const Record* find_visible(const RequestContext& context,
                           const Collection& collection,
                           const std::string& id) {
    const Record* record = context.simulation->store.find(collection.name, id);
    return record && is_visible(context, *record) ? record : nullptr;
}

/// Returns the record that a request for `named` gets.
const Record* picked(const RequestContext& context, const Record& named) {
    const PickedRecord picks = context.permissions.picks;
    if (picks == PickedRecord::kNamed) return &named;
    const auto found = context.simulation->store.list(
        named.ref.collection,
        {named.tenant, named.owner, picks == PickedRecord::kNewest, 0, 1, [](const Record& record) {
             return !record.is_deleted;
         }});
    return found.empty() ? &named : found.front();
}

std::optional<EngineResponse> look_up(RequestContext& context) {
    const OperationSpec& spec = context.spec();
    if (!spec.parent_parameter.empty()) {
        const Collection& parents = context.simulation->model().collection(spec.collection->parent);
        const std::string id = path_id(context, spec.parent_parameter);
        const Record* parent = find_visible(context, parents, id);
        if (!parent && !context.permissions.other_parents) return not_found_response(parents, id);
        context.parent = parent ? parent->number : 0;
    }
    const bool needs_record = spec.is_any_of<ReadRecord,
                                             PatchRecord,
                                             ReplaceRecord,
                                             DeleteRecord,
                                             SendEvent,
                                             StartRun,
                                             JoinRun>();
    if (spec.id_parameter.empty() && !needs_record) return std::nullopt;
    const Collection& collection = *spec.collection;
    const std::string id = path_id(context, spec.id_parameter);
    const Record* record = find_visible(context, collection, id);
    const bool is_found =
        record && (record->owner == context.parent || context.permissions.other_parents);
    if (!is_found) return not_found_response(collection, id);
    context.record = picked(context, *record)->number;
    return std::nullopt;
}

/// Returns the operation without the rules that the workspace has disabled, null if none is. Fields
/// that are no longer immutable become fields of the patch.
std::shared_ptr<const Operation> without_disabled_rules(const RequestContext& context) {
    const auto& disabled = context.workspace->disabled_rules();
    if (disabled.empty()) return nullptr;
    auto operation = std::make_shared<Operation>(*context.operation());
    operation->rules =
        operation->rules.filter([&](const Rule& rule) { return !disabled.contains(rule.id); });
    for (const std::string& field : operation->record_fields.pointers()) {
        if (disabled.contains("immutable:" + field)) operation->request_fields.add(field);
    }
    return operation;
}

}  // namespace

std::string path_id(const RequestContext& context, const std::string& parameter) {
    const auto found = context.match.parameters.find(parameter);
    if (found == context.match.parameters.end()) return "";
    // The ids of the described API are UUIDs; those of others may differ by case.
    return context.is_foreign() ? found->second : to_lower(found->second);
}

std::optional<EngineResponse> advance_time(RequestContext& context) {
    fire_due_timers(*context.simulation);
    const bool writes = context.spec()
                            .is_any_of<CreateRecord,
                                       PatchRecord,
                                       ReplaceRecord,
                                       DeleteRecord,
                                       SendEvent,
                                       StreamRun,
                                       StartRun>();
    if (writes) tick(*context.simulation);
    return std::nullopt;
}

std::optional<EngineResponse> find_records(RequestContext& context) {
    auto refusal = look_up(context);
    // A request that returns no record (a 404) does not advance the time.
    if (refusal || !context.spec().polls) return refusal;
    if (const auto* list = std::get_if<ListRecords>(&context.spec().action)) {
        auto_advance_for_list(
            *context.simulation, context.spec().collection->name, page_of(context, *list));
    } else {
        auto_advance_for(*context.simulation, context.record);
    }
    return look_up(context);
}

std::optional<EngineResponse> check_state(RequestContext& context) {
    for (const StateRefusal& refusal : context.spec().refusals) {
        const Record& record = context.found_record();
        if (!holds(*context.simulation, refusal.when, record)) continue;
        const Json detail = fill_template(*refusal.detail, [&](std::string_view name) {
            return placeholder_value(*context.simulation, name, &record);
        });
        return detail_response(refusal.status, as_string(detail).value_or(""));
    }
    return std::nullopt;
}

std::optional<EngineResponse> check_rules(RequestContext& context) {
    const bool has_rules = context.spec().is_any_of<CreateRecord, PatchRecord, SendEvent>();
    if (!has_rules || context.is_foreign()) return std::nullopt;
    const bool is_patch = context.spec().is_any_of<PatchRecord>();
    if (is_patch) context.relaxed_operation = without_disabled_rules(context);
    const Operation& operation = *context.operation();
    if (!context.body->is_object()) *context.body = Json::object();  // an optional body is missing
    remove_unknown_fields(operation, *context.body);
    context.rules =
        rule_context_of(*context.simulation, context.tenant, context.workspace->disabled_rules());
    const Json* current = is_patch ? context.found_record().body.get() : nullptr;
    return refusal_of(
        operation,
        *context.body,
        check_request_rules(
            operation, *context.match.route->api, *context.body, current, context.rules));
}

std::optional<EngineResponse> perform_action(RequestContext& context) {
    return std::visit([&](const auto& action) { return perform(context, action); },
                      context.spec().action);
}

}  // namespace plumbline::mock
