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

Json records(const Simulation& simulation) {
    Json collections = Json::object();
    for (const auto& [name, collection] : simulation.model().collections) {
        Json list = Json::array();
        for (const Record* record : simulation.store.all(name))
            list.push_back(public_body(*record->body));
        collections[name] = std::move(list);
    }
    return collections;
}

Json timers(const Simulation& simulation) {
    Json list = Json::array();
    for (const Timer& timer : simulation.timers.all()) {
        const RecordRef& record = simulation.store.find(timer.record)->ref;
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
    described["variants"] = workspace.faults().variant_ids();
    described["faults"] = workspace.faults().fault_ids();
    if (identities.size() > 1) described["other_tenant"] = identity(identities[1]);
    workspace.simulation().with([&](Simulation& simulation) {
        fire_due_timers(simulation);
        described["now"] = to_text(simulation.now());
        described["inputs"] = *simulation.initial_world.inputs;
        described["sources"] = *simulation.initial_world.sources;
    });
    return described;
}

Json describe_state(const Simulation& simulation) {
    Json state = describe_clock(simulation);
    state["collections"] = records(simulation);
    state["timers"] = timers(simulation);
    return state;
}

Json describe_clock(const Simulation& simulation) {
    return Json{{"now", to_text(simulation.now())},
                {"mode", simulation.clock.is_real() ? "real" : "virtual"},
                {"auto_advance", simulation.clock.is_auto_advance()},
                {"frozen", simulation.clock.is_frozen()}};
}

Json describe_limits(const Simulation& simulation) {
    Json limits = Json::object();
    for (const auto& [name, limit] : simulation.limits)
        limits[name] =
            limit.is_time ? Json(duration_text(Duration(limit.value))) : Json(limit.value);
    return limits;
}

Json describe_changes(const Simulation& simulation) {
    Json changes = Json::array();
    for (const TransitionLogEntry& change : simulation.transition_log.entries()) {
        changes.push_back(Json{{"at", to_text(change.at)},
                               {"collection", change.collection},
                               {"id", change.id},
                               {"from", text_or_null(change.from)},
                               {"to", text_or_null(change.to)},
                               {"cause", change.cause}});
    }
    return Json{{"changes", std::move(changes)}, {"dropped", simulation.transition_log.dropped()}};
}

Json describe_coverage(const Simulation& simulation) {
    Json machines = Json::array();
    for (const auto& [name, machine] : simulation.model().machines) {
        Json steps = Json::array();
        for (const TransitionEdge& step : machine.edges) {
            steps.push_back(Json{{"from", step.from},
                                 {"to", text_or_null(step.to)},
                                 {"cause", step.cause},
                                 {"taken", simulation.transition_log.count(name, step)}});
        }
        machines.push_back(Json{{"machine", name}, {"transitions", std::move(steps)}});
    }
    return Json{{"machines", std::move(machines)}};
}

}  // namespace plumbline::mock
