#include "mock_server/control/control_calls.hpp"
#include "mock_server/control/describe.hpp"
#include "mock_server/response/engine_response.hpp"
#include "spec/base/check.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <variant>

namespace plumbline::mock {
namespace {

ClockSetting read_clock_setting(const Json& body, const ClockSetting& standard) {
    ClockSetting setting = standard;
    const Json* clock = member(body, "clock");
    if (!clock || !clock->is_object()) return setting;
    setting.real = string_or(*clock, "mode", setting.real ? "real" : "virtual") == "real";
    setting.auto_advance = bool_or(*clock, "auto_advance", setting.auto_advance);
    const Json* scale = member(*clock, "time_scale");
    if (scale && scale->is_number()) setting.time_scale = scale->get<double>();
    return setting;
}

EngineResponse get_health(const ControlCall& call) {
    return json_response(200,
                         Json{{"status", "ok"},
                              {"version", call.registry.config().version},
                              {"workspaces", call.registry.size()}});
}

/// Returns the member of the request that prevented the creation of a workspace.
std::string rejected_member(const Error& error,
                            const WorkspaceRequest& request,
                            const Registry& registry) {
    if (error.code == ErrorCode::kUnsupported) return "hosting";
    const bool is_world = request.world && !registry.config().worlds.contains(*request.world);
    if (is_world) return "world";
    const auto& catalogue = registry.config().faults->catalogue();
    const auto is_unknown = [&](const std::string& id) {
        return catalogue && !catalogue->find_variant(id);
    };
    const bool is_variant =
        std::ranges::any_of(request.variants.value_or(std::vector<std::string>()), is_unknown);
    return is_variant ? "variants" : "faults";
}

EngineResponse create_workspace(const ControlCall& call) {
    Registry& registry = call.registry;
    WorkspaceRequest request;
    const Json& body = call.body;
    const auto text = [&](std::string_view key) {
        const Json* value = member(body, key);
        return value ? as_string(*value) : std::nullopt;
    };
    request.world = text("world");
    request.hosting = text("hosting");
    if (const Json* seed = member(body, "seed"); seed && seed->is_number_integer())
        request.seed = seed->get<std::uint64_t>();
    if (member(body, "variants")) request.variants = strings_or_empty(body, "variants");
    if (member(body, "faults")) request.faults = strings_or_empty(body, "faults");
    request.clock = read_clock_setting(body, registry.config().clock);
    const auto workspace = registry.create(request);
    if (workspace) return json_response(201, describe(**workspace));
    if (workspace.error().code != ErrorCode::kLimit) {
        // Includes the notes: they state where to find all names if there is no similar one.
        const Error& error = workspace.error();
        std::vector<std::string> texts{error.message};
        texts.insert(texts.end(), error.notes.begin(), error.notes.end());
        return problems_response(422,
                                 {{{"body", rejected_member(error, request, registry)},
                                   join(texts, "; "),
                                   "not_found"}});
    }
    EngineResponse reply = detail_response(429, to_text(workspace.error()));
    reply.headers.set("Retry-After", "1");
    return reply;
}

EngineResponse get_workspace(const ControlCall&, Workspace& workspace) {
    return json_response(200, describe(workspace));
}

EngineResponse delete_workspace(const ControlCall& call, Workspace& workspace) {
    if (call.registry.remove(workspace.id())) {
        if (call.outgoing.sender) call.outgoing.sender->forget(workspace.id());
        return {204};
    }
    return detail_response(409, "the default workspace cannot be deleted; reset it instead");
}

EngineResponse reset_workspace(const ControlCall& call, Workspace& workspace) {
    workspace.reset();
    if (call.outgoing.sender) call.outgoing.sender->forget(workspace.id());
    return json_response(200, describe(workspace));
}

/// Opens a gate of a graph, for the runs that wait there and for those that reach it later.
EngineResponse open_gate(const ControlCall& call, Workspace& workspace) {
    const std::string gate = string_or(call.body, "gate", "");
    const std::string run = string_or(call.body, "run_id", "");
    return json_response(200,
                         Json{{"gate", gate}, {"waited", workspace.runs().open_gate(gate, run)}});
}

Json describe_request(const OutgoingEntry& sent) {
    const OutgoingRequest& request = sent.request;
    Json described{{"name", request.name},
                   {"method", request.method},
                   {"url", request.url},
                   {"body", request.body},
                   {"state",
                    sent.is_pending      ? "pending"
                    : sent.error.empty() ? "answered"
                                         : "failed"}};
    for (const auto& [name, value] : request.headers.all()) described["headers"][name] = value;
    if (sent.status > 0) described["status"] = sent.status;
    if (!sent.error.empty()) described["error"] = sent.error;
    return described;
}

EngineResponse get_outgoing_requests(const ControlCall& call, Workspace& workspace) {
    Json requests = Json::array();
    if (call.outgoing.sender) {
        for (const OutgoingEntry& sent : call.outgoing.sender->requests_of(workspace.id()))
            requests.push_back(describe_request(sent));
    }
    return json_response(200, Json{{"requests", std::move(requests)}});
}

EngineResponse send_webhook(const ControlCall& call, Workspace& workspace) {
    const std::string url = string_or(call.body, "url", call.outgoing.webhook_url);
    if (!call.outgoing.requests)
        return detail_response(404, "the documents of this mock have no webhooks");
    if (url.empty()) {
        return problems_response(
            422, {{{"body", "url"}, "needed, since the mock has no --webhook-url", "missing"}});
    }
    auto requests = call.outgoing.requests->webhook_requests(string_or(call.body, "name", ""), url);
    if (!requests)
        return problems_response(422, {{{"body", "name"}, requests.error().message, "not_found"}});
    for (OutgoingEntry& sent : *requests) {
        sent.request.workspace = workspace.id();
        call.outgoing.sender->send(std::move(sent));
    }
    return json_response(202, Json{{"url", url}, {"requests", requests->size()}});
}

/// Returns the duration to advance by. Errors: kSyntax, kLimit.
Result<Duration> read_advance(const Json& body, Instant now) {
    Duration time{0};
    if (const Json* advance = member(body, "advance"); advance && advance->is_string()) {
        const auto parsed = parse_duration(advance->get<std::string>());
        if (!parsed) return parsed;
        time = *parsed;
    }
    if (time > kEndOfTime - now)
        return fail(ErrorCode::kLimit, "the clock cannot be set beyond the year 2200");
    return time;
}

EngineResponse set_clock(const ControlCall& call, Simulation& simulation) {
    const Json& body = call.body;
    const auto time = read_advance(body, simulation.now());
    if (!time)
        return problems_response(422, {{{"body", "advance"}, time.error().message, "duration"}});
    simulation.clock.freeze(bool_or(body, "frozen", simulation.clock.is_frozen()));
    simulation.clock.set_auto_advance(
        bool_or(body, "auto_advance", simulation.clock.is_auto_advance()));
    const std::size_t fired = advance_clock(simulation, *time);
    Json described = describe_clock(simulation);
    described["fired"] = fired;
    return json_response(200, described);
}

/// Simulates the event that a git host sends for a push. Source: description, "Revision status",
/// push to tracked branch.
EngineResponse push_to_repository(const ControlCall& call, Simulation& simulation) {
    const ExternalEvent* push = simulation.model().find_event(kPushEvent);
    if (!push) return detail_response(501, "the fixtures have no event \"push\"");
    tick(simulation);
    Json built = Json::array();
    for (const RecordRef& deployment : dispatch_event(simulation, *push, call.body))
        built.push_back(deployment.id);
    return json_response(
        200, Json{{"deployments", std::move(built)}, {"now", to_text(simulation.now())}});
}

EngineResponse inject(const ControlCall& call, Simulation& simulation) {
    return inject_incident(call.registry.config().control->incidents, call.body, simulation);
}

EngineResponse change_limits(const ControlCall& call, Simulation& simulation) {
    return set_limits(call.body, simulation);
}

template <Json (*kDescribe)(const Simulation&)>
EngineResponse get_description(const ControlCall&, Simulation& simulation) {
    return json_response(200, kDescribe(simulation));
}

// What handles an operation: alone, or with the workspace named in the path, or with its locked
// simulation, whose due timers have fired.
using ServerHandler = EngineResponse (*)(const ControlCall&);
using WorkspaceHandler = EngineResponse (*)(const ControlCall&, Workspace&);
using SimulationHandler = EngineResponse (*)(const ControlCall&, Simulation&);

struct ControlOperationRow {
    std::string_view operation_id;
    std::variant<ServerHandler, WorkspaceHandler, SimulationHandler> handle;
};

constexpr std::array<ControlOperationRow, 15> kOperations{{
    {"getHealth", get_health},
    {"createWorkspace", create_workspace},
    {"getWorkspace", get_workspace},
    {"deleteWorkspace", delete_workspace},
    {"getWorkspaceState", get_description<describe_state>},
    {"resetWorkspace", reset_workspace},
    {"setClock", set_clock},
    {"pushToRepository", push_to_repository},
    {"injectIncident", inject},
    {"setLimits", change_limits},
    {"getChanges", get_description<describe_changes>},
    {"getCoverage", get_description<describe_coverage>},
    {"openGate", open_gate},
    {"getOutgoingRequests", get_outgoing_requests},
    {"sendWebhook", send_webhook},
}};

/// Calls `handle` with the simulation of a workspace.
template <typename Handle>
EngineResponse with_simulation(Workspace& workspace, const Handle& handle) {
    return workspace.simulation().with([&](Simulation& simulation) -> EngineResponse {
        fire_due_timers(simulation);
        return handle(simulation);
    });
}

}  // namespace

EngineResponse handle_control(std::string_view operation_id, const ControlCall& call) {
    const auto& creates = call.registry.config().control->creates;
    const auto create = creates.find(operation_id);
    const auto row =
        std::ranges::find(kOperations, operation_id, &ControlOperationRow::operation_id);
    if (create == creates.end() && row == kOperations.end())
        return detail_response(501, fmt::format("{} is not served", operation_id));
    if (create == creates.end()) {
        if (const auto* handle = std::get_if<ServerHandler>(&row->handle)) return (*handle)(call);
    }
    const auto id = call.parameters.find("workspace_id");
    const std::string name = id == call.parameters.end() ? "" : id->second;
    const auto workspace = call.registry.find(name);
    if (!workspace) return detail_response(404, fmt::format("Workspace {} not found", name));
    if (create == creates.end()) {
        if (const auto* handle = std::get_if<WorkspaceHandler>(&row->handle))
            return (*handle)(call, *workspace);
    }
    return with_simulation(*workspace, [&](Simulation& simulation) {
        return create == creates.end() ? std::get<SimulationHandler>(row->handle)(call, simulation)
                                       : make_record(create->second, call.body, simulation);
    });
}

std::vector<std::string> control_operations(const ControlSpec& records) {
    std::vector<std::string> ids;
    ids.reserve(kOperations.size() + records.creates.size());
    for (const ControlOperationRow& row : kOperations) ids.emplace_back(row.operation_id);
    for (const auto& [id, create] : records.creates) ids.push_back(id);
    return ids;
}

}  // namespace plumbline::mock
