#include "mock_server/control/describe.hpp"

#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

Json identity(const Identity& one) {
    return Json{{"tenant_id", one.tenant_id}, {"api_key", one.api_key}};
}

Json text_or_null(std::string_view text) {
    return text.empty() ? Json() : Json(text);
}

Json records(const Life& life) {
    Json collections = Json::object();
    for (const auto& [name, collection] : life.laws().collections) {
        Json list = Json::array();
        for (const Record* record : life.store().all(name)) list.push_back(shown(*record->body));
        collections[name] = std::move(list);
    }
    return collections;
}

Json timers(const Life& life) {
    Json list = Json::array();
    for (const Timer& timer : life.timers().all()) {
        const RecordRef& record = life.store().find(timer.record)->ref;
        list.push_back(Json{{"due", to_text(timer.due)},
                            {"collection", record.collection},
                            {"id", record.id},
                            {"alarm", text_or_null(timer.alarm)},
                            {"to", text_or_null(timer.to)}});
    }
    return list;
}

}  // namespace

Json describe(Workspace& workspace) {
    const std::vector<Identity>& identities = workspace.identities();
    Json described = identity(identities.front());
    described["id"] = workspace.id();
    described["prefix"] = workspace.prefix();
    described["world"] = workspace.world().name;
    described["hosting"] = workspace.world().hosting;
    if (const auto& path = workspace.world().base_path; !path.empty())
        described["base_path"] = '/' + join(path, "/");
    described["seed"] = workspace.seed();
    described["faults"] = workspace.faults().ids();
    if (identities.size() > 1) described["other_tenant"] = identity(identities[1]);
    workspace.life().with([&](Life& life) {
        life.catch_up();
        described["now"] = to_text(life.now());
        described["inputs"] = *life.settled().inputs;
        described["sources"] = *life.settled().sources;
    });
    return described;
}

Json describe_state(Workspace& workspace) {
    return workspace.life().with([&](Life& life) {
        life.catch_up();
        Json state = describe_clock(life);
        state["collections"] = records(life);
        state["timers"] = timers(life);
        return state;
    });
}

Json describe_clock(Life& life) {
    return Json{{"now", to_text(life.now())},
                {"mode", life.clock().is_real() ? "real" : "virtual"},
                {"auto_advance", life.clock().is_auto_advance()},
                {"frozen", life.clock().is_frozen()}};
}

Json describe_limits(const Life& life) {
    Json limits = Json::object();
    for (const auto& [name, limit] : life.limits())
        limits[name] =
            limit.is_time ? Json(duration_text(Duration(limit.value))) : Json(limit.value);
    return limits;
}

Json describe_changes(const Life& life) {
    Json changes = Json::array();
    for (const StateChange& change : life.chronicle().changes()) {
        changes.push_back(Json{{"at", to_text(change.at)},
                               {"collection", change.collection},
                               {"id", change.id},
                               {"from", text_or_null(change.from)},
                               {"to", text_or_null(change.to)},
                               {"cause", change.cause}});
    }
    return Json{{"changes", std::move(changes)}, {"dropped", life.chronicle().dropped()}};
}

Json describe_coverage(const Life& life) {
    Json machines = Json::array();
    for (const auto& [name, machine] : life.laws().machines) {
        Json steps = Json::array();
        for (const Step& step : machine.steps()) {
            steps.push_back(Json{{"from", step.from},
                                 {"to", text_or_null(step.to)},
                                 {"cause", step.cause},
                                 {"taken", life.chronicle().taken(name, step)}});
        }
        machines.push_back(Json{{"machine", name}, {"transitions", std::move(steps)}});
    }
    return Json{{"machines", std::move(machines)}};
}

}  // namespace plumbline::mock
