#include "mock_server/control/describe.hpp"

#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

Json identity(const Identity& one) {
    return Json{{"tenant_id", one.tenant_id}, {"api_key", one.api_key}};
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
        list.push_back(Json{{"due", to_text(timer.due)},
                            {"collection", timer.record.collection},
                            {"id", timer.record.id},
                            {"to", timer.to.empty() ? Json() : Json(timer.to)}});
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

}  // namespace plumbline::mock
