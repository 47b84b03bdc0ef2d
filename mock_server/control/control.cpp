#include "mock_server/control/control.hpp"

#include "mock_server/control/describe.hpp"
#include "mock_server/validation/answers.hpp"
#include "spec/base/check.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

using Parameters = std::map<std::string, std::string>;

std::shared_ptr<Workspace> workspace_of(const ControlCall& call, Registry& registry) {
    const auto id = call.parameters.find("workspace_id");
    return id == call.parameters.end() ? nullptr : registry.find(id->second);
}

Reply unknown_workspace(const ControlCall& call) {
    const auto id = call.parameters.find("workspace_id");
    return detail_reply(
        404, fmt::format("Workspace {} not found", id == call.parameters.end() ? "" : id->second));
}

ClockSetting clock_setting(const Json& body, const ClockSetting& standard) {
    ClockSetting setting = standard;
    const Json* clock = member(body, "clock");
    if (!clock || !clock->is_object()) return setting;
    setting.real = string_or(*clock, "mode", setting.real ? "real" : "virtual") == "real";
    setting.auto_advance = bool_or(*clock, "auto_advance", setting.auto_advance);
    const Json* scale = member(*clock, "time_scale");
    if (scale && scale->is_number()) setting.time_scale = scale->get<double>();
    return setting;
}

Reply get_health(const ControlCall&, Registry& registry) {
    return json_reply(200,
                      Json{{"status", "ok"},
                           {"version", registry.parts().version},
                           {"workspaces", registry.size()}});
}

/// Names the member of the request because of which no workspace was made.
std::string member_at_fault(const Error& error,
                            const WorkspaceOrder& order,
                            const Registry& registry) {
    if (error.code == ErrorCode::kUnsupported) return "hosting";
    const bool is_world = order.world && !registry.parts().worlds.contains(*order.world);
    return is_world ? "world" : "faults";
}

Reply create_workspace(const ControlCall& call, Registry& registry) {
    WorkspaceOrder order;
    const Json& body = call.body;
    if (const Json* world = member(body, "world"); world && world->is_string())
        order.world = world->get<std::string>();
    if (const Json* hosting = member(body, "hosting"); hosting && hosting->is_string())
        order.hosting = hosting->get<std::string>();
    if (const Json* seed = member(body, "seed"); seed && seed->is_number_integer()) {
        order.seed = seed->get<std::uint64_t>();
    }
    if (const Json* faults = member(body, "faults"); faults && faults->is_array()) {
        order.faults = strings_or_empty(body, "faults");
    }
    order.clock = clock_setting(body, registry.parts().clock);
    const auto workspace = registry.create(order);
    if (workspace) return json_reply(201, describe(**workspace));
    if (workspace.error().code != ErrorCode::kLimit) {
        // The notes too: they say where all names stand if none is near.
        const Error& error = workspace.error();
        std::vector<std::string> said{error.message};
        said.insert(said.end(), error.notes.begin(), error.notes.end());
        return problems_reply(
            422,
            {{{"body", member_at_fault(error, order, registry)}, join(said, "; "), "not_found"}});
    }
    Reply reply = detail_reply(429, to_text(workspace.error()));
    headers_of(reply).set("Retry-After", "1");
    return reply;
}

Reply get_workspace(const ControlCall& call, Registry& registry) {
    const auto workspace = workspace_of(call, registry);
    return workspace ? json_reply(200, describe(*workspace)) : unknown_workspace(call);
}

Reply delete_workspace(const ControlCall& call, Registry& registry) {
    const auto workspace = workspace_of(call, registry);
    if (!workspace) return unknown_workspace(call);
    if (registry.remove(workspace->id())) return EmptyReply{204, {}};
    return detail_reply(409, "the default workspace stays; reset it instead");
}

Reply get_state(const ControlCall& call, Registry& registry) {
    const auto workspace = workspace_of(call, registry);
    return workspace ? json_reply(200, describe_state(*workspace)) : unknown_workspace(call);
}

Reply reset_workspace(const ControlCall& call, Registry& registry) {
    const auto workspace = workspace_of(call, registry);
    if (!workspace) return unknown_workspace(call);
    workspace->reset();
    return json_reply(200, describe(*workspace));
}

/// Returns how far to advance. Errors: kSyntax, kLimit.
Result<Duration> time_to_advance(const Json& body, Instant now) {
    Duration time{0};
    if (const Json* advance = member(body, "advance"); advance && advance->is_string()) {
        const auto parsed = parse_duration(advance->get<std::string>());
        if (!parsed) return parsed;
        time = *parsed;
    }
    if (time > kEndOfTime - now)
        return fail(ErrorCode::kLimit, "the clock cannot go beyond the year 2200");
    return time;
}

