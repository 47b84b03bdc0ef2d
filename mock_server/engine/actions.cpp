#include "mock_server/engine/actions.hpp"

#include "mock_server/control/control_calls.hpp"
#include "mock_server/engine/engine.hpp"
#include "mock_server/engine/entity_tags.hpp"
#include "mock_server/engine/example_response.hpp"
#include "mock_server/engine/record_stages.hpp"
#include "mock_server/engine/resource_list.hpp"
#include "mock_server/engine/resource_records.hpp"
#include "mock_server/store/fixtures.hpp"
#include "mock_server/validation/request_validation.hpp"
#include "spec/base/ids.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace plumbline::mock {
namespace {

constexpr int kCreated = 201;
constexpr int kNoContent = 204;

/// Runs the effects of the operation, and those of faults.
void run_effects(const RequestContext& context, RecordNumber record, const EffectContext& effects) {
    run_effects(*context.simulation, context.spec().effects, record, effects);
    EffectContext of_faults = effects;
    if (context.sent_body) of_faults.payload = context.sent_body.get();
    run_effects(*context.simulation, context.permissions.effects, record, of_faults);
}

/// Returns a response with the rendered record, which must exist.
EngineResponse record_response(const RequestContext& context, RecordNumber record) {
    Store& store = context.simulation->store;
    if (context.is_foreign()) {
        // All members are public: those of other APIs may begin with an underscore.
        Json body = *store.find(record)->body;
        if (const std::string& pointer = context.spec().body_pointer; !pointer.empty()) {
            Json outer = Json::object();
            (void)set_at(outer, JsonPointer::parse(pointer).value_or(JsonPointer()), body);
            body = std::move(outer);
        }
        EngineResponse response = json_response(context.spec().status, body);
        if (declares_entity_tag(*context.operation(), response.status))
            response.headers.set("ETag", entity_tag(*store.find(record)));
        return response;
    }
    return {context.spec().status, {}, store.text(*store.find(record))};
}

std::optional<EngineResponse> refuse_if_records_full(const RequestContext& context) {
    return refuse_if_full(*context.simulation, "records", context.simulation->store.size());
}

std::size_t number_parameter(const RequestContext& context,
                             std::string_view name,
                             std::size_t fallback) {
    const auto text = context.target.parameter(name);
    // Only a fault that skips the validation of parameters lets other texts reach this line.
    const auto number = text ? parse_integer(*text) : std::nullopt;
    return number && *number >= 0 ? static_cast<std::size_t>(*number) : fallback;
}

bool passes_filters(const RequestContext& context,
                    const ListRecords& action,
                    const Record& record) {
    return std::all_of(action.filters.begin(), action.filters.end(), [&](const ListFilter& filter) {
        const auto substring = context.target.parameter(filter.parameter);
        const Json* value = find(*record.body, std::string_view(filter.field));
        return !substring ||
               (value && as_string(*value).value_or("").find(*substring) != std::string::npos);
    });
}

/// Returns the base URL of this workspace.
std::string origin(const RequestContext& context) {
    std::string address = "http://" + context.request.headers.joined("Host");
    for (const std::string& segment : context.engine.config().access.base_path)
        address += '/' + segment;
    return address + context.workspace->prefix();
}

/// Returns the path of a record whose collection's path was requested.
std::string location_below(const RequestContext& context, const std::string& id) {
    std::string path = context.request.target.substr(0, context.request.target.find('?'));
    if (path.ends_with('/')) path.pop_back();
    return path + '/' + http::percent_encode(id);
}

/// Returns the id of the requested thread, "" for a stateless run.
std::string thread_of(const RequestContext& context) {
    return context.record == 0 ? "" : context.found_record().ref.id;
}

ValueOrResponse<std::shared_ptr<AgentRun>> start_requested_run(const RequestContext& context) {
    const WorldClock& clock = context.simulation->clock;
    return context.workspace->runs().start(
        {thread_of(context), context.body, {clock.now(), clock.is_real(), clock.time_scale()}});
}

/// Source: existing clients read the ids of a run from this URL, and follow it.
std::string location_of(const RequestContext& context, const AgentRun& run) {
    const std::string thread = run.thread_id().empty() ? "" : "/threads/" + run.thread_id();
    // The segments before the API's own path: `/api-host/w/ID`.
    const std::size_t prefix_length = context.target.segments.size() - context.segments.size();
    return fmt::format(
        "{}{}/runs/{}", context.target.first_segments(prefix_length), thread, run.id());
}

EngineResponse stream_response(const RequestContext& context,
                               std::shared_ptr<ResponseStream> stream) {
    return {context.spec().status,
            {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}},
            nullptr,
            std::move(stream)};
}