Reply set_clock(const ControlCall& call, Registry& registry) {
    const auto workspace = workspace_of(call, registry);
    if (!workspace) return unknown_workspace(call);
    const Json& body = call.body;
    return workspace->life().with([&](Life& life) {
        life.catch_up();
        const auto time = time_to_advance(body, life.now());
        if (!time)
            return problems_reply(422, {{{"body", "advance"}, time.error().message, "duration"}});
        if (const Json* frozen = member(body, "frozen"); frozen && frozen->is_boolean()) {
            life.clock().freeze(frozen->get<bool>());
        }
        life.clock().set_auto_advance(
            bool_or(body, "auto_advance", life.clock().is_auto_advance()));
        const std::size_t fired = life.advance(*time);
        Json described = describe_clock(life);
        described["fired"] = fired;
        return json_reply(200, described);
    });
}

/// Plays what a git host tells its integrations: a push. Source: description, "Revision status",
/// push to tracked branch.
Reply push_to_repository(const ControlCall& call, Registry& registry) {
    const auto workspace = workspace_of(call, registry);
    if (!workspace) return unknown_workspace(call);
    return workspace->life().with([&](Life& life) {
        const Event* push = life.laws().find_event(kPushEvent);
        PLUMBLINE_CHECK(push, "that the event is there is checked when fixtures load");
        life.catch_up();
        life.tick();
        Json built = Json::array();
        for (const RecordRef& deployment : life.tell(*push, call.body))
            built.push_back(deployment.id);
        return json_reply(200,
                          Json{{"deployments", std::move(built)}, {"now", to_text(life.now())}});
    });
}

/// Answers with what a function of the workspace's life says.
template <typename Answer>
Reply with_life(const ControlCall& call, Registry& registry, const Answer& answer) {
    const auto workspace = workspace_of(call, registry);
    if (!workspace) return unknown_workspace(call);
    return workspace->life().with([&](Life& life) -> Reply { return answer(*workspace, life); });
}

Reply strike(const ControlCall& call, Registry& registry) {
    return with_life(call, registry, [&](const Workspace&, Life& life) {
        return strike_incident(registry.parts().control->strikes, call.body, life);
    });
}

Reply change_limits(const ControlCall& call, Registry& registry) {
    return with_life(
        call, registry, [&](const Workspace&, Life& life) { return set_limits(call.body, life); });
}

Reply get_changes(const ControlCall& call, Registry& registry) {
    return with_life(call, registry, [](const Workspace&, Life& life) {
        life.catch_up();
        return json_reply(200, describe_changes(life));
    });
}

Reply get_coverage(const ControlCall& call, Registry& registry) {
    return with_life(call, registry, [](const Workspace&, Life& life) {
        life.catch_up();
        return json_reply(200, describe_coverage(life));
    });
}

/// Lets runs go on that wait at a gate of their graph, now or when they come there.
Reply open_gate(const ControlCall& call, Registry& registry) {
    const auto workspace = workspace_of(call, registry);
    if (!workspace) return unknown_workspace(call);
    const std::string gate = string_or(call.body, "gate", "");
    const std::string run = string_or(call.body, "run_id", "");
    return json_reply(200,
                      Json{{"gate", gate}, {"waited", workspace->runs().open_gate(gate, run)}});
}

struct Row {
    std::string_view operation_id;
    Reply (*answer)(const ControlCall&, Registry&);
};

constexpr std::array<Row, 13> kOperations{{
    {"getHealth", get_health},
    {"createWorkspace", create_workspace},
    {"getWorkspace", get_workspace},
    {"deleteWorkspace", delete_workspace},
    {"getWorkspaceState", get_state},
    {"resetWorkspace", reset_workspace},
    {"setClock", set_clock},
    {"pushToRepository", push_to_repository},
    {"strikeIncident", strike},
    {"setLimits", change_limits},
    {"getChanges", get_changes},
    {"getCoverage", get_coverage},
    {"openGate", open_gate},
}};

}  // namespace

Reply answer_control(std::string_view operation_id, const ControlCall& call, Registry& registry) {
    const auto& creates = registry.parts().control->creates;
    if (const auto create = creates.find(operation_id); create != creates.end()) {
        return with_life(call, registry, [&](const Workspace& workspace, Life& life) {
            const std::string& tenant = workspace.identities().front().tenant_id;
            return make_record(create->second, tenant, call.body, life);
        });
    }
    const auto row = std::find_if(kOperations.begin(), kOperations.end(), [&](const Row& one) {
        return one.operation_id == operation_id;
    });
    if (row == kOperations.end())
        return detail_reply(501, fmt::format("{} is not served", operation_id));
    return row->answer(call, registry);
}

std::vector<std::string> control_operations(const ControlRecords& records) {
    std::vector<std::string> ids;
    ids.reserve(kOperations.size() + records.creates.size());
    for (const Row& row : kOperations) ids.emplace_back(row.operation_id);
    for (const auto& [id, create] : records.creates) ids.push_back(id);
    return ids;
}

}  // namespace plumbline::mock