/// Returns the id that a request chooses for a new record, "" if the server chooses it; otherwise
/// the refusal of an id that is invalid or exists.
ValueOrResponse<std::string> chosen_id(const RequestContext& context) {
    const Collection& collection = *context.spec().collection;
    const Json* value = member(*context.body, collection.ids.member);
    if (collection.ids.member.empty() || !value || value->is_null()) return std::string();
    const std::string id = to_lower(as_string(*value).value_or(""));
    if (!is_uuid(id)) {
        return tl::unexpected<EngineResponse>(problems_response(
            422, {{{"body", collection.ids.member}, "expected a UUID", "format"}}));
    }
    if (!context.simulation->store.find(collection.name, id)) return id;
    return tl::unexpected<EngineResponse>(
        detail_response(409, fmt::format("a {} with the id {} exists", collection.title, id)));
}

}  // namespace

EngineResponse perform(RequestContext& context, const CreateRecord&) {
    if (auto full = refuse_if_records_full(context)) return *full;
    if (context.is_foreign()) {
        const auto created = create_resource(context);
        if (!created) return created.error();
        run_effects(context, *created, {.payload = context.body.get()});
        EngineResponse response = record_response(context, *created);
        const Record* record = context.simulation->store.find(*created);
        if (record && response.status == kCreated)
            response.headers.set("Location", location_below(context, record->ref.id));
        return response;
    }
    const auto id = chosen_id(context);
    if (!id) return id.error();
    // Copying the body would take a twentieth of the time of a create.
    const bool keeps_body =
        context.spec().effects_read_request || !context.permissions.effects.empty();
    const Operation& operation = *context.operation();
    Json record = keeps_body ? new_record(operation, *context.body, context.rules)
                             : new_record(operation, std::move(*context.body), context.rules);
    const RecordNumber number = create_record(*context.simulation,
                                              {context.spec().collection->name,
                                               context.parent,
                                               context.tenant,
                                               std::make_shared<const Json>(std::move(record)),
                                               *id});
    run_effects(context, number, {.payload = keeps_body ? context.body.get() : nullptr});
    return record_response(context, number);
}

EngineResponse perform(RequestContext& context, const ReadRecord&) {
    return record_response(context, context.record);
}

RecordQuery page_of(const RequestContext& context, const ListRecords& action) {
    return {context.tenant,
            context.parent,
            action.newest_first,
            number_parameter(context, "offset", 0),
            number_parameter(context, "limit", action.default_limit),
            [&context, &action](const Record& record) {
                return (!record.is_deleted || context.permissions.deleted_records) &&
                       passes_filters(context, action, record);
            },
            context.permissions.other_tenants,
            context.permissions.other_parents};
}

/// Inserts the records as they were rendered; nothing is parsed or printed again.
EngineResponse perform(RequestContext& context, const ListRecords& action) {
    if (action.conventions) {
        const auto page = resource_page(context, action);
        return page ? json_response(context.spec().status, *page) : page.error();
    }
    const RecordQuery page = page_of(context, action);
    Store& store = context.simulation->store;
    std::vector<std::string> records;
    for (const Record* record : store.list(context.spec().collection->name, page))
        records.push_back(*store.text(*record));
    std::string text = '[' + join(records, ",") + ']';
    const std::string offset =
        action.shows_offset ? fmt::format(",\"offset\":{}", page.offset) : "";
    if (!action.items.empty()) text = fmt::format("{{\"{}\":{}{}}}", action.items, text, offset);
    return {context.spec().status, {}, std::make_shared<const std::string>(std::move(text))};
}

EngineResponse perform(RequestContext& context, const PatchRecord&) {
    if (auto full = refuse_if_records_full(context)) return *full;
    if (context.is_foreign()) {
        if (auto refused = patch_resource(context)) return *refused;
        run_effects(context, context.record, {.payload = context.body.get()});
        return record_response(context, context.record);
    }
    const Operation& operation = *context.operation();
    const Json& body = *context.body;
    const SharedJson current = context.found_record().body;
    Json record = merge_patch(operation, *current, body);
    // Public replacements of members change together with the members themselves.
    if (const Json* replacements = member(*current, kPublicMember))
        record[std::string(kPublicMember)] = merge_patch(operation, *replacements, body);
    complete_record(operation, record, context.rules);
    context.simulation->store.set_body(context.found_record(), std::move(record));
    const bool triggered = !revision_triggers(operation, body).empty();
    run_effects(context, context.record, {triggered, &body, current.get()});
    mark_changed(*context.simulation, context.record);
    return record_response(context, context.record);
}

EngineResponse perform(RequestContext& context, const ReplaceRecord&) {
    replace_resource(context);
    run_effects(context, context.record, {.payload = context.body.get()});
    return record_response(context, context.record);
}

EngineResponse perform(RequestContext& context, const DeleteRecord&) {
    EngineResponse response{context.spec().status};
    // A status with a body shows the record as it was.
    if (context.is_foreign() && response.status != kNoContent)
        response = record_response(context, context.record);
    run_effects(context, context.record, {});
    send_event(*context.simulation, kDeleteEvent, context.record);
    return response;
}

EngineResponse perform(RequestContext& context, const RespondExample&) {
    return example_response(context, context.spec().status, "");
}

EngineResponse perform(RequestContext& context, const SendEvent& action) {
    send_event(*context.simulation, action.event, context.record, context.permissions.final_states);
    run_effects(context, context.record, {.payload = context.body.get()});
    mark_changed(*context.simulation, context.record);
    return record_response(context, context.record);
}

EngineResponse perform(RequestContext& context, const GenerateValues& action) {
    Simulation& simulation = *context.simulation;
    if (auto full = refuse_if_full(simulation, "issued", simulation.issued.size())) return *full;
    const Record* record = simulation.store.find(context.record);
    Json response =
        fill_template(*action.response, [&](std::string_view name) -> std::optional<Json> {
            if (name == "origin") return Json(origin(context));
            if (name == "tenant") return Json(context.tenant);
            return placeholder_value(simulation, name, record);
        });
    response = fill_template(Json(response), [&](std::string_view name) -> std::optional<Json> {
        if (!name.starts_with(kResponsePrefix)) return std::nullopt;
        const Json* value = find(response, name.substr(kResponsePrefix.size()));
        return value ? std::optional<Json>(*value) : std::nullopt;
    });
    for (const std::string& pointer : action.issued) {
        const Json* value = find(response, std::string_view(pointer));
        if (!value) continue;
        simulation.issued.add(action.issued_as, context.tenant, as_string(*value).value_or(""));
    }
    return json_response(context.spec().status, response);
}

EngineResponse perform(RequestContext& context, const ConsumeUrl& action) {
    const std::string address = join(context.segments, "/");
    const std::string tenant = path_id(context, "tenant_id");
    if (context.simulation->issued.contains(action.issued_as, tenant, address))
        return {context.spec().status};
    return detail_response(404, fmt::format("{} was not issued", address));
}

EngineResponse perform(RequestContext& context, const StreamRun&) {
    const auto run = start_requested_run(context);
    if (!run) return run.error();
    EngineResponse response = stream_response(context, (*run)->stream_from_start());
    response.headers.set("Content-Location", location_of(context, **run));
    return response;
}

EngineResponse perform(RequestContext& context, const StartRun&) {
    const auto run = start_requested_run(context);
    if (!run) return run.error();
    EngineResponse response = json_response(context.spec().status,
                                            Json{{"run_id", (*run)->id()},
                                                 {"thread_id", (*run)->thread_id()},
                                                 {"assistant_id", (*run)->assistant_id()},
                                                 {"status", "pending"}});
    response.headers.set("Content-Location", location_of(context, **run));
    return response;
}

EngineResponse perform(RequestContext& context, const JoinRun& action) {
    const std::string id = path_id(context, action.run_parameter);
    const std::string thread = thread_of(context);
    const auto run = context.workspace->runs().find(id, thread);
    if (!run) return detail_response(404, fmt::format("Run {} of thread {} not found", id, thread));
    const std::string* last_event_id = context.request.headers.find("Last-Event-ID");
    return stream_response(context,
                           run->join(last_event_id ? std::optional(*last_event_id) : std::nullopt));
}

}  // namespace plumbline::mock
